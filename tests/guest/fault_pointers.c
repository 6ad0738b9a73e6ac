/* Bad pointers to the calls on processes, signals, time and memory, and to the rest of those on
 * files that bad_pointers.c has not: an error and no other effect. */
/* manual: profstat, ERRORS: efault */
#include "child.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/calls.h>
#include <sys/procinfo.h>
#include <sys/profil.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <time.h>

ssize_t __getcwd(char *buf, size_t n);
ssize_t getdents(int fd, struct dirent *list, size_t nbytes);
int __sigaction(int sig, const struct sigaction *act, struct sigaction *old);
int __futex_wait(int *word, int expected, const struct timespec *timeout);

static char *edge; /* the byte after the last one of memory */

static void handler(int sig)
{
    (void)sig;
}

static void processes(void *bad)
{
    char *good[] = {"x", NULL}, *wrong[] = {"x", bad, NULL};
    CHECK_FAILS(execve(bad, good, good), EFAULT);
    CHECK_FAILS(execve("/bin/true", bad, good), bad ? EFAULT : EINVAL);
    if (bad) {
        CHECK_FAILS(execve("/bin/true", good, bad), EFAULT);
        CHECK_FAILS(execve("/bin/true", wrong, good), EFAULT);
        CHECK_FAILS(execve("/bin/true", good, wrong), EFAULT);
        pid_t pid = START_CHILD(_exit(6));
        CHECK_FAILS(waitpid(pid, bad, 0), EFAULT);
        CHECK_EQ(child_wait(pid), 6 << 8);
    }
    CHECK_FAILS(proclist(bad, 1), EFAULT);
}

static void signals(void *bad)
{
    struct sigaction act = {.sa_handler = handler};
    sigset_t set = 1u << SIGUSR1;
    if (bad) {
        CHECK_FAILS(__sigaction(SIGUSR1, bad, NULL), EFAULT);
        CHECK_FAILS(__sigaction(SIGUSR1, &act, bad), EFAULT);
        CHECK_FAILS(__sigaction(SIGUSR1, NULL, bad), EFAULT);
        CHECK_FAILS(sigprocmask(SIG_BLOCK, bad, NULL), EFAULT);
        CHECK_FAILS(sigprocmask(SIG_BLOCK, &set, bad), EFAULT);
        CHECK_FAILS(sigprocmask(SIG_BLOCK, NULL, bad), EFAULT);
    }
    CHECK_FAILS(sigpending(bad), EFAULT);
    CHECK_FAILS(sigsuspend(bad), EFAULT);
    struct sigaction old;
    CHECK_EQ(sigaction(SIGUSR1, NULL, &old), 0);
    CHECK_EQ(old.sa_handler, SIG_DFL);
    sigset_t mask;
    CHECK_EQ(sigprocmask(SIG_BLOCK, NULL, &mask), 0);
    CHECK_EQ(mask, 0);
}

static void times_and_memory(void *bad)
{
    struct timespec zero = {0, 0};
    int word = 0;
    CHECK_FAILS(nanosleep(bad, NULL), EFAULT);
    CHECK_FAILS(clock_gettime(CLOCK_REALTIME, bad), EFAULT);
    if (bad) {
        CHECK_FAILS(times(bad), EFAULT);
        CHECK_FAILS(__futex_wait(&word, 0, bad), EFAULT);
    }
    CHECK_FAILS(__futex_wait((int *)((uintptr_t)bad & ~3ul), 0, &zero), EFAULT);
    CHECK_FAILS(profstat(bad), EFAULT);
    CHECK_FAILS(profil(bad, 64, 0, 65536), (uintptr_t)bad % 2 ? EINVAL : EFAULT);
}

static void files(void *bad)
{
    int dir = open("/", O_RDONLY);
    struct stat before;
    CHECK_EQ(stat("/bin", &before), 0);
    CHECK_FAILS(__getcwd(bad, 100), EFAULT);
    CHECK_FAILS(getdents(dir, bad, 1000), EFAULT);
    CHECK_FAILS(utimensat(AT_FDCWD, bad, NULL, 0), EFAULT);
    if (bad)
        CHECK_FAILS(utimensat(AT_FDCWD, "/bin", bad, 0), EFAULT);
    int file = open("/tmp/bad", O_RDWR | O_CREAT, 0666);
    CHECK_FAILS(mkdirat(dir, bad, 0777), EFAULT);
    CHECK_FAILS(mkfifo(bad, 0666), EFAULT);
    CHECK_FAILS(linkat(dir, "bin", dir, bad, 0), EFAULT);
    CHECK_FAILS(pwrite(file, bad, 1, 0), EFAULT);
    CHECK_FAILS(__fcntl(file, F_SETLK, (long)bad), EFAULT);
    CHECK_FAILS(ppoll(bad, 1, NULL, NULL), EFAULT);
    if (bad)
        CHECK_FAILS(ppoll(NULL, 0, bad, NULL), EFAULT);
    if (bad)
        CHECK_FAILS(ppoll(NULL, 0, NULL, bad), EFAULT);
    CHECK_EQ(close(file), 0);
    struct stat after;
    CHECK_EQ(stat("/bin", &after), 0);
    CHECK_EQ(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    struct dirent *list = (struct dirent *)(edge - 1024);
    CHECK(getdents(dir, list, 1024) > 0); /* the failed one has read nothing */
    CHECK_EQ(close(dir), 0);
}

int main(void)
{
    char *read_only = map_memory(PAGE_SIZE, PROT_READ);
    edge = map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE) + PAGE_SIZE;
    CHECK_EQ(munmap(edge, PAGE_SIZE), 0);
    void *const bad[] = {NULL,
                         edge,
                         (char *)0x7ffffffff000,
                         (char *)0x7ffffffffff8,
                         (char *)0x800000000000,
                         (char *)0xffff800000000000,
                         (char *)0xffffffff80100000,
                         (char *)-16,
                         (char *)-1};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        processes(bad[i]);
        signals(bad[i]);
        times_and_memory(bad[i]);
        files(bad[i]);
    }
    CHECK_FAILS(clock_gettime(CLOCK_REALTIME, (struct timespec *)read_only), EFAULT);
    CHECK_FAILS(proclist((struct procinfo *)read_only, 1), EFAULT);
    CHECK_FAILS(sigpending((sigset_t *)read_only), EFAULT);
    CHECK_FAILS(__getcwd(read_only, 100), EFAULT);
    CHECK_FAILS(profil((unsigned short *)read_only, 64, 0, 65536), EFAULT);
    return 0;
}
