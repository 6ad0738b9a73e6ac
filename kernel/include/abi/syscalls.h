/*
 * The system calls, each once.  A line generates the number (SYS_name), the kernel's table entry
 * and the prototype of its handler (sys_name), the name in messages, and the stub in the C library
 * with its prototype (<sys/calls.h>).
 * A new call is a line here, a handler in kernel/sys/, and a test.
 *
 *     CALL(number, name, stub, result, arguments)
 *
 * stub is the C library's symbol: the plain name, or one with two underscores where a function of
 * the library wraps it.  Handlers take the arguments as they are declared and return a value of at
 * least 0, or a negated error number; pointers in them are user addresses and are reached through
 * arch/usercopy.h alone.
 */
#ifndef ABI_SYSCALLS_H
#define ABI_SYSCALLS_H

/* clang-format off */
#define SYSCALL_LIST(CALL)                                                                         \
    /* processes and threads */                                                                    \
    CALL(0, exit, __exit, void, (int status))                                                      \
    CALL(1, fork, __fork, pid_t, (void))                                                           \
    CALL(2, execve, execve, int, (const char *path, char *const argv[], char *const envp[]))       \
    CALL(3, waitpid, waitpid, pid_t, (pid_t pid, int *status, int options))                        \
    CALL(4, getpid, getpid, pid_t, (void))                                                         \
    CALL(5, getppid, getppid, pid_t, (void))                                                       \
    CALL(6, setpgid, setpgid, int, (pid_t pid, pid_t pgid))                                        \
    CALL(7, getpgid, getpgid, pid_t, (pid_t pid))                                                  \
    CALL(8, thread_create, __thread_create, tid_t, (void (*entry)(void *), void *arg, void *stack_top, void *tls)) \
    CALL(9, thread_exit, __thread_exit, void, (int *clear))                                        \
    CALL(10, gettid, gettid, tid_t, (void))                                                        \
    CALL(11, set_tls, __set_tls, int, (void *base))                                                \
    CALL(12, yield, sched_yield, int, (void))                                                      \
    CALL(13, futex_wait, __futex_wait, int, (int *word, int expected, const struct timespec *timeout)) \
    CALL(14, futex_wake, __futex_wake, int, (int *word, int count))                                \
    CALL(15, proclist, proclist, ssize_t, (struct procinfo *list, size_t max))                     \
    CALL(16, poweroff, poweroff, int, (int status))                                                \
    /* signals and time */                                                                         \
    CALL(17, kill, kill, int, (pid_t pid, int sig))                                                \
    CALL(18, sigaction, __sigaction, int, (int sig, const struct sigaction *act, struct sigaction *old)) \
    CALL(19, sigprocmask, sigprocmask, int, (int how, const sigset_t *set, sigset_t *old))         \
    CALL(20, sigpending, sigpending, int, (sigset_t *set))                                         \
    CALL(21, sigsuspend, sigsuspend, int, (const sigset_t *mask))                                  \
    CALL(22, sigreturn, __sigreturn, int, (void))                                                  \
    CALL(23, alarm, alarm, unsigned, (unsigned seconds))                                           \
    CALL(24, nanosleep, nanosleep, int, (const struct timespec *want, struct timespec *left))      \
    CALL(25, clock_gettime, clock_gettime, int, (clockid_t clock, struct timespec *now))           \
    CALL(26, times, times, clock_t, (struct tms *buf))                                             \
    /* memory */                                                                                   \
    CALL(27, brk, __brk, void *, (void *end))                                                      \
    CALL(28, mmap, mmap, void *, (void *addr, size_t len, int prot, int flags, int fd, off_t off)) \
    CALL(29, munmap, munmap, int, (void *addr, size_t len))                                        \
    CALL(30, mprotect, mprotect, int, (void *addr, size_t len, int prot))                          \
    /* files */                                                                                    \
    CALL(31, open, __openat, int, (int dirfd, const char *path, int flags, mode_t mode))           \
    CALL(32, close, close, int, (int fd))                                                          \
    CALL(33, read, read, ssize_t, (int fd, void *buf, size_t n))                                   \
    CALL(34, write, write, ssize_t, (int fd, const void *buf, size_t n))                           \
    CALL(35, lseek, lseek, off_t, (int fd, off_t off, int whence))                                 \
    CALL(36, fstat, fstat, int, (int fd, struct stat *st))                                         \
    CALL(37, stat, fstatat, int, (int dirfd, const char *path, struct stat *st, int flags))        \
    CALL(38, umask, umask, mode_t, (mode_t mask))                                                  \
    CALL(39, getdents, getdents, ssize_t, (int fd, struct dirent *list, size_t nbytes))            \
    CALL(40, dup, dup, int, (int fd))                                                              \
    CALL(41, dup2, __dup3, int, (int fd, int to, int flags))                                       \
    CALL(42, pipe, pipe2, int, (int fds[2], int flags))                                            \
    CALL(43, fcntl, __fcntl, int, (int fd, int cmd, long arg))                                     \
    CALL(44, ioctl, __ioctl, int, (int fd, unsigned long request, void *arg))                      \
    CALL(45, ftruncate, ftruncate, int, (int fd, off_t length))                                    \
    CALL(46, fsync, fsync, int, (int fd))                                                          \
    CALL(47, sync, __sync, int, (void))                                                            \
    /* names; chdir, chmod and utimens with a path of NULL: the file that dirfd has */             \
    CALL(48, chdir, __chdir, int, (int dirfd, const char *path))                                   \
    CALL(49, getcwd, __getcwd, ssize_t, (char *buf, size_t n))                                     \
    CALL(50, mkdir, mkdirat, int, (int dirfd, const char *path, mode_t mode))                      \
    CALL(51, mkfifo, mkfifoat, int, (int dirfd, const char *path, mode_t mode))                    \
    CALL(52, link, linkat, int, (int fromfd, const char *from, int tofd, const char *to, int flags)) \
    CALL(53, unlink, unlinkat, int, (int dirfd, const char *path, int flags))                      \
    CALL(54, rename, renameat, int, (int fromfd, const char *from, int tofd, const char *to))      \
    CALL(55, symlink, symlinkat, int, (const char *target, int dirfd, const char *path))           \
    CALL(56, readlink, readlinkat, ssize_t, (int dirfd, const char *path, char *buf, size_t n))    \
    CALL(57, chmod, fchmodat, int, (int dirfd, const char *path, mode_t mode, int flags))          \
    CALL(58, utimens, utimensat, int, (int dirfd, const char *path, const struct timespec times[2], int flags)) \
    /* profiling */                                                                                \
    CALL(59, profil, profil, int, (unsigned short *buf, size_t bufsiz, uintptr_t offset, unsigned scale)) \
    CALL(60, profstat, profstat, int, (struct profstat *stat))                                     \
    /* to the thread of the calling process that has this thread pointer; its tid */               \
    CALL(61, thread_kill, __thread_kill, tid_t, (void *tls, int sig))                                \
    CALL(62, sprofil, sprofil, int, (const struct prof *regions, int n, struct timeval *tick, unsigned flags)) \
    /* interval timers: abi/time.h */                                                              \
    CALL(63, setitimer, setitimer, int, (int which, const struct itimerval *value, struct itimerval *old)) \
    CALL(64, getitimer, getitimer, int, (int which, struct itimerval *value))                      \
    /* abi/gmon.h */                                                                               \
    CALL(65, gprofil, gprofil, int, (void *buf, size_t buflen, size_t samplesize, uintptr_t offset, unsigned scale, int dirfd)) \
    /* records: abi/record.h */                                                                    \
    CALL(66, profrecord, profrecord, int, (pid_t pid, int fd, unsigned flags))                     \
    CALL(67, pcsample, pcsample, long, (uintptr_t *samples, long n))                               \
    /* abi/kprof.h */                                                                              \
    CALL(68, kprof, kprof, ssize_t, (int what, void *buf, size_t max))                             \
    CALL(69, profstack, profstack, int, (void *buf, size_t nbytes, unsigned depth))                \
    /* abi/kstat.h */                                                                              \
    CALL(70, kstat, kstat, int, (struct kstat *stat, unsigned long since))                         \
    CALL(71, kfail, kfail, long, (unsigned long n, unsigned flags))                                \
    /* abi/resource.h */                                                                           \
    CALL(72, getrlimit, getrlimit, int, (int which, struct rlimit *limit))                         \
    CALL(73, setrlimit, setrlimit, int, (int which, const struct rlimit *limit))                   \
    CALL(74, setsid, setsid, pid_t, (void))                                                        \
    CALL(75, getsid, getsid, pid_t, (pid_t pid))                                                   \
    CALL(76, sigaltstack, sigaltstack, int, (const stack_t *stack, stack_t *old))                  \
    CALL(77, sigtimedwait, sigtimedwait, int, (const sigset_t *set, siginfo_t *info, const struct timespec *timeout)) \
    /* abi/ktrace.h */                                                                             \
    CALL(78, ktrace, ktrace, ssize_t, (int what, struct ktrace_event *buf, size_t max))            \
    /* at an offset: like read and write, and the position stays */                                \
    CALL(79, pread, pread, ssize_t, (int fd, void *buf, size_t n, off_t off))                      \
    CALL(80, pwrite, pwrite, ssize_t, (int fd, const void *buf, size_t n, off_t off))              \
    /* abi/poll.h; a timeout of NULL: without end; a mask of NULL: the thread's own */             \
    CALL(81, poll, ppoll, int, (struct pollfd *fds, size_t n, const struct timespec *timeout, const sigset_t *mask)) \
    /* like kill, to one process, with the si_code and si_value; the signals do not queue up */    \
    CALL(82, sigqueue, __sigqueue, int, (pid_t pid, int sig, int code, void *value))               \
    CALL(83, msync, msync, int, (void *addr, size_t len, int flags))                               \
    CALL(84, clock_settime, clock_settime, int, (clockid_t clock, const struct timespec *now))
/* clang-format on */

#ifndef __ASSEMBLER__
/* The lines are in the order of their numbers, without gaps: tables are generated from them. */
#define CALL_NUMBER(number, name, stub, result, arguments) SYS_##name,
enum { SYSCALL_LIST(CALL_NUMBER) SYSCALL_COUNT };
#undef CALL_NUMBER
#define CALL_ORDER(number, name, stub, result, arguments) \
    _Static_assert((number) == SYS_##name, #name " is not in its place");
SYSCALL_LIST(CALL_ORDER)
#undef CALL_ORDER
#endif

#endif
