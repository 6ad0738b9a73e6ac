/* Processes, files and names (POSIX.1-2017, <unistd.h>).  -1 with errno on failure. */
#ifndef _UNISTD_H
#define _UNISTD_H

#include <abi/fcntl.h>
#include <abi/types.h>
#include <stddef.h>
#include <stdint.h>

#define STDIN_FILENO  0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define _POSIX_VERSION 200809L

/* The options that are there, for #if; sysconf knows the same. */
#define _POSIX2_C_BIND               _POSIX_VERSION
#define _POSIX2_VERSION              _POSIX_VERSION
#define _POSIX_BARRIERS              _POSIX_VERSION
#define _POSIX_CHOWN_RESTRICTED      1
#define _POSIX_JOB_CONTROL           1
#define _POSIX_MAPPED_FILES          _POSIX_VERSION
#define _POSIX_MEMORY_PROTECTION     _POSIX_VERSION
#define _POSIX_MONOTONIC_CLOCK       _POSIX_VERSION
#define _POSIX_NO_TRUNC              1
#define _POSIX_READER_WRITER_LOCKS   _POSIX_VERSION
#define _POSIX_REGEXP                1
#define _POSIX_SAVED_IDS             1
#define _POSIX_SEMAPHORES            _POSIX_VERSION
#define _POSIX_SHARED_MEMORY_OBJECTS _POSIX_VERSION
#define _POSIX_SHELL                 1
#define _POSIX_SPIN_LOCKS            _POSIX_VERSION
#define _POSIX_THREADS               _POSIX_VERSION
#define _POSIX_THREAD_PROCESS_SHARED _POSIX_VERSION
#define _POSIX_THREAD_SAFE_FUNCTIONS _POSIX_VERSION
#define _POSIX_TIMEOUTS              _POSIX_VERSION

/* Names of sysconf: -1 with errno as it was for an option that is left out, or for no limit. */
#define _SC_ARG_MAX                      0
#define _SC_CLK_TCK                      1
#define _SC_OPEN_MAX                     2
#define _SC_PAGESIZE                     3
#define _SC_THREAD_THREADS_MAX           4
#define _SC_LINE_MAX                     5
#define _SC_CHILD_MAX                    6
#define _SC_MONOTONIC_CLOCK              7
#define _SC_REALTIME_SIGNALS             8
#define _SC_TIMERS                       9
#define _SC_CPUTIME                      10
#define _SC_THREAD_CPUTIME               11
#define _SC_CLOCK_SELECTION              12
#define _SC_VERSION                      13
#define _SC_JOB_CONTROL                  14
#define _SC_SAVED_IDS                    15
#define _SC_REGEXP                       16
#define _SC_SHELL                        17
#define _SC_SPAWN                        18
#define _SC_FSYNC                        19
#define _SC_MEMORY_PROTECTION            20
#define _SC_MAPPED_FILES                 21
#define _SC_MEMLOCK                      22
#define _SC_SEMAPHORES                   23
#define _SC_THREADS                      24
#define _SC_BARRIERS                     25
#define _SC_READER_WRITER_LOCKS          26
#define _SC_SPIN_LOCKS                   27
#define _SC_TIMEOUTS                     28
#define _SC_THREAD_SAFE_FUNCTIONS        29
#define _SC_THREAD_ATTR_STACKADDR        30
#define _SC_THREAD_ATTR_STACKSIZE        31
#define _SC_THREAD_PROCESS_SHARED        32
#define _SC_THREAD_PRIO_INHERIT          33
#define _SC_THREAD_PRIO_PROTECT          34
#define _SC_THREAD_PRIORITY_SCHEDULING   35
#define _SC_PRIORITY_SCHEDULING          36
#define _SC_MESSAGE_PASSING              37
#define _SC_SHARED_MEMORY_OBJECTS        38
#define _SC_ASYNCHRONOUS_IO              39
#define _SC_IPV6                         40
#define _SC_THREAD_STACK_MIN             41
#define _SC_THREAD_KEYS_MAX              42
#define _SC_THREAD_DESTRUCTOR_ITERATIONS 43
#define _SC_SEM_NSEMS_MAX                44
#define _SC_SEM_VALUE_MAX                45
#define _SC_SIGQUEUE_MAX                 46
#define _SC_RTSIG_MAX                    47
#define _SC_TIMER_MAX                    48
#define _SC_DELAYTIMER_MAX               49
#define _SC_NGROUPS_MAX                  50
#define _SC_STREAM_MAX                   51
#define _SC_TZNAME_MAX                   52
#define _SC_SYMLOOP_MAX                  53
#define _SC_HOST_NAME_MAX                54
#define _SC_LOGIN_NAME_MAX               55
#define _SC_TTY_NAME_MAX                 56
#define _SC_GETPW_R_SIZE_MAX             57
#define _SC_GETGR_R_SIZE_MAX             58
#define _SC_IOV_MAX                      59
#define _SC_ATEXIT_MAX                   60
#define _SC_RE_DUP_MAX                   61
#define _SC_EXPR_NEST_MAX                62
#define _SC_2_VERSION                    63
#define _SC_XOPEN_VERSION                64
#define _SC_PAGE_SIZE                    _SC_PAGESIZE

/* Names of pathconf. */
#define _PC_NAME_MAX         0
#define _PC_PATH_MAX         1
#define _PC_PIPE_BUF         2
#define _PC_LINK_MAX         3
#define _PC_MAX_CANON        4
#define _PC_MAX_INPUT        5
#define _PC_CHOWN_RESTRICTED 6
#define _PC_NO_TRUNC         7
#define _PC_VDISABLE         8
#define _PC_SYNC_IO          9
#define _PC_ASYNC_IO         10
#define _PC_FILESIZEBITS     11
#define _PC_SYMLINK_MAX      12
#define _PC_2_SYMLINKS       13

/* What lockf does from the current position on. */
#define F_ULOCK 0
#define F_LOCK  1
#define F_TLOCK 2 /* does not wait: EAGAIN */
#define F_TEST  3

#define _CS_PATH 0 /* of confstr */

extern char **environ;

/* Options of one letter; <getopt.h> has the rules and the long options. */
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int argc, char *const argv[], const char *optstring);

/* Processes. */
pid_t fork(void);
pid_t vfork(void); /* the same as fork */
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgid(pid_t pid);
pid_t getpgrp(void);
int setpgid(pid_t pid, pid_t pgid);
pid_t setpgrp(void); /* as setpgid(0, 0); returns the group */
pid_t setsid(void);
pid_t getsid(pid_t pid);
pid_t gettid(void);
_Noreturn void _exit(int status);
unsigned alarm(unsigned seconds);
unsigned sleep(unsigned seconds);
int usleep(useconds_t us);
int pause(void);
long sysconf(int name);
int getpagesize(void);
int getdtablesize(void); /* as sysconf(_SC_OPEN_MAX) */
void *sbrk(intptr_t change);
int brk(void *end);

/* exec.  The p forms search PATH (/bin if it is not set), and run a text file with /bin/sh. */
int execve(const char *path, char *const argv[], char *const envp[]);
int execv(const char *path, char *const argv[]);
int execvp(const char *file, char *const argv[]);
int execvpe(const char *file, char *const argv[], char *const envp[]);
int execl(const char *path, const char *arg, ...) __attribute__((sentinel));
int execlp(const char *file, const char *arg, ...) __attribute__((sentinel));
int execle(const char *path, const char *arg, ...);

/* There are no users: every identity is 0 and cannot be changed. */
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int setuid(uid_t uid);
int seteuid(uid_t uid);
int setreuid(uid_t real, uid_t effective);
int setgid(gid_t gid);
int setegid(gid_t gid);
int setregid(gid_t real, gid_t effective);
int getgroups(int n, gid_t groups[]);
char *getlogin(void);
int getlogin_r(char *name, size_t n);
int chown(const char *path, uid_t uid, gid_t gid); /* EPERM: not user and group 0 */
int fchown(int fd, uid_t uid, gid_t gid);
int lchown(const char *path, uid_t uid, gid_t gid);
int fchownat(int dirfd, const char *path, uid_t uid, gid_t gid, int flags);
int gethostname(char *name, size_t n);
int getentropy(void *buf, size_t n); /* up to 256 bytes of /dev/urandom, not for secrets */

/* Files. */
int close(int fd);
ssize_t read(int fd, void *buf, size_t n);
ssize_t write(int fd, const void *buf, size_t n);
ssize_t pread(int fd, void *buf, size_t n, off_t off);
ssize_t pwrite(int fd, const void *buf, size_t n, off_t off);
void swab(const void *from, void *to, ssize_t n); /* changes the places of two bytes each */
off_t lseek(int fd, off_t off, int whence);
int dup(int fd);
int dup2(int fd, int to);
int dup3(int fd, int to, int flags);
int pipe(int fds[2]);
int pipe2(int fds[2], int flags); /* O_CLOEXEC, O_NONBLOCK */
int fsync(int fd);
int fdatasync(int fd);
void sync(void);
int lockf(int fd, int what, off_t length); /* F_LOCK and the like; fcntl(2) has the locks */
int ftruncate(int fd, off_t length);
int truncate(const char *path, off_t length);
int isatty(int fd);
long pathconf(const char *path, int name);
long fpathconf(int fd, int name);
size_t confstr(int name, char *to, size_t n);
char *ttyname(int fd);
int ttyname_r(int fd, char *name, size_t n);

/* Names. */
int access(const char *path, int mode);
int chdir(const char *path);
int fchdir(int fd);
char *getcwd(char *buf, size_t n); /* buf NULL: in memory to be freed */
int link(const char *from, const char *to);
int unlink(const char *path);
int rmdir(const char *path);
int symlink(const char *target, const char *path);
ssize_t readlink(const char *path, char *buf, size_t n);

/* The same, relative to a directory: <fcntl.h> has the flags. */
int faccessat(int dirfd, const char *path, int mode, int flags);
int linkat(int fromfd, const char *from, int tofd, const char *to, int flags);
int unlinkat(int dirfd, const char *path, int flags);
int symlinkat(const char *target, int dirfd, const char *path);
ssize_t readlinkat(int dirfd, const char *path, char *buf, size_t n);

/* The console's foreground process group. */
pid_t tcgetpgrp(int fd);
int tcsetpgrp(int fd, pid_t pgid);

/* Profiling: abi/prof.h.  user/compat/ has the declarations of other systems' manuals. */
#ifndef _PROFIL_OF_DIALECT
int profil(unsigned short *buf, size_t bufsiz, uintptr_t offset, unsigned scale);
#endif
long pcsample(uintptr_t samples[], long n);

/* Tally's own: powering off; the status is the machine's exit status. */
int poweroff(int status);

#endif
