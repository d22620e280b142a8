// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions with effects outside the memory that heddle sees: what they touch, one row each.
//
//   X(name, shape, detail)
//
// `shape` is how the call shares something (Shape in table.h).  `detail` is the number of the
// argument that names it, or what is shared (Shared in effects.h).  effects_entry.S makes an entry
// of each row, which the program calls in place of libc's function of that name; it needs no code
// of its own.  Functions that do more than this are written out in interpose/.
//
// A row that is missing loses orders of the calls; tools/check_effects.py goes through all of libc.

#define HEDDLE_EFFECTS(X)       \
  HEDDLE_EFFECTS_OUTPUT(X)      \
  HEDDLE_EFFECTS_STREAMS(X)     \
  HEDDLE_EFFECTS_DESCRIPTORS(X) \
  HEDDLE_EFFECTS_PATHS(X)       \
  HEDDLE_EFFECTS_STATE(X)       \
  HEDDLE_EFFECTS_EVERYTHING(X)  \
  HEDDLE_EFFECTS_CXX(X)

// clang-format off

// Writes to streams.
#define HEDDLE_EFFECTS_OUTPUT(X) \
  X(fputs, output, 1) X(fputs_unlocked, output, 1) X(fputc, output, 1) X(fputc_unlocked, output, 1) \
  X(putc, output, 1) X(putc_unlocked, output, 1) X(_IO_putc, output, 1) X(putw, output, 1) \
  X(fwrite, output, 3) X(fwrite_unlocked, output, 3) X(fprintf, output, 0) X(vfprintf, output, 0) \
  X(__fprintf_chk, output, 0) X(__vfprintf_chk, output, 0) X(fputws, output, 1) \
  X(fputws_unlocked, output, 1) X(fputwc, output, 1) X(fputwc_unlocked, output, 1) X(putwc, output, 1) \
  X(putwc_unlocked, output, 1) X(fwprintf, output, 0) X(vfwprintf, output, 0) \
  X(__fwprintf_chk, output, 0) X(__vfwprintf_chk, output, 0) X(__overflow, output, 0) \
  X(__woverflow, output, 0) X(fflush, output, 0) X(fflush_unlocked, output, 0) X(putpwent, output, 1) \
  X(putgrent, output, 1) X(putsgent, output, 1) X(putspent, output, 1) X(addmntent, output, 0) \
  X(malloc_info, output, 1) \
  X(printf, standard_output, 0) X(vprintf, standard_output, 0) X(__printf_chk, standard_output, 0) \
  X(__vprintf_chk, standard_output, 0) X(puts, standard_output, 0) X(putchar, standard_output, 0) \
  X(putchar_unlocked, standard_output, 0) X(wprintf, standard_output, 0) \
  X(vwprintf, standard_output, 0) X(__wprintf_chk, standard_output, 0) \
  X(__vwprintf_chk, standard_output, 0) X(putwchar, standard_output, 0) \
  X(putwchar_unlocked, standard_output, 0) \
  X(perror, standard_error, 0) X(psignal, standard_error, 0) X(psiginfo, standard_error, 0) \
  X(warn, standard_error, 0) X(warnx, standard_error, 0) X(vwarn, standard_error, 0) \
  X(vwarnx, standard_error, 0) X(herror, standard_error, 0) X(malloc_stats, standard_error, 0) \
  X(error, standard_error, 0) X(error_at_line, standard_error, 0) X(fmtmsg, standard_error, 0)

// Other uses of streams.
#define HEDDLE_EFFECTS_STREAMS(X) \
  X(fgets, stream_text, 2) X(fgets_unlocked, stream_text, 2) X(__fgets_chk, stream_text, 3) \
  X(__fgets_unlocked_chk, stream_text, 3) X(fgetc, stream_byte, 0) X(fgetc_unlocked, stream_byte, 0) X(getc, stream_byte, 0) \
  X(getc_unlocked, stream_byte, 0) X(_IO_getc, stream_byte, 0) X(getw, stream_byte, 0) X(ungetc, stream, 1) \
  X(fread, stream_bytes, 3) X(fread_unlocked, stream_bytes, 3) X(__fread_chk, stream_bytes, 4) \
  X(__fread_unlocked_chk, stream_bytes, 4) X(fscanf, stream_scan, 0) X(vfscanf, stream_scan, 0) \
  X(__isoc99_fscanf, stream_scan, 0) X(__isoc99_vfscanf, stream_scan, 0) X(__isoc23_fscanf, stream_scan, 0) \
  X(__isoc23_vfscanf, stream_scan, 0) X(getline, stream_line, 2) X(getdelim, stream_line, 3) \
  X(__getdelim, stream_line, 3) \
  X(fgetwc, stream, 0) X(fgetwc_unlocked, stream, 0) X(getwc, stream, 0) X(getwc_unlocked, stream, 0) \
  X(ungetwc, stream, 1) X(fgetws, stream, 2) X(fgetws_unlocked, stream, 2) X(__fgetws_chk, stream, 3) \
  X(__fgetws_unlocked_chk, stream, 3) X(fwscanf, stream, 0) X(vfwscanf, stream, 0) \
  X(__isoc99_fwscanf, stream, 0) X(__isoc99_vfwscanf, stream, 0) X(fwide, stream, 0) \
  X(__uflow, stream_byte, 0) X(__underflow, stream_byte, 0) X(__wuflow, stream, 0) X(__wunderflow, stream, 0) \
  X(fseek, stream, 0) X(fseeko, stream, 0) X(fseeko64, stream, 0) X(fsetpos, stream, 0) \
  X(fsetpos64, stream, 0) X(rewind, stream, 0) X(clearerr, stream, 0) X(clearerr_unlocked, stream, 0) \
  X(ftell, stream, 0) X(ftello, stream, 0) X(ftello64, stream, 0) X(fgetpos, stream, 0) \
  X(fgetpos64, stream, 0) X(feof, stream, 0) X(feof_unlocked, stream, 0) X(ferror, stream, 0) \
  X(ferror_unlocked, stream, 0) X(setbuf, stream, 0) X(setbuffer, stream, 0) X(setlinebuf, stream, 0) \
  X(setvbuf, stream, 0) X(__fpurge, stream, 0) X(__fpending, stream, 0) X(__fbufsize, stream, 0) \
  X(__freadable, stream, 0) X(__fwritable, stream, 0) X(__freading, stream, 0) X(__fwriting, stream, 0) \
  X(__flbf, stream, 0) X(__fsetlocking, stream, 0) \
  X(fgetpwent, stream, 0) X(fgetpwent_r, stream, 0) X(fgetgrent, stream, 0) X(fgetgrent_r, stream, 0) \
  X(fgetsgent, stream, 0) X(fgetsgent_r, stream, 0) X(fgetspent, stream, 0) X(fgetspent_r, stream, 0) X(getmntent_r, stream, 0) \
  X(fileno, number_of_stream, 0) X(fileno_unlocked, number_of_stream, 0) \
  X(fclose, closes_stream, 0) X(pclose, closes_stream, 0) X(endmntent, closes_stream, 0) \
  X(freopen64, closes_stream, 2) \
  X(scanf, input_line, 0) X(vscanf, input_line, 0) X(__isoc99_scanf, input_line, 0) \
  X(__isoc99_vscanf, input_line, 0) X(__isoc23_scanf, input_line, 0) \
  X(__isoc23_vscanf, input_line, 0) X(getchar, input_byte, 0) \
  X(getchar_unlocked, input_byte, 0) X(gets, input_line, 0) X(__gets_chk, input_line, 0) \
  X(wscanf, standard_input, 0) X(vwscanf, standard_input, 0) X(__isoc99_wscanf, standard_input, 0) \
  X(__isoc99_vwscanf, standard_input, 0) X(getwchar, standard_input, 0) \
  X(getwchar_unlocked, standard_input, 0) X(getpass, standard_input, 0) \
  X(iconv, handle, 0) X(iconv_close, handle, 0) \
  X(readdir, directory, 0) X(readdir64, directory, 0) X(readdir_r, directory, 0) \
  X(readdir64_r, directory, 0) X(rewinddir, directory, 0) X(seekdir, directory, 0) \
  X(telldir, directory, 0) X(closedir, closes_directory, 0) X(fts_read, directory, 0) \
  X(fts_children, directory, 0) X(fts_close, closes_directory, 0) X(fts64_read, directory, 0) \
  X(fts64_children, directory, 0) X(fts64_close, closes_directory, 0)

#define HEDDLE_EFFECTS_DESCRIPTORS(X) \
  X(write, bytes_output, 0) X(__write, bytes_output, 0) X(writev, vector_output, 0) \
  X(pwrite, descriptor_writes, 0) X(pwrite64, descriptor_writes, 0) X(__pwrite64, descriptor_writes, 0) \
  X(pwritev, descriptor_writes, 0) X(pwritev64, descriptor_writes, 0) X(pwritev2, descriptor_writes, 0) \
  X(pwritev64v2, descriptor_writes, 0) X(dprintf, descriptor_writes, 0) X(vdprintf, descriptor_writes, 0) \
  X(__dprintf_chk, descriptor_writes, 0) X(__vdprintf_chk, descriptor_writes, 0) \
  X(ftruncate, descriptor_writes, 0) X(ftruncate64, descriptor_writes, 0) \
  X(fallocate, descriptor_writes, 0) X(fallocate64, descriptor_writes, 0) \
  X(posix_fallocate, descriptor_writes, 0) X(posix_fallocate64, descriptor_writes, 0) \
  X(fchmod, descriptor_writes, 0) X(fchown, descriptor_writes, 0) X(futimens, descriptor_writes, 0) \
  X(futimes, descriptor_writes, 0) X(fsetxattr, descriptor_writes, 0) X(fremovexattr, descriptor_writes, 0) \
  X(fsync, descriptor_writes, 0) X(fdatasync, descriptor_writes, 0) X(sync_file_range, descriptor_writes, 0) \
  X(backtrace_symbols_fd, descriptor_writes, 2) \
  X(__read, descriptor_input, 0) X(__read_chk, descriptor_input, 0) X(readv, descriptor_input, 0) \
  X(lseek64, descriptor_moves, 0) X(llseek, descriptor_moves, 0) X(__lseek, descriptor_moves, 0) \
  X(ioctl, descriptor_moves, 0) X(getdents64, descriptor_moves, 0) X(getdirentries, descriptor_moves, 0) \
  X(getdirentries64, descriptor_moves, 0) X(lockf, descriptor_moves, 0) X(lockf64, descriptor_moves, 0) \
  X(eventfd_read, descriptor_input, 0) X(eventfd_write, descriptor_output, 0) \
  X(send, socket_bytes, 3) X(__send, socket_bytes, 3) X(sendto, socket_bytes, 3) \
  X(sendmsg, socket_output, 2) X(sendmmsg, descriptor_moves, 0) X(__recv_chk, descriptor_input, 0) \
  X(__recvfrom_chk, descriptor_input, 0) X(bind, descriptor_moves, 0) X(listen, descriptor_moves, 0) \
  X(shutdown, descriptor_moves, 0) X(getsockopt, descriptor_moves, 0) X(setsockopt, descriptor_moves, 0) \
  X(getsockname, descriptor_moves, 0) X(getpeername, descriptor_moves, 0) X(sockatmark, descriptor_moves, 0) \
  X(tcgetattr, descriptor_moves, 0) X(tcsetattr, descriptor_moves, 0) X(tcflush, descriptor_moves, 0) \
  X(tcdrain, descriptor_moves, 0) X(tcflow, descriptor_moves, 0) X(tcsendbreak, descriptor_moves, 0) \
  X(tcgetpgrp, descriptor_moves, 0) X(tcgetsid, descriptor_moves, 0) X(tcsetpgrp, descriptor_moves, 0) X(epoll_ctl, descriptor_moves, 0) \
  X(inotify_add_watch, descriptor_moves, 0) X(inotify_rm_watch, descriptor_moves, 0) \
  X(grantpt, descriptor_moves, 0) X(unlockpt, descriptor_moves, 0) X(vmsplice, descriptor_moves, 0) \
  X(pread, descriptor_looks, 0) X(pread64, descriptor_looks, 0) X(__pread64, descriptor_looks, 0) \
  X(__pread_chk, descriptor_looks, 0) X(__pread64_chk, descriptor_looks, 0) X(preadv, descriptor_looks, 0) \
  X(preadv64, descriptor_looks, 0) X(preadv2, descriptor_moves, 0) X(preadv64v2, descriptor_moves, 0) \
  X(fstat, descriptor_looks, 0) X(fstat64, descriptor_looks, 0) X(__fxstat, descriptor_looks, 1) \
  X(__fxstat64, descriptor_looks, 1) X(fstatfs, descriptor_looks, 0) X(fstatfs64, descriptor_looks, 0) \
  X(fstatvfs, descriptor_looks, 0) X(fstatvfs64, descriptor_looks, 0) X(isatty, descriptor_looks, 0) \
  X(isfdtype, descriptor_looks, 0) X(fpathconf, descriptor_looks, 0) X(fgetxattr, descriptor_looks, 0) \
  X(flistxattr, descriptor_looks, 0) X(posix_fadvise, descriptor_looks, 0) \
  X(posix_fadvise64, descriptor_looks, 0) X(readahead, descriptor_looks, 0) X(ttyname_r, descriptor_looks, 0) \
  X(ptsname_r, descriptor_looks, 0) X(syncfs, descriptor_looks, 0) \
  X(dup, duplicates, 0) X(fdopendir, duplicates, 0) \
  X(pipe, opens, 0) X(pipe2, opens, 0) X(__pipe, opens, 0) X(socket, opens, 0) X(__socket, opens, 0) \
  X(socketpair, opens, 0) X(eventfd, opens, 0) X(signalfd, opens, 0) X(epoll_create, opens, 0) \
  X(epoll_create1, opens, 0) X(inotify_init, opens, 0) X(inotify_init1, opens, 0) X(memfd_create, opens, 0) \
  X(posix_openpt, opens, 0) X(getpt, opens, 0) X(openpty, opens, 0) X(pidfd_open, opens, 0) \
  X(pidfd_getfd, opens, 0)

// Calls that name files by their paths.
#define HEDDLE_EFFECTS_PATHS(X) \
  X(stat, path_looks, 0) X(stat64, path_looks, 0) X(lstat, path_looks, 0) X(lstat64, path_looks, 0) \
  X(fstatat, path_looks, 1) X(fstatat64, path_looks, 1) X(statx, path_looks, 1) X(__xstat, path_looks, 0) \
  X(__xstat64, path_looks, 0) X(__lxstat, path_looks, 0) X(__lxstat64, path_looks, 0) \
  X(__fxstatat, path_looks, 2) X(__fxstatat64, path_looks, 2) X(access, path_looks, 0) \
  X(faccessat, path_looks, 1) X(eaccess, path_looks, 0) X(euidaccess, path_looks, 0) \
  X(readlink, path_looks, 0) X(readlinkat, path_looks, 1) X(__readlink_chk, path_looks, 0) \
  X(__readlinkat_chk, path_looks, 1) X(realpath, path_looks, 0) X(__realpath_chk, path_looks, 0) \
  X(canonicalize_file_name, path_looks, 0) X(getcwd, path_looks, 0) X(__getcwd_chk, path_looks, 0) \
  X(getwd, path_looks, 0) X(__getwd_chk, path_looks, 0) X(get_current_dir_name, path_looks, 0) \
  X(statfs, path_looks, 0) X(statfs64, path_looks, 0) X(statvfs, path_looks, 0) X(statvfs64, path_looks, 0) \
  X(pathconf, path_looks, 0) X(getxattr, path_looks, 0) X(lgetxattr, path_looks, 0) \
  X(listxattr, path_looks, 0) X(llistxattr, path_looks, 0) X(glob, path_looks, 0) X(glob64, path_looks, 0) \
  X(wordexp, path_looks, 0) X(scandir, path_looks, 0) X(scandir64, path_looks, 0) \
  X(scandirat, path_looks, 1) X(scandirat64, path_looks, 1) X(ftw, path_looks, 0) X(ftw64, path_looks, 0) \
  X(nftw, path_looks, 0) X(nftw64, path_looks, 0) X(ftok, path_looks, 0) X(fts_open, path_opens, 0) \
  X(fts64_open, path_opens, 0) X(opendir, path_opens, 0) X(setmntent, path_opens, 0) \
  X(tempnam, path_looks, 0) X(mktemp, path_looks, 0) X(catopen, path_looks, 0) \
  X(chmod, path_changes, 0) X(lchmod, path_changes, 0) X(fchmodat, path_changes, 1) \
  X(chown, path_changes, 0) X(lchown, path_changes, 0) X(fchownat, path_changes, 1) \
  X(link, path_changes, 0) X(linkat, path_changes, 5) X(symlink, path_changes, 0) \
  X(symlinkat, path_changes, 2) X(mkdirat, path_changes, 1) X(mkdtemp, path_changes, 0) \
  X(mkfifo, path_changes, 0) X(mkfifoat, path_changes, 1) X(mknod, path_changes, 0) \
  X(mknodat, path_changes, 1) X(__xmknod, path_changes, 0) X(__xmknodat, path_changes, 2) \
  X(renameat, path_changes, 5) X(renameat2, path_changes, 5) X(unlinkat, path_changes, 1) \
  X(utime, path_changes, 0) X(utimes, path_changes, 0) \
  X(lutimes, path_changes, 0) X(utimensat, path_changes, 1) X(futimesat, path_changes, 1) \
  X(setxattr, path_changes, 0) X(lsetxattr, path_changes, 0) X(removexattr, path_changes, 0) \
  X(lremovexattr, path_changes, 0) X(chroot, path_changes, 0) X(sync, path_changes, 0) \
  X(shm_unlink, path_changes, 0) X(mkstemp, path_creates, 0) X(mkstemp64, path_creates, 0) \
  X(mkstemps, path_creates, 0) X(mkstemps64, path_creates, 0) X(mkostemp, path_creates, 0) \
  X(mkostemp64, path_creates, 0) X(mkostemps, path_creates, 0) X(mkostemps64, path_creates, 0) \
  X(tmpfile64, path_creates, 0) X(shm_open, path_creates, 0) \
  X(__open_2, path_creates, 0) X(__open64_2, path_creates, 0) X(__openat_2, path_creates, 0) \
  X(__openat64_2, path_creates, 0)

// Libc's own state, and the process's.
#define HEDDLE_EFFECTS_STATE(X) \
  X(rand, changes, random) X(random, changes, random) X(srand, changes, random) X(srandom, changes, random) \
  X(initstate, changes, random) X(setstate, changes, random) X(strfry, changes, random) \
  X(drand48, changes, random48) X(lrand48, changes, random48) X(mrand48, changes, random48) \
  X(srand48, changes, random48) X(seed48, changes, random48) X(lcong48, changes, random48) \
  X(erand48, changes, random48) X(nrand48, changes, random48) X(jrand48, changes, random48) \
  X(rand_r, callers, 0) X(random_r, callers, 0) X(srandom_r, callers, 1) X(initstate_r, callers, 3) \
  X(setstate_r, callers, 1) X(drand48_r, callers, 0) X(lrand48_r, callers, 0) X(mrand48_r, callers, 0) \
  X(srand48_r, callers, 1) X(seed48_r, callers, 1) X(lcong48_r, callers, 1) X(erand48_r, callers, 0) \
  X(nrand48_r, callers, 0) X(jrand48_r, callers, 0) \
  X(setenv, unseen, 0) X(unsetenv, unseen, 0) X(putenv, unseen, 0) \
  X(clearenv, unseen, 0) X(__secure_getenv, reads, environment) \
  X(__register_atfork, changes, exit_handlers) X(__cxa_at_quick_exit, changes, exit_handlers) \
  X(sigset, changes, signals) X(sigignore, changes, signals) X(sysv_signal, changes, signals) \
  X(__sysv_signal, changes, signals) X(bsd_signal, changes, signals) X(ssignal, changes, signals) \
  X(siginterrupt, changes, signals) X(sigvec, changes, signals) X(__sigaction, changes, signals) \
  X(ualarm, changes, signals) X(timer_settime, changes, signals) X(timer_delete, changes, signals) \
  X(timer_gettime, reads, signals) X(timer_getoverrun, reads, signals) X(getitimer, reads, signals) \
  X(localtime, changes, calendar) X(gmtime, changes, calendar) X(ctime, changes, calendar) \
  X(asctime, changes, calendar) X(tzset, changes, calendar) X(getdate, changes, calendar) \
  X(localtime_r, reads, calendar) X(ctime_r, reads, calendar) X(mktime, reads, calendar) \
  X(timelocal, reads, calendar) X(strftime, reads, calendar) X(wcsftime, reads, calendar) X(strftime_l, reads, calendar) \
  X(wcsftime_l, reads, calendar) \
  X(strtok, changes, text_buffers) X(l64a, changes, text_buffers) X(ecvt, changes, text_buffers) \
  X(fcvt, changes, text_buffers) X(qecvt, changes, text_buffers) X(qfcvt, changes, text_buffers) \
  X(tmpnam, changes, text_buffers) X(ttyname, changes, text_buffers) X(ptsname, changes, text_buffers) \
  X(ctermid, changes, text_buffers) X(cuserid, changes, text_buffers) X(getlogin, changes, text_buffers) \
  X(ether_ntoa, changes, text_buffers) X(ether_aton, changes, text_buffers) \
  X(re_comp, changes, text_buffers) X(re_exec, changes, text_buffers) X(mblen, changes, text_buffers) \
  X(mbtowc, changes, text_buffers) X(wctomb, changes, text_buffers) X(__wctomb_chk, changes, text_buffers) \
  X(getopt, changes, text_buffers) X(getopt_long, changes, text_buffers) \
  X(getopt_long_only, changes, text_buffers) X(__posix_getopt, changes, text_buffers) \
  X(getsubopt, changes, text_buffers) \
  X(localeconv, reads, locale) X(nl_langinfo, reads, locale) X(textdomain, changes, locale) \
  X(bindtextdomain, changes, locale) X(bind_textdomain_codeset, changes, locale) \
  X(gettext, reads, locale) X(dgettext, reads, locale) X(dcgettext, reads, locale) \
  X(ngettext, reads, locale) X(dngettext, reads, locale) X(dcngettext, reads, locale) \
  X(getpwnam, changes, databases) X(getpwuid, changes, databases) X(getpwent, changes, databases) \
  X(getpwent_r, changes, databases) X(setpwent, changes, databases) X(endpwent, changes, databases) \
  X(getgrnam, changes, databases) X(getgrgid, changes, databases) X(getgrent, changes, databases) \
  X(getgrent_r, changes, databases) X(setgrent, changes, databases) X(endgrent, changes, databases) \
  X(getspnam, changes, databases) X(getspent, changes, databases) X(getspent_r, changes, databases) \
  X(setspent, changes, databases) X(endspent, changes, databases) X(getpwnam_r, reads, databases) \
  X(getpwuid_r, reads, databases) X(getgrnam_r, reads, databases) X(getgrgid_r, reads, databases) \
  X(gethostbyname, changes, databases) X(gethostbyname2, changes, databases) \
  X(gethostbyaddr, changes, databases) X(gethostent, changes, databases) X(sethostent, changes, databases) \
  X(endhostent, changes, databases) X(gethostbyname_r, reads, databases) \
  X(gethostbyname2_r, reads, databases) X(gethostbyaddr_r, reads, databases) \
  X(getservbyname, changes, databases) X(getservbyport, changes, databases) \
  X(getservent, changes, databases) X(setservent, changes, databases) X(endservent, changes, databases) \
  X(getprotobyname, changes, databases) X(getprotobynumber, changes, databases) \
  X(getprotoent, changes, databases) X(setprotoent, changes, databases) X(endprotoent, changes, databases) \
  X(getnetbyname, changes, databases) X(getnetbyaddr, changes, databases) X(getnetent, changes, databases) \
  X(setnetent, changes, databases) X(endnetent, changes, databases) X(getrpcbyname, changes, databases) \
  X(getrpcbynumber, changes, databases) X(getrpcent, changes, databases) X(setrpcent, changes, databases) \
  X(endrpcent, changes, databases) X(getaliasbyname, changes, databases) X(getaliasent, changes, databases) \
  X(setaliasent, changes, databases) X(endaliasent, changes, databases) X(getnetgrent, changes, databases) \
  X(setnetgrent, changes, databases) X(endnetgrent, changes, databases) X(getaddrinfo, reads, databases) \
  X(getnameinfo, reads, databases) X(getmntent, changes, databases) X(getfsent, changes, databases) \
  X(getfsspec, changes, databases) X(getfsfile, changes, databases) X(setfsent, changes, databases) \
  X(endfsent, changes, databases) X(getttyent, changes, databases) X(getttynam, changes, databases) \
  X(setttyent, changes, databases) X(endttyent, changes, databases) X(getusershell, changes, databases) \
  X(setusershell, changes, databases) X(endusershell, changes, databases) X(getutent, changes, databases) \
  X(getutid, changes, databases) X(getutline, changes, databases) X(setutent, changes, databases) \
  X(endutent, changes, databases) X(pututline, changes, databases) X(utmpname, changes, databases) \
  X(getutxent, changes, databases) X(getutxid, changes, databases) X(getutxline, changes, databases) \
  X(setutxent, changes, databases) X(endutxent, changes, databases) X(pututxline, changes, databases) \
  X(gethostent_r, changes, databases) X(getservent_r, changes, databases) \
  X(getprotoent_r, changes, databases) X(getnetent_r, changes, databases) \
  X(getrpcent_r, changes, databases) X(getaliasent_r, changes, databases) \
  X(getnetgrent_r, changes, databases) X(getutent_r, changes, databases) \
  X(getutid_r, changes, databases) X(getutline_r, changes, databases) X(getsgent, changes, databases) \
  X(getsgent_r, changes, databases) X(getsgnam, changes, databases) X(setsgent, changes, databases) \
  X(endsgent, changes, databases) X(ttyslot, changes, databases) X(getdate_r, reads, calendar) \
  X(gsignal, reads, signals) X(mlock2, changes, mappings) X(tmpnam_r, changes, text_buffers) \
  X(mbrlen, own_state, 2) X(__mbrlen, own_state, 2) X(mbrtowc, own_state, 3) \
  X(mbsrtowcs, own_state, 3) X(__mbsrtowcs_chk, own_state, 3) X(__mbsnrtowcs_chk, own_state, 4) \
  X(__wcrtomb_chk, own_state, 2) X(__wcsrtombs_chk, own_state, 3) X(__wcsnrtombs_chk, own_state, 4) \
  X(mbsnrtowcs, own_state, 4) X(wcrtomb, own_state, 2) X(wcsrtombs, own_state, 3) \
  X(wcsnrtombs, own_state, 4) X(mbrtoc16, own_state, 3) X(c16rtomb, own_state, 2) \
  X(mbrtoc32, own_state, 3) X(c32rtomb, own_state, 2) \
  X(hsearch, changes, hash_table) X(hcreate, changes, hash_table) X(hdestroy, changes, hash_table) \
  X(syslog, changes, log) X(vsyslog, changes, log) X(__syslog_chk, changes, log) \
  X(__vsyslog_chk, changes, log) X(openlog, changes, log) X(closelog, changes, log) \
  X(setlogmask, changes, log) \
  X(mlock, changes, mappings) X(munlock, changes, mappings) X(mlockall, changes, mappings) \
  X(munlockall, changes, mappings) X(mincore, reads, mappings) X(pkey_alloc, changes, mappings) \
  X(pkey_free, changes, mappings) X(msync, changes, mappings) \
  X(getrlimit, reads, process) X(getrlimit64, reads, process) X(getpriority, reads, process) \
  X(getuid, reads, process) X(geteuid, reads, process) X(getgid, reads, process) \
  X(getegid, reads, process) X(getresuid, reads, process) X(getresgid, reads, process) \
  X(getgroups, reads, process) X(getpgrp, reads, process) X(getpgid, reads, process) \
  X(getsid, reads, process) X(ulimit, unseen, 0) X(nice, changes, process) \
  X(setpriority, changes, process) X(pthread_setconcurrency, changes, process) \
  X(pthread_getconcurrency, reads, process) X(pthread_setattr_default_np, changes, process) \
  X(pthread_getattr_default_np, reads, process) \
  X(mq_open, everything, 0) X(mq_close, everything, 0) X(mq_unlink, changes, messages) \
  X(mq_send, descriptor_output, 0) X(mq_receive, descriptor_input, 0) X(mq_timedsend, descriptor_moves, 0) \
  X(mq_timedreceive, descriptor_moves, 0) X(mq_getattr, descriptor_moves, 0) X(mq_setattr, descriptor_moves, 0) \
  X(mq_notify, descriptor_moves, 0) X(msgget, changes, messages) X(msgsnd, changes, messages) \
  X(msgrcv, changes, messages) X(msgctl, changes, messages) X(semget, changes, messages) \
  X(semop, changes, messages) X(semtimedop, changes, messages) X(semctl, changes, messages) \
  X(shmget, changes, messages) X(shmctl, changes, messages) X(sem_close, changes, messages) \
  X(sem_unlink, changes, messages)

// Calls that may touch anything, or so much that it is not worth telling what.
#define HEDDLE_EFFECTS_EVERYTHING(X) \
  X(setlocale, unseen, 0) X(fcloseall, everything, 0) X(_flushlbf, everything, 0) \
  X(sendfile, everything, 0) X(sendfile64, everything, 0) X(splice, everything, 0) X(tee, everything, 0) \
  X(copy_file_range, everything, 0) X(wait3, any_child, 0) \
  X(wait4, child, 0) X(waitid, child_of_kind, 0) \
  X(sigpending, everything, 0) X(sigqueue, everything, 0) \
  X(killpg, everything, 0) X(tgkill, everything, 0) X(pthread_sigqueue, everything, 0) \
  X(pidfd_send_signal, everything, 0) X(aio_read64, everything, 0) X(aio_write64, everything, 0) \
  X(aio_error, everything, 0) X(aio_error64, everything, 0) X(aio_return, everything, 0) \
  X(aio_return64, everything, 0) X(aio_suspend, everything, 0) X(aio_suspend64, everything, 0) \
  X(aio_cancel, everything, 0) X(aio_cancel64, everything, 0) X(aio_fsync, everything, 0) \
  X(aio_fsync64, everything, 0) X(lio_listio, everything, 0) X(lio_listio64, everything, 0) \
  X(setrlimit64, unseen, 0) X(prlimit, unseen, 0) X(prlimit64, unseen, 0) \
  X(setuid, everything, 0) X(seteuid, everything, 0) X(setgid, everything, 0) X(setegid, everything, 0) \
  X(setreuid, everything, 0) X(setregid, everything, 0) X(setresuid, everything, 0) \
  X(setresgid, everything, 0) X(setgroups, everything, 0) X(initgroups, everything, 0) \
  X(setpgid, everything, 0) X(setpgrp, everything, 0) X(setsid, everything, 0) X(unshare, everything, 0) \
  X(setns, everything, 0) X(personality, everything, 0) X(process_vm_readv, unseen, 0) \
  X(process_vm_writev, unseen, 0) X(process_madvise, unseen, 0) \
  X(remap_file_pages, unseen, 0) X(posix_madvise, unseen, 0) X(forkpty, unseen, 0) \
  X(login_tty, everything, 0) X(mount, everything, 0) X(umount, everything, 0) X(umount2, everything, 0) \
  X(getaddrinfo_a, everything, 0) X(fanotify_init, everything, 0) X(fanotify_mark, everything, 0) \
  X(register_printf_function, everything, 0) X(register_printf_specifier, everything, 0) \
  X(register_printf_modifier, everything, 0) X(register_printf_type, everything, 0) \
  X(dlopen, unseen, 0) X(dlmopen, unseen, 0) X(dlclose, unseen, 0)

// Streams of the GNU C++ library, which was not recompiled: the stream is the first argument.
#define HEDDLE_EFFECTS_CXX(X) \
  X(_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l, cxx_stream, 0) \
  X(_ZSt16__ostream_insertIwSt11char_traitsIwEERSt13basic_ostreamIT_T0_ES6_PKS3_l, cxx_stream, 0) \
  X(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc, cxx_stream, 0) \
  X(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, cxx_stream, 0) \
  X(_ZNSolsEPFRSoS_E, cxx_stream, 0) X(_ZNSolsEPFRSt8ios_baseS0_E, cxx_stream, 0) \
  X(_ZNSolsEPKv, cxx_stream, 0) X(_ZNSolsEPSt15basic_streambufIcSt11char_traitsIcEE, cxx_stream, 0) \
  X(_ZNSolsEb, cxx_stream, 0) X(_ZNSolsEd, cxx_stream, 0) X(_ZNSolsEe, cxx_stream, 0) \
  X(_ZNSolsEf, cxx_stream, 0) X(_ZNSolsEi, cxx_stream, 0) X(_ZNSolsEj, cxx_stream, 0) \
  X(_ZNSolsEl, cxx_stream, 0) X(_ZNSolsEm, cxx_stream, 0) X(_ZNSolsEs, cxx_stream, 0) \
  X(_ZNSolsEt, cxx_stream, 0) X(_ZNSolsEx, cxx_stream, 0) X(_ZNSolsEy, cxx_stream, 0) \
  X(_ZNSo3putEc, cxx_stream, 0) X(_ZNSo5flushEv, cxx_stream, 0) X(_ZNSo5writeEPKcl, cxx_stream, 0) \
  X(_ZNSo9_M_insertIbEERSoT_, cxx_stream, 0) X(_ZNSo9_M_insertIdEERSoT_, cxx_stream, 0) \
  X(_ZNSo9_M_insertIeEERSoT_, cxx_stream, 0) X(_ZNSo9_M_insertIlEERSoT_, cxx_stream, 0) \
  X(_ZNSo9_M_insertImEERSoT_, cxx_stream, 0) X(_ZNSo9_M_insertIxEERSoT_, cxx_stream, 0) \
  X(_ZNSo9_M_insertIyEERSoT_, cxx_stream, 0) X(_ZNSo9_M_insertIPKvEERSoT_, cxx_stream, 0) \
  X(_ZNSo5tellpEv, cxx_stream, 0) X(_ZNSo5seekpElSt12_Ios_Seekdir, cxx_stream, 0) \
  X(_ZNSo5seekpESt4fposI11__mbstate_tE, cxx_stream, 0) \
  X(_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, cxx_stream, 0) \
  X(_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, cxx_stream, 0) \
  X(_ZNSirsERb, cxx_stream, 0) X(_ZNSirsERd, cxx_stream, 0) X(_ZNSirsERe, cxx_stream, 0) \
  X(_ZNSirsERf, cxx_stream, 0) X(_ZNSirsERi, cxx_stream, 0) X(_ZNSirsERj, cxx_stream, 0) \
  X(_ZNSirsERl, cxx_stream, 0) X(_ZNSirsERm, cxx_stream, 0) X(_ZNSirsERs, cxx_stream, 0) \
  X(_ZNSirsERt, cxx_stream, 0) X(_ZNSirsERx, cxx_stream, 0) X(_ZNSirsERy, cxx_stream, 0) \
  X(_ZNSirsERPv, cxx_stream, 0) X(_ZNSi10_M_extractIbEERSiRT_, cxx_stream, 0) \
  X(_ZNSi10_M_extractIdEERSiRT_, cxx_stream, 0) X(_ZNSi10_M_extractIeEERSiRT_, cxx_stream, 0) \
  X(_ZNSi10_M_extractIfEERSiRT_, cxx_stream, 0) X(_ZNSi10_M_extractIjEERSiRT_, cxx_stream, 0) \
  X(_ZNSi10_M_extractIlEERSiRT_, cxx_stream, 0) X(_ZNSi10_M_extractImEERSiRT_, cxx_stream, 0) \
  X(_ZNSi10_M_extractItEERSiRT_, cxx_stream, 0) X(_ZNSi10_M_extractIxEERSiRT_, cxx_stream, 0) \
  X(_ZNSi10_M_extractIyEERSiRT_, cxx_stream, 0) X(_ZNSi10_M_extractIPvEERSiRT_, cxx_stream, 0) \
  X(_ZNSi3getEv, cxx_stream, 0) X(_ZNSi3getERc, cxx_stream, 0) X(_ZNSi3getEPcl, cxx_stream, 0) \
  X(_ZNSi3getEPclc, cxx_stream, 0) X(_ZNSi7getlineEPcl, cxx_stream, 0) X(_ZNSi7getlineEPclc, cxx_stream, 0) \
  X(_ZNSi4readEPcl, cxx_stream, 0) X(_ZNSi8readsomeEPcl, cxx_stream, 0) X(_ZNSi4peekEv, cxx_stream, 0) \
  X(_ZNSi5ungetEv, cxx_stream, 0) X(_ZNSi7putbackEc, cxx_stream, 0) X(_ZNSi6ignoreEv, cxx_stream, 0) \
  X(_ZNSi6ignoreEl, cxx_stream, 0) X(_ZNSi6ignoreEli, cxx_stream, 0) X(_ZNSi5tellgEv, cxx_stream, 0) \
  X(_ZNSi5seekgElSt12_Ios_Seekdir, cxx_stream, 0) X(_ZNSi5seekgESt4fposI11__mbstate_tE, cxx_stream, 0) \
  X(_ZNSi4syncEv, cxx_stream, 0) \
  X(_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE, cxx_stream, 0) \
  X(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_, cxx_stream, 0) \
  X(_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE, cxx_stream, 0) \
  X(_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_, cxx_stream, 0) \
  X(_ZNSt14basic_ofstreamIcSt11char_traitsIcEE5closeEv, cxx_stream, 0) \
  X(_ZNSt14basic_ifstreamIcSt11char_traitsIcEE5closeEv, cxx_stream, 0) \
  X(_ZNSt13basic_fstreamIcSt11char_traitsIcEE5closeEv, cxx_stream, 0) \
  X(_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv, cxx_stream, 0) \
  X(_ZNSt6locale6globalERKS_, unseen, 0) \
  X(_ZSt15set_new_handlerPFvvE, changes, exit_handlers) X(_ZSt15get_new_handlerv, reads, exit_handlers)

// clang-format on
