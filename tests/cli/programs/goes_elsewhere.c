// SPDX-License-Identifier: Apache-2.0
// A program with threads that goes on where heddle does not see it, in the way that its argument
// says; or, in the last few, does not.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

static char* arguments[] = {"true", NULL};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counted;
static char stack[65536];

static void* count(void* argument) {
  pthread_mutex_lock(&lock);
  ++counted;
  pthread_mutex_unlock(&lock);
  return argument;
}

static int run_threads(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    pthread_create(&threads[i], NULL, count, NULL);
  }
  for (int i = 0; i < 2; ++i) {
    pthread_join(threads[i], NULL);
  }
  return counted == 2 ? 0 : 1;
}

static int sleep_long(void* argument) {
  (void)argument;
  struct timespec long_time = {600, 0};
  syscall(SYS_nanosleep, &long_time, NULL);
  return 0;
}

static void wait_for(pid_t process) { waitpid(process, NULL, 0); }

static void become_another(const char* how) {
  const int file = open("/bin/true", O_RDONLY | O_CLOEXEC);
  if (strcmp(how, "execl") == 0) {
    execl("/bin/true", "true", (char*)NULL);
  } else if (strcmp(how, "execle") == 0) {
    execle("/bin/true", "true", (char*)NULL, environ);
  } else if (strcmp(how, "execlp") == 0) {
    execlp("true", "true", (char*)NULL);
  } else if (strcmp(how, "execv") == 0) {
    execv("/bin/true", arguments);
  } else if (strcmp(how, "execve") == 0) {
    execve("/bin/true", arguments, environ);
  } else if (strcmp(how, "execvp") == 0) {
    execvp("true", arguments);
  } else if (strcmp(how, "execvpe") == 0) {
    execvpe("true", arguments, environ);
  } else if (strcmp(how, "fexecve") == 0) {
    fexecve(file, arguments, environ);
  } else if (strcmp(how, "execveat") == 0) {
    syscall(SYS_execveat, AT_FDCWD, "/bin/true", arguments, environ, 0);
  } else if (strcmp(how, "syscall") == 0) {
    syscall(SYS_execve, "/bin/true", arguments, environ);
  } else if (strcmp(how, "instruction") == 0) {
    long result = SYS_execve;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"("/bin/true"), "S"(arguments), "d"(environ)
                     : "rcx", "r11", "memory");
  }
  close(file);
}

static void* become(void* how) {
  become_another(how);
  return NULL;
}

static void go_on_in_a_child(const char* how) {
  if (strcmp(how, "daemon") == 0) {
    if (daemon(1, 1) != 0) {
      exit(1);
    }
  } else if (strcmp(how, "fork") == 0) {
    if (fork() != 0) {
      exit(0);
    }
    sleep_long(NULL);
  } else if (strcmp(how, "fork twice") == 0) {
    const pid_t child = fork();
    if (child != 0) {
      wait_for(child);
      exit(0);
    }
    setsid();
    if (fork() != 0) {
      _exit(0);
    }
    closefrom(0);
    sleep_long(NULL);
  } else if (strcmp(how, "threads in a child") == 0) {
    const pid_t child = fork();
    if (child == 0) {
      _exit(run_threads());
    }
    wait_for(child);
    exit(0);
  } else if (strcmp(how, "system call fork") == 0) {
    if (syscall(SYS_fork) != 0) {
      exit(0);
    }
    sleep_long(NULL);
  } else if (strcmp(how, "clone") == 0) {
    clone(sleep_long, stack + sizeof stack, SIGCHLD, NULL);
    exit(0);
  } else if (strcmp(how, "clone a thread") == 0) {
    clone(sleep_long, stack + sizeof stack,
          CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, NULL);
  }
}

// What other programs do is not this one's business.
static void run_another(const char* how) {
  pid_t child = 0;
  if (strcmp(how, "system") == 0) {
    if (system("true") != 0) {
      exit(1);
    }
  } else if (strcmp(how, "popen") == 0) {
    pclose(popen("true", "r"));
  } else if (strcmp(how, "posix_spawn") == 0) {
    posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ);
    wait_for(child);
  } else if (strcmp(how, "vfork") == 0) {
    child = vfork();
    if (child == 0) {
      execv("/bin/true", arguments);
      _exit(127);
    }
    wait_for(child);
  } else if (strcmp(how, "fork and exec") == 0) {
    child = fork();
    if (child == 0) {
      execl("/bin/sleep", "sleep", "2", (char*)NULL);
      _exit(127);
    }
  } else if (strcmp(how, "fork and wait") == 0) {
    child = fork();
    if (child == 0) {
      _exit(0);
    }
    wait_for(child);
  } else if (strcmp(how, "fork and not wait") == 0) {
    child = fork();
    if (child == 0) {
      _exit(0);
    }
  } else if (strcmp(how, "no such file") == 0) {
    if (execl("/no/such/file", "file", (char*)NULL) != -1 ||
        execlp("no-such-file", "file", (char*)NULL) != -1 || execl("/", "/", (char*)NULL) != -1) {
      exit(1);
    }
  }
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  if (strcmp(how, "itself") == 0 && getenv("AGAIN") == NULL) {
    setenv("AGAIN", "1", 1);
    execv("/proc/self/exe", argv);
    return 1;
  }
  if (strncmp(how, "thread ", 7) == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, become, (void*)(how + 7));
    pthread_join(thread, NULL);
  }
  // It ends with status 1 if the thread did not get to it: a finding all the same.
  if (strcmp(how, "late") == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, become, "execl");
    pthread_detach(thread);
    return 1;
  }
  go_on_in_a_child(how);
  run_another(how);
  return run_threads();
}
