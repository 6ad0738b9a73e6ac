/* What a process keeps over exec, what it loses, and that a failed exec changes nothing at all. */
#include "child.h"
#include <fcntl.h>

#define SELF "/t/exec_keeps"

static char data[3 * PAGE_SIZE] = "mine";
static volatile int caught;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    caught = sig;
}

static void prepare(void)
{
    sigset_t set = 1u << SIGUSR1 | 1u << SIGTERM;
    set_handler(SIGUSR1, handler, SA_RESTART);
    set_handler(SIGUSR2, handler, SA_RESTART);
    signal(SIGHUP, SIG_IGN);
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, NULL), 0);
    CHECK_EQ(kill(getpid(), SIGUSR1), 0); /* stays pending */
    CHECK_EQ(setpgid(0, 0), 0);
    CHECK_EQ(chdir("/tmp"), 0);
    CHECK_EQ(open("/bin/sh", O_RDONLY), 3);
    CHECK_EQ(open("/bin/sh", O_RDONLY | O_CLOEXEC), 4);
    CHECK_EQ(lseek(3, 17, SEEK_SET), 17);
}

/* The arguments of the new program, which tell it what the old one was. */
struct told {
    pid_t pid, parent;
    char *memory;
};

static void check_kept(struct told was)
{
    CHECK_EQ(getpid(), was.pid);
    CHECK_EQ(getppid(), was.parent);
    CHECK_EQ(getpgrp(), getpid());
    char cwd[PATH_MAX];
    CHECK_STR(getcwd(cwd, sizeof(cwd)), "/tmp");
    CHECK_EQ(lseek(3, 0, SEEK_CUR), 17);
    sigset_t set;
    CHECK_EQ(sigprocmask(SIG_BLOCK, NULL, &set), 0);
    CHECK_EQ(set, 1u << SIGUSR1 | 1u << SIGTERM);
    CHECK_EQ(sigpending(&set), 0);
    CHECK_EQ(set, 1u << SIGUSR1);
    struct sigaction act;
    CHECK_EQ(sigaction(SIGHUP, NULL, &act), 0);
    CHECK_EQ(act.sa_handler, SIG_IGN);
}

static int be_new_program(struct told was)
{
    check_kept(was);
    CHECK_FAILS(fcntl(4, F_GETFD), EBADF);
    struct sigaction act;
    for (int sig = SIGUSR1; sig <= SIGUSR2; sig += SIGUSR2 - SIGUSR1) {
        CHECK_EQ(sigaction(sig, NULL, &act), 0);
        CHECK_EQ(act.sa_handler, SIG_DFL);
        CHECK_EQ(act.sa_flags, 0);
        CHECK_EQ(act.sa_mask, 0);
    }
    for (size_t i = strlen("mine"); i < sizeof(data); i++)
        CHECK_EQ(data[i], 0);
    CHECK_FAILS(munmap(was.memory, 0), EINVAL);
    CHECK_FAILS(mprotect(was.memory, PAGE_SIZE, PROT_READ), ENOMEM);
    return 0;
}

static void fail_in_every_way(void)
{
    char *argv[] = {SELF, "x", NULL}, *bad[] = {SELF, nowhere(), NULL};
    CHECK_FAILS(execve("/tmp/nothing", argv, environ), ENOENT);
    CHECK_FAILS(execve("/tmp", argv, environ), EACCES);
    CHECK_FAILS(execve(nowhere(), argv, environ), EFAULT);
    CHECK_FAILS(execve(SELF, nowhere(), environ), EFAULT);
    CHECK_FAILS(execve(SELF, argv, nowhere()), EFAULT);
    CHECK_FAILS(execve(SELF, bad, environ), EFAULT);
    CHECK_FAILS(execve(SELF, argv, bad), EFAULT);
}

static void be_old_program(void)
{
    struct told self = {getpid(), getppid(), map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE)};
    char pid[32], parent[32], memory[32], *argv[] = {SELF, pid, parent, memory, NULL};
    prepare();
    memset(data + 10, 'd', sizeof(data) - 10);
    self.memory[5] = 'm';
    snprintf(pid, sizeof(pid), "%d", self.pid);
    snprintf(parent, sizeof(parent), "%d", self.parent);
    snprintf(memory, sizeof(memory), "%p", self.memory);
    fail_in_every_way();
    check_kept(self);
    CHECK_EQ(fcntl(4, F_GETFD), FD_CLOEXEC);
    CHECK_EQ(self.memory[5], 'm');
    CHECK_EQ(data[sizeof(data) - 1], 'd');
    CHECK_EQ(kill(getpid(), SIGUSR2), 0);
    CHECK_EQ(caught, SIGUSR2);
    execv(SELF, argv);
    FAIL("exec: %s", strerror(errno));
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return be_new_program(
            (struct told){atoi(argv[1]), atoi(argv[2]), (char *)strtoul(argv[3], NULL, 16)});
    CHECK_EQ(IN_CHILD(be_old_program()), 0);
    return 0;
}
