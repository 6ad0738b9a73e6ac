/* posix_spawn starts a program with its own descriptors and signals, or returns why not. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>

static char *const cat[] = {"cat", NULL}, *const sh[] = {"sh", "-c", "exit 7", NULL};
static char *const environment[] = {"A=b", NULL};

static int ended(pid_t pid)
{
    int status;

    CHECK_EQ(waitpid(pid, &status, 0), pid);
    return status;
}

static void plain(void)
{
    pid_t pid = 0;

    errno = 55;
    CHECK_EQ(posix_spawn(&pid, "/bin/sh", NULL, NULL, sh, environment), 0);
    CHECK_EQ(ended(pid), 7 << 8);
    CHECK_EQ(posix_spawnp(&pid, "sh", NULL, NULL, sh, environment), 0);
    CHECK_EQ(ended(pid), 7 << 8);
    CHECK_EQ(posix_spawn(&pid, "/none", NULL, NULL, sh, environment), ENOENT);
    CHECK_EQ(posix_spawnp(&pid, "none", NULL, NULL, sh, environment), ENOENT);
    CHECK_FAILS(waitpid(-1, NULL, 0), ECHILD); /* the failed ones are gone */
    errno = 55;
    CHECK_EQ(posix_spawn(&pid, "/none", NULL, NULL, sh, environment), ENOENT);
    CHECK_EQ(errno, 55);
}

/* cat < /tmp/in > /tmp/out, and nothing on descriptor 2. */
static void files(void)
{
    char text[16] = "";

    int fd = open("/tmp/in", O_CREAT | O_WRONLY | O_TRUNC, 0600);
    CHECK_EQ(write(fd, "some text", 9), 9);
    CHECK_EQ(close(fd), 0);
    posix_spawn_file_actions_t actions;
    CHECK_EQ(posix_spawn_file_actions_init(&actions), 0);
    CHECK_EQ(posix_spawn_file_actions_addopen(&actions, 0, "/tmp/in", O_RDONLY, 0), 0);
    CHECK_EQ(posix_spawn_file_actions_addopen(&actions, 7, "/tmp/out", O_CREAT | O_RDWR, 0600), 0);
    CHECK_EQ(posix_spawn_file_actions_adddup2(&actions, 7, 1), 0);
    CHECK_EQ(posix_spawn_file_actions_addclose(&actions, 7), 0);
    CHECK_EQ(posix_spawn_file_actions_addclose(&actions, -1), EBADF);
    pid_t pid;
    CHECK_EQ(posix_spawnp(&pid, "cat", &actions, NULL, cat, environment), 0);
    CHECK_EQ(ended(pid), 0);
    fd = open("/tmp/out", O_RDONLY);
    CHECK_EQ(read(fd, text, sizeof(text)), 9);
    CHECK_STR(text, "some text");
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(posix_spawn_file_actions_adddup2(&actions, 99, 1), 0);
    CHECK_EQ(posix_spawnp(&pid, "cat", &actions, NULL, cat, environment), EBADF);
    CHECK_EQ(posix_spawn_file_actions_destroy(&actions), 0);
    unlink("/tmp/in");
    unlink("/tmp/out");
}

/* The child is /t/libc_spawn x: its status has a bit for each attribute. */
static int look(void)
{
    sigset_t mask;

    sigprocmask(SIG_BLOCK, NULL, &mask);
    struct sigaction act;
    sigaction(SIGUSR1, NULL, &act);
    return sigismember(&mask, SIGUSR2) << 0 | sigismember(&mask, SIGHUP) << 1 |
           (act.sa_handler == SIG_IGN) << 2 | (getpgrp() == getpid()) << 3;
}

static void attributes(void)
{
    char *const self[] = {"libc_spawn", "x", NULL};

    signal(SIGUSR1, SIG_IGN);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    pid_t pid;
    CHECK_EQ(posix_spawn(&pid, "/t/libc_spawn", NULL, NULL, self, environment), 0);
    CHECK_EQ(ended(pid), 6 << 8);
    posix_spawnattr_t attr;
    CHECK_EQ(posix_spawnattr_init(&attr), 0);
    CHECK_EQ(posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                                 POSIX_SPAWN_SETSIGMASK),
             0);
    CHECK_EQ(posix_spawnattr_setflags(&attr, 0x4000), EINVAL);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    CHECK_EQ(posix_spawnattr_setsigdefault(&attr, &set), 0);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    CHECK_EQ(posix_spawnattr_setsigmask(&attr, &set), 0);
    CHECK_EQ(posix_spawn(&pid, "/t/libc_spawn", NULL, &attr, self, environment), 0);
    CHECK_EQ(ended(pid), 9 << 8);
}

int main(int argc, char *argv[])
{
    (void)argv;
    if (argc > 1)
        return look();
    plain();
    files();
    attributes();
    return 0;
}
