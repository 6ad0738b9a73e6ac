/* getrlimit, setrlimit: what each limit stops and with which error, that fork and exec keep it, and
 * who may change it. */
/* machine: cpus=2 */
#include "child.h"
#include <fcntl.h>
#include <sys/resource.h>

#define MIB (1 << 20)

static rlim_t soft(int which)
{
    struct rlimit limit;
    CHECK_EQ(getrlimit(which, &limit), 0);
    return limit.rlim_cur;
}

static void set_soft(int which, rlim_t value)
{
    struct rlimit limit;
    CHECK_EQ(getrlimit(which, &limit), 0);
    limit.rlim_cur = value;
    CHECK_EQ(setrlimit(which, &limit), 0);
}

static void errors(void)
{
    struct rlimit limit;
    CHECK_FAILS(getrlimit(-1, &limit), EINVAL);
    CHECK_FAILS(getrlimit(RLIM_NLIMITS, &limit), EINVAL);
    CHECK_FAILS(getrlimit(RLIMIT_AS, nowhere()), EFAULT);
    CHECK_FAILS(setrlimit(RLIMIT_AS, nowhere()), EFAULT);
    CHECK_FAILS(setrlimit(RLIM_NLIMITS, &(struct rlimit){0, 0}), EINVAL);
    CHECK_FAILS(setrlimit(RLIMIT_NOFILE, &(struct rlimit){2, 1}), EINVAL);
    CHECK_EQ(soft(RLIMIT_NOFILE), 1024);
    CHECK_FAILS(setrlimit(RLIMIT_NOFILE, &(struct rlimit){1, OPEN_MAX + 1}), EPERM);
    CHECK_EQ(setrlimit(RLIMIT_NOFILE, &(struct rlimit){1024, OPEN_MAX}), 0); /* as it was */
    CHECK_EQ(sysconf(_SC_OPEN_MAX), 1024);
    CHECK_EQ(soft(RLIMIT_AS), RLIM_INFINITY);
}

static void stack_is_fixed(void)
{
    struct rlimit limit = {STACK_BYTES, STACK_BYTES};
    CHECK_EQ(setrlimit(RLIMIT_STACK, &limit), 0);
    limit.rlim_cur /= 2;
    CHECK_FAILS(setrlimit(RLIMIT_STACK, &limit), EINVAL);
    CHECK_EQ(soft(RLIMIT_STACK), STACK_BYTES);
}

/* In a child: the hard limit goes down for good. */
static void hard(void)
{
    CHECK_EQ(setrlimit(RLIMIT_NOFILE, &(struct rlimit){10, 20}), 0);
    set_soft(RLIMIT_NOFILE, 20);
    CHECK_FAILS(setrlimit(RLIMIT_NOFILE, &(struct rlimit){10, 21}), EPERM);
    CHECK_EQ(soft(RLIMIT_NOFILE), 20);
}

static void files(void)
{
    int fd = open("/dev/null", O_RDONLY), p[2];
    CHECK_EQ(dup2(fd, 50), 50);
    set_soft(RLIMIT_NOFILE, fd + 2);
    CHECK_EQ(IN_CHILD(CHECK_EQ(dup(fd), fd + 1); CHECK_FAILS(dup(fd), EMFILE)), 0);
    CHECK_FAILS(pipe(p), EMFILE);
    CHECK_EQ(open("/dev/null", O_RDONLY), fd + 1);
    CHECK_FAILS(open("/dev/null", O_RDONLY), EMFILE);
    CHECK_FAILS(dup2(fd, fd + 2), EBADF);
    CHECK_FAILS(fcntl(fd, F_DUPFD, fd + 2), EINVAL);
    CHECK_FAILS(fcntl(fd, F_DUPFD, 0), EMFILE);
    CHECK_EQ(write(50, "", 0), -1); /* open, though not for writing */
    CHECK_EQ(errno, EBADF);
    CHECK_EQ(close(50), 0);
}

static void *map(size_t nbytes)
{
    return mmap(NULL, nbytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void memory(void)
{
    set_soft(RLIMIT_AS, 64 * MIB);
    char *p = map(32 * MIB);
    CHECK(p != MAP_FAILED);
    CHECK(map(32 * MIB) == MAP_FAILED); /* there is the program, too */
    CHECK_EQ(errno, ENOMEM);
    CHECK_FAILS((intptr_t)sbrk(32 * MIB), ENOMEM);
    CHECK_EQ(IN_CHILD(CHECK(map(32 * MIB) == MAP_FAILED)), 0);
    /* In place of what is there it needs no more. */
    for (int i = 0; i < 3; i++)
        CHECK(mmap(p, 32 * MIB, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p);
    for (int i = 0; i < 100; i++) { /* what is unmapped, in parts or twice, is not counted */
        CHECK_EQ(munmap(p, 4 * MIB), 0);
        CHECK_EQ(munmap(p, 8 * MIB), 0);
        CHECK(mmap(p, 8 * MIB, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p);
    }
    CHECK(map(32 * MIB) == MAP_FAILED);
    CHECK_EQ(munmap(p, 32 * MIB), 0);
    CHECK(map(32 * MIB) != MAP_FAILED);
}

static void exec_needs_memory(void)
{
    char *argv[] = {"true", NULL};
    set_soft(RLIMIT_AS, 4 * MIB); /* less than a stack */
    CHECK_FAILS(execv("/bin/true", argv), ENOMEM);
    set_soft(RLIMIT_AS, 64 * MIB);
    execv("/bin/true", argv);
    FAIL("exec: %s", strerror(errno));
}

static void exec_keeps(void)
{
    char *argv[] = {"sh", "-c", "test $(ulimit -n) = 33 && test $(ulimit -v) = 65536", NULL};
    set_soft(RLIMIT_NOFILE, 33);
    set_soft(RLIMIT_AS, 64 * MIB);
    execv("/bin/sh", argv);
    FAIL("exec: %s", strerror(errno));
}

static _Noreturn void bomb(rlim_t limit, struct channel full)
{
    CHECK_EQ(setpgid(0, 0), 0);
    set_soft(RLIMIT_NPROC, limit);
    while (fork() >= 0)
        continue;
    CHECK_EQ(errno, EAGAIN);
    channel_send(full, 'f');
    for (;;)
        CHECK(fork() >= 0 || errno == EAGAIN);
}

/* A bomb fills what it may, and we go on forking. */
static void processes(void)
{
    struct channel full = channel_open();
    rlim_t all = soft(RLIMIT_NPROC);
    CHECK_IN(all, 100, 10000);
    CHECK_EQ(sysconf(_SC_CHILD_MAX), all);
    pid_t group = START_CHILD(bomb(30, full));
    channel_receive(full);
    for (int i = 0; i < 4; i++)
        CHECK_EQ(IN_CHILD(_exit(0)), 0);
    CHECK_EQ(kill(-group, SIGKILL), 0);
    CHECK_KILLED(child_wait(group), SIGKILL);
}

static void fork_fails(void)
{
    set_soft(RLIMIT_NPROC, 1);
    CHECK_FAILS(fork(), EAGAIN);
}

int main(void)
{
    errors();
    stack_is_fixed();
    CHECK_EQ(IN_CHILD(hard()), 0);
    CHECK_EQ(IN_CHILD(files()), 0);
    CHECK_EQ(IN_CHILD(memory()), 0);
    CHECK_EQ(IN_CHILD(exec_needs_memory()), 0);
    CHECK_EQ(IN_CHILD(exec_keeps()), 0);
    CHECK_EQ(IN_CHILD(fork_fails()), 0);
    processes();
    return 0;
}
