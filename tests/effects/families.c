// SPDX-License-Identifier: Apache-2.0
//
// One program for each kind of thing that threads share outside memory.
//
//   families CASE locks|bare
//
// Two threads make one call each; which one was first decides the exit status.  With `locks` each
// thread holds a lock of its own meanwhile, with `bare` the call is all that the thread does.
// families_test.py compares which exit statuses there are with and without a reduction.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <link.h>
#include <locale.h>
#include <mqueue.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <ulimit.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>

static int fd, fd2, ends[2];
static FILE* stream;
static DIR* directory;
static char *text, buffer[256], path[256];
static wchar_t* wide;
static size_t size;
static long a, b;

static void temporary(void) { snprintf(path, sizeof path, "%s/file", getenv("TMPDIR")); }
static void make_memory_file(const char* content) {
  fd = memfd_create("x", 0);
  if (write(fd, content, strlen(content)) < 0)
    abort();
  lseek(fd, 0, SEEK_SET);
}
static int first_byte(void) {
  char c = 0;
  if (pread(fd, &c, 1, 0) < 0)
    abort();
  return c == 'a';
}

static void nothing(void) {}
static int a_less(void) { return a < b; }

// Random numbers.
static void rand_a(void) { a = rand(); }
static void rand_b(void) { b = rand(); }
static void random_a(void) { a = random(); }
static void random_b(void) { b = random(); }
static void srandom_b(void) { srandom(5); }
static void drand_a(void) { a = (long)(drand48() * 1e9); }
static void lrand_b(void) { b = lrand48() % 1000000000; }
static int a_is_first_random(void) {
  srandom(1);
  return a == random();
}

// The environment.
static void set_x(void) { setenv("X_OF_TEST", "1", 1); }
static void put_x(void) { putenv("X_OF_TEST=2"); }
static void unset_x(void) { unsetenv("X_OF_TEST"); }
static void clear_env(void) { clearenv(); }
static void get_x(void) { a = getenv("X_OF_TEST") != NULL; }
static int is_a(void) { return (int)a; }
static int x_is_one(void) { return getenv("X_OF_TEST") && getenv("X_OF_TEST")[0] == '1'; }
static int x_is_set(void) { return getenv("X_OF_TEST") != NULL; }

// Exit handlers.
static void leave_10(void) { _exit(10); }
static void leave_11(void) { _exit(11); }
static void leave_10_on(int s, void* p) { _exit(10); }
static void at_10(void) { atexit(leave_10); }
static void at_11(void) { atexit(leave_11); }
static void on_10(void) { on_exit(leave_10_on, NULL); }

// Descriptors and their offsets.
static void memory_file(void) { make_memory_file(""); }
static void write_a(void) { a = write(fd, "a", 1); }
static void write_b(void) { b = write(fd, "b", 1); }
static void pwrite_a(void) { a = pwrite(fd, "a", 1, 0); }
static void pwrite_b(void) { b = pwrite(fd, "b", 1, 0); }
static void writev_a(void) {
  struct iovec part = {"a", 1};
  a = writev(fd, &part, 1);
}
static void dprintf_b(void) { dprintf(fd, "%s", "b"); }
static void syscall_write_a(void) { a = syscall(SYS_write, fd, "a", 1); }
static void ab_file(void) { make_memory_file("ab"); }
static void ab_file_and_duplicate(void) {
  make_memory_file("ab");
  fd2 = dup(fd);
}
static void read_a(void) {
  char c = 0;
  if (read(fd, &c, 1) == 1)
    a = c;
}
static void read_b(void) {
  char c = 0;
  if (read(fd, &c, 1) == 1)
    b = c;
}
static void read_duplicate_b(void) {
  char c = 0;
  if (read(fd2, &c, 1) == 1)
    b = c;
}
static void seek_b(void) { lseek(fd, 1, SEEK_SET); }
static void pread_a(void) {
  char c;
  a = pread(fd, &c, 1, 0);
}
static void ftruncate_b(void) { b = ftruncate(fd, 0); }
static void fstat_a(void) {
  struct stat status;
  fstat(fd, &status);
  a = status.st_size;
}
static int a_positive(void) { return a > 0; }
static void close_b(void) { close(fd); }
static void dup_a(void) { a = dup(fd); }
static void dup_b(void) { b = dup(fd); }
static void open_a(void) { a = open("/dev/null", O_RDONLY); }
static void socket_b(void) { b = socket(AF_UNIX, SOCK_STREAM, 0); }
static void pipe_b(void) {
  int p[2];
  if (pipe(p) == 0)
    b = p[0];
}
static void dup2_b(void) { dup2(fd2, fd); }
static void two_files(void) {
  make_memory_file("x");
  fd2 = memfd_create("y", 0);
}
static void cloexec_b(void) { fcntl(fd, F_SETFD, FD_CLOEXEC); }
static void get_cloexec_a(void) { a = fcntl(fd, F_GETFD); }
static void nonblock_b(void) { fcntl(fd, F_SETFL, O_NONBLOCK); }
static void get_flags_a(void) { a = fcntl(fd, F_GETFL) & O_NONBLOCK; }
static void lock_two_files(void) {
  temporary();
  fd = open(path, O_CREAT | O_RDWR, 0600);
  fd2 = open(path, O_RDWR);
  unlink(path);
}
static void flock_a(void) { a = flock(fd, LOCK_EX | LOCK_NB) == 0; }
static void flock_b(void) { b = flock(fd2, LOCK_EX | LOCK_NB) == 0; }

// Pipes, sockets, events.
static void make_pipe(void) {
  if (pipe2(ends, O_NONBLOCK) != 0)
    abort();
}
static void make_sockets(void) { socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends); }
static void make_event(void) { ends[0] = ends[1] = eventfd(0, EFD_NONBLOCK); }
static void send_a(void) { a = write(ends[1], "aaaaaaaa", 8); }
static void send_b(void) { b = write(ends[1], "bbbbbbbb", 8); }
static void receive_b(void) { b = read(ends[0], buffer, 8); }
static int b_received(void) { return b > 0; }
static int pipe_begins_with_a(void) {
  if (read(ends[0], buffer, 1) != 1)
    abort();
  return buffer[0] == 'a';
}
static void poll_b(void) {
  struct pollfd one = {.fd = ends[0], .events = POLLIN};
  b = poll(&one, 1, 0);
}
static void select_b(void) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  struct timeval none = {0, 0};
  b = select(ends[0] + 1, &set, NULL, NULL, &none);
}
static void fionread_b(void) {
  int count = 0;
  ioctl(ends[0], FIONREAD, &count);
  b = count;
}
static void make_epoll(void) {
  make_pipe();
  fd = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  epoll_ctl(fd, EPOLL_CTL_ADD, ends[0], &event);
}
static void epoll_b(void) {
  struct epoll_event event;
  b = epoll_wait(fd, &event, 1, 0);
}
static void epoll_add_a(void) {
  struct epoll_event event = {.events = EPOLLIN};
  a = epoll_ctl(fd, EPOLL_CTL_ADD, ends[1], &event);
}
static void epoll_add_b(void) {
  struct epoll_event event = {.events = EPOLLIN};
  b = epoll_ctl(fd, EPOLL_CTL_ADD, ends[1], &event);
}
static int a_is_zero(void) { return a == 0; }
static void make_timer(void) { fd = timerfd_create(CLOCK_MONOTONIC, 0); }
static void set_timer_b(void) {
  struct itimerspec far = {.it_value = {1000, 0}};
  timerfd_settime(fd, 0, &far, NULL);
}
static void get_timer_a(void) {
  struct itimerspec now;
  timerfd_gettime(fd, &now);
  a = now.it_value.tv_sec;
}

// Files by their paths.
static void no_file(void) {
  temporary();
  unlink(path);
  rmdir(path);
}
static void some_file(void) {
  no_file();
  close(open(path, O_CREAT | O_WRONLY, 0600));
}
static void open_file(void) {
  no_file();
  fd = open(path, O_CREAT | O_RDWR, 0600);
}
static int finish_file(int result) {
  unlink(path);
  rmdir(path);
  return result;
}
static void create_a(void) { a = open(path, O_CREAT | O_EXCL | O_RDWR, 0600) >= 0; }
static void create_b(void) { b = open(path, O_CREAT | O_EXCL | O_RDWR, 0600) >= 0; }
static void unlink_b(void) { b = unlink(path); }
static void access_a(void) { a = access(path, F_OK) == 0; }
static void fopen_a(void) { a = fopen(path, "r") != NULL; }
static void mkdir_a(void) { a = mkdir(path, 0700) == 0; }
static void mkdir_b(void) { b = mkdir(path, 0700) == 0; }
static void stat_size_a(void) {
  struct stat status;
  a = stat(path, &status) == 0 && status.st_size > 0;
}
static void truncate_b(void) { b = truncate(path, 100); }
static void chmod_b(void) { b = chmod(path, 0400); }
static void stat_mode_a(void) {
  struct stat status;
  stat(path, &status);
  a = (status.st_mode & 0200) != 0;
}
static void glob_a(void) {
  glob_t found;
  a = glob(path, 0, NULL, &found) == 0;
}
static int finish_a(void) { return finish_file((int)a); }
static void chdir_b(void) { b = chdir("/"); }
static void getcwd_a(void) {
  char where[4096];
  a = getcwd(where, sizeof where) && where[1] != 0;
}
static void somewhere(void) { a = chdir("/dev"); }
static void umask_a(void) { a = umask(0077) != 0077; }
static void umask_b(void) { b = umask(0077) != 0077; }
static void make_directory(void) { directory = opendir("/dev"); }
static void readdir_a(void) {
  struct dirent* entry = readdir(directory);
  a = entry ? entry->d_off : 0;
}
static void readdir_b(void) {
  struct dirent* entry = readdir(directory);
  b = entry ? entry->d_off : 0;
}
static int a_is_first_entry(void) {
  DIR* other = opendir("/dev");
  return readdir(other)->d_off == a;
}

// Streams.
static void memory_stream(void) { stream = open_memstream(&text, &size); }
static void fputs_a(void) { fputs("a", stream); }
static void fputc_b(void) { fputc('b', stream); }
static void fprintf_b(void) { fprintf(stream, "%c", 'b'); }
static void fwrite_b(void) { fwrite("b", 1, 1, stream); }
static int text_begins_with_a(void) {
  fclose(stream);
  return text[0] == 'a';
}
static void wide_stream(void) { stream = open_wmemstream(&wide, &size); }
static void fputws_a(void) { fputws(L"a", stream); }
static void fwprintf_b(void) { fwprintf(stream, L"%ls", L"b"); }
static int wide_begins_with_a(void) {
  fclose(stream);
  return wide[0] == L'a';
}
static void text_stream(void) { stream = fmemopen("a\nb\n", 4, "r"); }
static void fgetc_a(void) { a = fgetc(stream); }
static void fgetc_b(void) { b = fgetc(stream); }
static void fgets_b(void) {
  if (fgets(buffer, 3, stream))
    b = buffer[0];
}
static void getline_b(void) {
  char* line = NULL;
  size_t n = 0;
  if (getline(&line, &n, stream) > 0)
    b = line[0];
}
static void fscanf_b(void) {
  if (fscanf(stream, "%3s", buffer) == 1)
    b = buffer[0];
}
static void ungetc_b(void) { ungetc('x', stream); }
static void fseek_b(void) { fseek(stream, 2, SEEK_SET); }
static void rewind_b(void) { rewind(stream); }
static void ftell_a(void) { a = ftell(stream); }
static void past_a(void) {
  text_stream();
  fgetc(stream);
}
static int a_is_a(void) { return a == 'a'; }
static void temporary_stream(void) { stream = tmpfile(); }
static int temporary_begins_with_a(void) {
  rewind(stream);
  return fgetc(stream) == 'a';
}
static void descriptor_stream(void) {
  memory_file();
  stream = fdopen(fd, "w");
  setvbuf(stream, NULL, _IONBF, 0);
}
static void freopen_stdout_to_file(void) {
  temporary();
  if (!freopen(path, "w+", stdout))
    abort();
}
static void puts_a(void) { puts("a"); }
static void printf_b(void) { printf("%s\n", "b"); }
static int stdout_begins_with_a(void) {
  fflush(stdout);
  rewind(stdout);
  return finish_file(fgetc(stdout) == 'a');
}
static void getchar_a(void) { a = getchar(); }
static void getchar_b(void) { b = getchar(); }
static void scanf_b(void) {
  char c = 0;
  if (scanf("%c", &c) == 1)
    b = c;
}
static void fclose_b(void) { b = fclose(stream); }
static void write_end_a(void) { a = write(fd, "a", 1) == 1; }

// Libc's own state.
static void tokens(void) {
  strcpy(buffer, "a b c d");
  strtok(buffer, " ");
}
static void strtok_a(void) { a = strtok(NULL, " ")[0]; }
static void strtok_b(void) { b = strtok(NULL, " ")[0]; }
static void localtime_a(void) {
  time_t t = 1000000000;
  text = (char*)localtime(&t);
}
static void gmtime_b(void) {
  time_t t = 0;
  gmtime(&t);
}
static int year_is_a(void) { return ((struct tm*)text)->tm_year == 101; }
static void timezone_b(void) {
  setenv("TZ", "XYZ-5", 1);
  tzset();
}
static void local_hour_a(void) {
  time_t t = 0;
  struct tm broken;
  a = localtime_r(&t, &broken)->tm_hour;
}
static void utc(void) {
  setenv("TZ", "UTC", 1);
  tzset();
}
static int hour_is_zero(void) { return a == 0; }
static void setlocale_b(void) { setlocale(LC_NUMERIC, "POSIX"); }
static void setlocale_a(void) { a = strcmp(setlocale(LC_NUMERIC, "C.UTF-8") ? "" : "", "") == 0; }
static int locale_is_a(void) { return strcmp(setlocale(LC_NUMERIC, NULL), "C.UTF-8") == 0; }
static void getpwent_a(void) { a = getpwent()->pw_uid; }
static void getpwent_b(void) { b = getpwent()->pw_uid; }
static void table(void) { hcreate(10); }
static void enter_a(void) {
  ENTRY entry = {"k", (void*)1};
  hsearch(entry, ENTER);
}
static void enter_b(void) {
  ENTRY entry = {"k", (void*)2};
  hsearch(entry, ENTER);
}
static int found_a(void) {
  ENTRY entry = {"k", NULL};
  return hsearch(entry, FIND)->data == (void*)1;
}
static void logmask_a(void) { a = setlogmask(LOG_MASK(LOG_ERR)) == 0xff; }
static void logmask_b(void) { b = setlogmask(LOG_MASK(LOG_ERR)) == 0xff; }
static char* words[] = {"x", "-a", "-b", NULL};
static void getopt_a(void) { a = getopt(3, words, "ab"); }
static void getopt_b(void) { b = getopt(3, words, "ab"); }

// The process.
static void on_signal(int number) { (void)number; }
static void signal_a(void) { a = signal(SIGUSR1, on_signal) == SIG_DFL; }
static void signal_b(void) { b = signal(SIGUSR1, on_signal) == SIG_DFL; }
static void sigaction_b(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, NULL);
}
static void ask_signal_a(void) {
  struct sigaction action;
  sigaction(SIGUSR1, NULL, &action);
  a = action.sa_handler == SIG_DFL;
}
static void alarm_a(void) { a = alarm(1000) == 0; }
static void alarm_b(void) { b = alarm(1000) == 0; }
static void limit_b(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_CORE, &limit);
  limit.rlim_cur = 0;
  setrlimit(RLIMIT_CORE, &limit);
}
static void some_limit(void) {
  struct rlimit limit = {4096, RLIM_INFINITY};
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = 4096;
  setrlimit(RLIMIT_FSIZE, &limit);
}
static void limit_to_b(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = 1024;
  setrlimit(RLIMIT_FSIZE, &limit);
}
static void get_limit_a(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  a = limit.rlim_cur == 4096;
}
static void mmap_a(void) { a = (long)mmap(NULL, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
static void mmap_b(void) { b = (long)mmap(NULL, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
static void sbrk_a(void) { a = (long)sbrk(64); }
static void sbrk_b(void) { b = (long)sbrk(64); }
static void key_a(void) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  a = key;
}
static void key_b(void) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  b = key;
}
static void queue(void) { fd = shmget(IPC_PRIVATE, 4096, 0600); }
static void attach_a(void) { a = (long)shmat(fd, NULL, 0); }
static void attach_b(void) { b = (long)shmat(fd, NULL, 0); }
static int detach(void) {
  shmctl(fd, IPC_RMID, NULL);
  return a < b;
}

// What any code may tell, also if it calls nothing: the locale, memory, what is loaded.
static volatile char* page;
static void plain_locale(void) { setlocale(LC_ALL, "C"); }
static void wide_locale(void) { setlocale(LC_ALL, "C.UTF-8"); }
static void longest_b(void) { b = (long)MB_CUR_MAX; }
static int b_is_one(void) { return b == 1; }
static int b_is_set(void) { return b != 0; }
static void load_a(void) { a = dlopen("libresolv.so.2", RTLD_NOW) != NULL; }
static int count_file(struct dl_phdr_info* file, size_t bytes, void* unused) {
  b |= strstr(file->dlpi_name, "libresolv") != NULL;
  return 0;
}
static void loaded_b(void) { dl_iterate_phdr(count_file, NULL); }
static void limit_a(void) {
  struct rlimit limit = {50, 100};
  setrlimit(RLIMIT_NOFILE, &limit);
}
static void sysconf_b(void) { b = sysconf(_SC_OPEN_MAX) == 50; }
static void fresh_page(void) {
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[0] = 1;
}
static void drop_page_a(void) { madvise((void*)page, 4096, MADV_DONTNEED); }
static void replace_page_a(void) {
  mmap((void*)page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}
static void page_b(void) { b = page[0]; }
static void mapped_file(void) {
  make_memory_file("x");
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}
static void page_is_a_b(void) { b = page[0] == 'a'; }
static void fork_a(void) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0)
    _exit(size != 0);
  waitpid(child, &status, 0);
  a = WEXITSTATUS(status);
}
static void size_b(void) { size = 1; }
static void half_a(void) { a = (long)mbrlen("\xc3", 1, NULL); }
static void other_half_b(void) { b = mbrlen("\xa9", 1, NULL) == 1; }
static void no_reaper(void) { prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0); }
static void reaper_a(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
static void ask_reaper_b(void) {
  int is = 0;
  prctl(PR_GET_CHILD_SUBREAPER, &is, 0, 0, 0);
  b = is;
}
static unsigned seed = 1;
static void rand_r_a(void) { a = rand_r(&seed); }
static void rand_r_b(void) { b = rand_r(&seed); }
static struct drand48_data numbers;
static void seed_numbers(void) { srand48_r(1, &numbers); }
static void lrand48_r_a(void) { lrand48_r(&numbers, &a); }
static void lrand48_r_b(void) { lrand48_r(&numbers, &b); }
static unsigned short three[3] = {1, 2, 3};
static void erand48_a(void) { a = (long)(erand48(three) * 1e9); }
static void erand48_b(void) { b = (long)(erand48(three) * 1e9); }
static void walk_b(void) {
  b = 0;
  for (char** variable = environ; variable != NULL && *variable != NULL; ++variable)
    b |= strncmp(*variable, "X_OF_TEST=", 10) == 0;
}
static void concurrency_a(void) { pthread_setconcurrency(3); }
static void ask_concurrency_b(void) { b = pthread_getconcurrency() == 3; }
static void map_there_a(void) {
  a = (long)mmap((void*)0x123450000, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
static void maps_b(void) {
  static char maps[1 << 16];
  const int file = open("/proc/self/maps", O_RDONLY);
  ssize_t got = 0;
  for (size_t at = 0; (got = read(file, maps + at, sizeof maps - 1 - at)) > 0;)
    at += (size_t)got;
  close(file);
  b = strstr(maps, "123450000") != NULL;
}

// Standard output, which heddle captures, when another thread closes or replaces it.
static void unbuffered(void) { setvbuf(stdout, NULL, _IONBF, 0); }
static void puts_fails_a(void) { a = puts("x") < 0; }
static void write_fails_a(void) { a = write(STDOUT_FILENO, "x", 1) < 0; }
static void close_stdout(void) { fclose(stdout); }
static void fail_to_reopen(void) {
  if (freopen("/no/such/file", "w", stdout))
    abort();
}
static void close_1(void) { close(STDOUT_FILENO); }
static void fstat_1_a(void) {
  struct stat status;
  a = fstat(STDOUT_FILENO, &status) != 0;
}
static void nonblock_1(void) { fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK | O_APPEND); }
static void get_flags_of_1_a(void) { a = (fcntl(STDOUT_FILENO, F_GETFL) & O_NONBLOCK) != 0; }
static void fileno_a(void) { a = fileno(stdout) >= 0; }
static void full_device(void) {
  unbuffered();
  fd = open("/dev/full", O_WRONLY);
}
static void replace_1(void) { dup2(fd, STDOUT_FILENO); }
static void closed_1(void) {
  fd = dup(STDOUT_FILENO);
  close(STDOUT_FILENO);
}
static void duplicate(void) { b = dup(fd); }

// Numbers of descriptors, as other calls take them.
static void free_number(void) {
  fd = dup(STDIN_FILENO);
  close(fd);
}
static void open_directory_b(void) { b = open("/dev", O_RDONLY | O_DIRECTORY); }
static void fstatat_a(void) {
  struct stat status;
  a = fstatat(fd, "", &status, AT_EMPTY_PATH) == 0;
}
static void faccessat_a(void) { a = faccessat(fd, "null", F_OK, 0) == 0; }
static void directory_and_pipe(void) {
  no_file();
  make_pipe();
  mkdir(path, 0700);
  fd2 = open(path, O_RDONLY | O_DIRECTORY);
  fd = ends[0];
}
static void mkdirat_a(void) { a = mkdirat(fd, "inner", 0700) == 0; }
static void renameat_a(void) { a = renameat(fd, "x", fd, "y") != 0 && errno == ENOENT; }
static int finish_directory(void) {
  unlinkat(fd2, "inner", AT_REMOVEDIR);
  return finish_a();
}
static void map_a(void) { a = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) != MAP_FAILED; }
static void no_queue(void) {
  snprintf(path, sizeof path, "%s", strrchr(getenv("TMPDIR"), '/'));
  mq_unlink(path);
}
static void open_queue_a(void) {
  struct mq_attr small = {.mq_maxmsg = 1, .mq_msgsize = 1};
  a = mq_open(path, O_CREAT | O_RDWR, 0600, &small);
}
static int finish_queue(void) {
  mq_unlink(path);
  return a < b;
}
static void limited_file(void) {
  open_file();
  signal(SIGXFSZ, SIG_IGN);
}
static void ulimit_b(void) { b = ulimit(UL_SETFSIZE, 0L); }
static void attached_a(void) { a = shmat(fd, NULL, 0) != (void*)-1; }
static void remove_segment_b(void) { b = shmctl(fd, IPC_RMID, NULL); }
static int finish_segment(void) {
  shmctl(fd, IPC_RMID, NULL);
  return (int)a;
}

// Memory that shows what is in a file.
static void private_page(void) {
  make_memory_file("x");
  page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
}
static void page_by_system_call(void) {
  make_memory_file("x");
  page = (char*)syscall(SYS_mmap, NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
}
static void two_pages(void) {
  mapped_file();
  text = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
}
static void call_and_set_page(void) {
  a = fcntl(fd, F_GETFD);
  page[0] = 'a';
}
static void text_is_a_b(void) { b = text[0] == 'a'; }
static void page_of_path(void) {
  open_file();
  if (write(fd, "xxxx", 4) != 4)
    abort();
  page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
}
static void truncate_a(void) { a = truncate(path, 1); }
static void create_again_a(void) {
  const int file = open(path, O_WRONLY | O_TRUNC);
  a = ftruncate(file, 4);
  close(file);
}
static void end_of_page_b(void) { b = page[3] == 'x'; }
static int finish_b(void) { return finish_file((int)b); }
static int run_clone(void* unused) { return size != 0; }
static void clone_a(void) {
  static char stack[1 << 16];
  int status = 0;
  waitpid(clone(run_clone, stack + sizeof stack, SIGCHLD, NULL), &status, 0);
  a = WEXITSTATUS(status);
}

struct family {
  const char* name;
  void (*set_up)(void);
  void (*first)(void);
  void (*second)(void);
  int (*outcome)(void);
};

static const struct family families[] = {
    {"rand", nothing, rand_a, rand_b, a_less},
    {"srandom", nothing, random_a, srandom_b, a_is_first_random},
    {"rand_random", nothing, rand_a, random_b, a_less},
    {"drand48", nothing, drand_a, lrand_b, a_less},
    {"setenv", nothing, set_x, get_x, is_a},
    {"putenv", nothing, set_x, put_x, x_is_one},
    {"unsetenv", nothing, set_x, unset_x, x_is_set},
    {"clearenv", set_x, clear_env, get_x, is_a},
    {"atexit", nothing, at_10, at_11, a_less},
    {"on_exit", nothing, on_10, at_11, a_less},
    {"write", memory_file, write_a, write_b, first_byte},
    {"pwrite", memory_file, pwrite_a, pwrite_b, first_byte},
    {"writev", memory_file, writev_a, dprintf_b, first_byte},
    {"syscall", memory_file, syscall_write_a, write_b, first_byte},
    {"read", ab_file, read_a, read_b, a_less},
    {"read_duplicate", ab_file_and_duplicate, read_a, read_duplicate_b, a_less},
    {"lseek", ab_file, read_a, seek_b, a_is_a},
    {"ftruncate", ab_file, pread_a, ftruncate_b, a_positive},
    {"fstat", ab_file, fstat_a, ftruncate_b, a_positive},
    {"close", ab_file, pread_a, close_b, a_positive},
    {"dup", ab_file, dup_a, dup_b, a_less},
    {"open", ab_file, open_a, dup_b, a_less},
    {"socket", nothing, open_a, socket_b, a_less},
    {"pipe", nothing, open_a, pipe_b, a_less},
    {"dup2", two_files, fstat_a, dup2_b, a_positive},
    {"F_SETFD", two_files, get_cloexec_a, cloexec_b, is_a},
    {"F_SETFL", two_files, get_flags_a, nonblock_b, a_positive},
    {"flock", lock_two_files, flock_a, flock_b, is_a},
    {"pipe_write", make_pipe, send_a, send_b, pipe_begins_with_a},
    {"pipe_read", make_pipe, send_a, receive_b, b_received},
    {"sockets", make_sockets, send_a, receive_b, b_received},
    {"eventfd", make_event, send_a, receive_b, b_received},
    {"poll", make_pipe, send_a, poll_b, b_received},
    {"select", make_pipe, send_a, select_b, b_received},
    {"ioctl", make_pipe, send_a, fionread_b, b_received},
    {"epoll_wait", make_epoll, send_a, epoll_b, b_received},
    {"epoll_ctl", make_epoll, epoll_add_a, epoll_add_b, a_is_zero},
    {"timerfd", make_timer, get_timer_a, set_timer_b, a_positive},
    {"O_EXCL", no_file, create_a, create_b, finish_a},
    {"unlink", some_file, access_a, unlink_b, finish_a},
    {"fopen", some_file, fopen_a, unlink_b, finish_a},
    {"mkdir", no_file, mkdir_a, mkdir_b, finish_a},
    {"stat_write", open_file, stat_size_a, write_b, finish_a},
    {"truncate", open_file, fstat_a, truncate_b, finish_a},
    {"chmod", some_file, stat_mode_a, chmod_b, finish_a},
    {"glob", some_file, glob_a, unlink_b, finish_a},
    {"chdir", somewhere, getcwd_a, chdir_b, is_a},
    {"umask", nothing, umask_a, umask_b, is_a},
    {"readdir", make_directory, readdir_a, readdir_b, a_is_first_entry},
    {"fputs", memory_stream, fputs_a, fputc_b, text_begins_with_a},
    {"fprintf", memory_stream, fputs_a, fprintf_b, text_begins_with_a},
    {"fwrite", memory_stream, fputs_a, fwrite_b, text_begins_with_a},
    {"fputws", wide_stream, fputws_a, fwprintf_b, wide_begins_with_a},
    {"fgetc", text_stream, fgetc_a, fgetc_b, a_is_a},
    {"fgets", text_stream, fgetc_a, fgets_b, a_is_a},
    {"getline", text_stream, fgetc_a, getline_b, a_is_a},
    {"fscanf", text_stream, fgetc_a, fscanf_b, a_is_a},
    {"ungetc", text_stream, fgetc_a, ungetc_b, a_is_a},
    {"fseek", text_stream, fgetc_a, fseek_b, a_is_a},
    {"rewind", past_a, fgetc_a, rewind_b, a_is_a},
    {"ftell", text_stream, ftell_a, fgetc_b, a_is_zero},
    {"tmpfile", temporary_stream, fputs_a, fputc_b, temporary_begins_with_a},
    {"fdopen", descriptor_stream, fputs_a, write_b, first_byte},
    {"fclose", descriptor_stream, write_end_a, fclose_b, is_a},
    {"freopen", freopen_stdout_to_file, puts_a, printf_b, stdout_begins_with_a},
    {"getchar", nothing, getchar_a, getchar_b, a_less},
    {"scanf", nothing, getchar_a, scanf_b, a_less},
    {"strtok", tokens, strtok_a, strtok_b, a_less},
    {"localtime", nothing, localtime_a, gmtime_b, year_is_a},
    {"tzset", utc, local_hour_a, timezone_b, hour_is_zero},
    {"setlocale", nothing, setlocale_a, setlocale_b, locale_is_a},
    {"getpwent", nothing, getpwent_a, getpwent_b, a_less},
    {"hsearch", table, enter_a, enter_b, found_a},
    {"setlogmask", nothing, logmask_a, logmask_b, is_a},
    {"getopt", nothing, getopt_a, getopt_b, a_less},
    {"signal", nothing, signal_a, signal_b, is_a},
    {"sigaction", nothing, ask_signal_a, sigaction_b, is_a},
    {"alarm", nothing, alarm_a, alarm_b, is_a},
    {"setrlimit", some_limit, get_limit_a, limit_to_b, is_a},
    {"mmap", nothing, mmap_a, mmap_b, a_less},
    {"sbrk", nothing, sbrk_a, sbrk_b, a_less},
    {"keys", nothing, key_a, key_b, a_less},
    {"shmat", queue, attach_a, attach_b, detach},
    {"MB_CUR_MAX", plain_locale, wide_locale, longest_b, b_is_one},
    {"dl_iterate_phdr", nothing, load_a, loaded_b, b_is_set},
    {"sysconf", nothing, limit_a, sysconf_b, b_is_set},
    {"madvise", fresh_page, drop_page_a, page_b, b_is_set},
    {"MAP_FIXED", fresh_page, replace_page_a, page_b, b_is_set},
    {"mapped_file", mapped_file, pwrite_a, page_is_a_b, b_is_set},
    {"fork", nothing, fork_a, size_b, is_a},
    {"mbrlen", wide_locale, half_a, other_half_b, b_is_set},
    {"prctl", no_reaper, reaper_a, ask_reaper_b, b_is_set},
    {"rand_r", nothing, rand_r_a, rand_r_b, a_less},
    {"lrand48_r", seed_numbers, lrand48_r_a, lrand48_r_b, a_less},
    {"erand48", nothing, erand48_a, erand48_b, a_less},
    {"environ", unset_x, set_x, walk_b, b_is_set},
    {"concurrency", nothing, concurrency_a, ask_concurrency_b, b_is_set},
    {"proc", nothing, map_there_a, maps_b, b_is_set},
    {"puts_fclose", unbuffered, puts_fails_a, close_stdout, is_a},
    {"fclose_puts", unbuffered, close_stdout, puts_fails_a, is_a},
    {"puts_freopen", unbuffered, puts_fails_a, fail_to_reopen, is_a},
    {"write_close", unbuffered, write_fails_a, close_1, is_a},
    {"write_dup2", full_device, write_fails_a, replace_1, is_a},
    {"write_restored", closed_1, write_fails_a, replace_1, is_a},
    {"write_dup", closed_1, write_fails_a, duplicate, is_a},
    {"fstat_of_1", unbuffered, fstat_1_a, close_1, is_a},
    {"flags_of_1", unbuffered, get_flags_of_1_a, nonblock_1, is_a},
    {"fileno", unbuffered, fileno_a, close_stdout, is_a},
    {"fstatat", free_number, fstatat_a, open_directory_b, is_a},
    {"faccessat", free_number, faccessat_a, open_directory_b, is_a},
    {"mkdirat", directory_and_pipe, mkdirat_a, dup2_b, finish_directory},
    {"renameat", directory_and_pipe, renameat_a, dup2_b, finish_directory},
    {"mmap_close", ab_file, map_a, close_b, is_a},
    {"mq_open", no_queue, open_queue_a, dup_b, finish_queue},
    {"ulimit", limited_file, write_end_a, ulimit_b, finish_a},
    {"IPC_RMID", queue, attached_a, remove_segment_b, finish_segment},
    {"private_mapping", private_page, pwrite_a, page_is_a_b, b_is_set},
    {"SYS_mmap", page_by_system_call, pwrite_a, page_is_a_b, b_is_set},
    {"two_mappings", two_pages, call_and_set_page, text_is_a_b, b_is_set},
    {"truncate_mapped", page_of_path, truncate_a, end_of_page_b, finish_b},
    {"O_TRUNC", page_of_path, create_again_a, end_of_page_b, finish_b},
    {"clone", nothing, clone_a, size_b, is_a},
};

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int with_locks;
static const struct family* family;

static void* run_first(void* unused) {
  if (with_locks)
    pthread_mutex_lock(&locks[0]);
  family->first();
  if (with_locks)
    pthread_mutex_unlock(&locks[0]);
  return unused;
}

static void* run_second(void* unused) {
  if (with_locks)
    pthread_mutex_lock(&locks[1]);
  family->second();
  if (with_locks)
    pthread_mutex_unlock(&locks[1]);
  return unused;
}

int main(int argc, char** argv) {
  if (argc < 3) {
    for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i)
      puts(families[i].name);
    return 0;
  }
  with_locks = strcmp(argv[2], "locks") == 0;
  for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i) {
    if (strcmp(argv[1], families[i].name) == 0)
      family = &families[i];
  }
  family->set_up();
  pthread_t one, two;
  pthread_create(&one, NULL, run_first, NULL);
  pthread_create(&two, NULL, run_second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return family->outcome() ? 10 : 11;
}
