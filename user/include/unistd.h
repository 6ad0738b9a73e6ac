/* Processes, files and names (POSIX.1-2017, <unistd.h>).  -1 with errno on failure. */
#ifndef _UNISTD_H
#define _UNISTD_H

#include <abi/fcntl.h>
#include <abi/types.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef uint32_t useconds_t;

#define STDIN_FILENO  0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define _POSIX_VERSION 200809L

#define _SC_ARG_MAX     0
#define _SC_CLK_TCK     1
#define _SC_OPEN_MAX    2
#define _SC_PAGESIZE    3
#define _SC_PAGE_SIZE   _SC_PAGESIZE
#define _SC_THREADS_MAX 4
#define _SC_LINE_MAX    5
#define _SC_CHILD_MAX   6

#define _SC_MONOTONIC_CLOCK 7
/* Options that are left out: sysconf returns -1 and leaves errno. */
#define _SC_REALTIME_SIGNALS 8
#define _SC_TIMERS           9
#define _SC_CPUTIME          10
#define _SC_THREAD_CPUTIME   11
#define _SC_CLOCK_SELECTION  12

#define _PC_NAME_MAX 0
#define _PC_PATH_MAX 1
#define _PC_PIPE_BUF 2

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
int chown(const char *path, uid_t uid, gid_t gid);
int gethostname(char *name, size_t n);

/* Files. */
int close(int fd);
ssize_t read(int fd, void *buf, size_t n);
ssize_t write(int fd, const void *buf, size_t n);
off_t lseek(int fd, off_t off, int whence);
int dup(int fd);
int dup2(int fd, int to);
int pipe(int fds[2]);
int fsync(int fd);
int fdatasync(int fd);
void sync(void);
int ftruncate(int fd, off_t length);
int truncate(const char *path, off_t length);
int isatty(int fd);
long pathconf(const char *path, int name);

/* Names. */
int access(const char *path, int mode);
int chdir(const char *path);
char *getcwd(char *buf, size_t n); /* buf NULL: in memory to be freed */
int link(const char *from, const char *to);
int unlink(const char *path);
int rmdir(const char *path);
int symlink(const char *target, const char *path);
ssize_t readlink(const char *path, char *buf, size_t n);

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
