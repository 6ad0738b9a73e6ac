"""The person at the terminal ends whatever fills memory, or keeps the terminal."""

import pexpect
import pytest
from test_terminal import CTRL_A, start_with

HOGS = r"""
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STEP (1 << 16)
#define HUGE (1 << 30)

static const char *kind;

/* That memory is full, or has been. */
static void say_full(void)
{
    printf("%s was full\n", kind);
    fflush(stdout);
}

static char *map(size_t nbytes)
{
    return mmap(NULL, nbytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* Fork refuses when little memory is left. */
static int is_full(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    if (pid > 0)
        waitpid(pid, NULL, 0);
    return pid < 0;
}

static void wait_for_ever(void)
{
    for (;;)
        pause();
}

static void wait_with_all(void)
{
    say_full();
    wait_for_ever();
}

static void fill_by_malloc(void)
{
    while (!is_full())
        memset(malloc(STEP), 1, STEP);
    wait_with_all();
}

static void fill_by_read(void)
{
    char *p = map(HUGE);
    for (int zero = open("/dev/zero", O_RDONLY);;)
        read(zero, p, HUGE);
}

static void fill_by_forks(void)
{
    while (fork() >= 0)
        continue;
    wait_with_all();
}

static void go_deep(int levels)
{
    volatile char own[1 << 20];
    for (size_t i = 0; i < sizeof(own); i += 4096)
        own[i] = 1;
    if (levels > 1)
        go_deep(levels - 1);
    wait_with_all();
    own[1]++;
}

static void fill_by_stacks(void)
{
    while (fork() > 0)
        continue;
    go_deep(6);
}

static void *use_stack(void *unused)
{
    volatile char own[1 << 15];
    for (size_t i = 0; i < sizeof(own); i += 4096)
        own[i] = 1;
    wait_for_ever();
    own[1]++;
    return unused;
}

static void fill_by_threads(void)
{
    for (pthread_t thread; pthread_create(&thread, NULL, use_stack, NULL) == 0;)
        continue;
    wait_with_all();
}

static void fill_by_mmap(void)
{
    char *p = map(16ull * HUGE);
    for (size_t i = 0;; i += 1 << 21) /* a page, and a page table */
        p[i] = 1;
}

static void fill_by_pipes(void)
{
    static char bytes[1 << 16];
    while (fork() == 0)
        for (int ends[2]; pipe(ends) == 0;)
            write(ends[1], bytes, sizeof(bytes));
    wait_with_all();
}

static void fill_by_file(void)
{
    static char bytes[1 << 16];
    for (int fd = open("/tmp/hog", O_RDWR | O_CREAT, 0600);; lseek(fd, 0, SEEK_SET))
        for (size_t n = 0; n < 64 << 20 && write(fd, bytes, sizeof(bytes)) > 0; n += sizeof(bytes))
            if (n == 16 << 20)
                say_full();
}

static void fill_by_brk(void)
{
    for (char *p; (p = sbrk(STEP)) != (char *)-1;)
        memset(p, 1, STEP);
}

static void fill_and_end_shell(void)
{
    while (!is_full())
        memset(malloc(STEP), 1, STEP);
    kill(getppid(), SIGKILL);
    wait_with_all();
}

/* A small server: a page each 10 ms, which is new or was unmapped before. */
static void be_innocent(void)
{
    say_full();
    char *p = map(64 * 4096);
    for (size_t i = 0;; i++) {
        p[i % 64 * 4096] = 1;
        munmap(p + (i + 32) % 64 * 4096, 4096);
        mmap(p + (i + 32) % 64 * 4096, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} hogs[] = {{"malloc", fill_by_malloc}, {"read", fill_by_read}, {"forks", fill_by_forks},
            {"stacks", fill_by_stacks}, {"threads", fill_by_threads}, {"mmap", fill_by_mmap},
            {"pipes", fill_by_pipes}, {"file", fill_by_file}, {"deaf", fill_by_read},
            {"brk", fill_by_brk}, {"shell", fill_and_end_shell}, {"innocent", be_innocent}};

static void ignore_all(void)
{
    for (int sig = 1; sig < NSIG; sig++)
        if (sig != SIGCHLD)
            signal(sig, SIG_IGN);
}

/* A hog that ends is started again, as its parent holds little memory. */
int main(int argc, char **argv)
{
    size_t i = 0;
    while (strcmp(hogs[i].name, argv[argc - 1]) != 0)
        i++;
    if (strcmp(hogs[i].name, "deaf") == 0)
        ignore_all();
    kind = hogs[i].name;
    if (hogs[i].run == be_innocent || hogs[i].run == fill_and_end_shell)
        hogs[i].run();
    for (;;) {
        pid_t pid = fork();
        if (pid == 0)
            hogs[i].run();
        if (pid > 0)
            waitpid(pid, NULL, 0);
        say_full();
    }
}
"""

KINDS = "malloc read forks stacks threads mmap pipes file deaf brk".split()


def begin(terminal, kind):
    """The prompt comes before its message or after it."""
    terminal.type(f"own {kind} &")
    terminal.child.expect(f"{kind} was full")


def shows(terminal, command, text):
    """Messages of the kernel may come before and behind."""
    terminal.type(command)
    terminal.child.expect(text)
    terminal.prompt()


@pytest.fixture(scope="module")
def terminal(root, tmp_path_factory):
    terminal = start_with(root, tmp_path_factory.mktemp("hogs"), HOGS, "MEM=64")
    begin(terminal, "innocent")
    yield terminal
    terminal.child.close(force=True)


@pytest.mark.parametrize("kind", KINDS)
def test_the_person_at_the_terminal_ends_a_hog(terminal, kind):
    begin(terminal, kind)
    shows(terminal, "ls /", r"\busr\b")
    shows(terminal, "ps", "NAME")
    shows(terminal, "kill -9 %2; wait %2; echo ended''=$?", "ended=137")
    shows(terminal, "jobs; echo t''hat", "own innocent.*that")
    shows(terminal, "kill -0 %1; echo alive''=$?", "alive=0")


def test_a_new_shell_starts_beside_a_hog_that_has_ended_the_old_one(terminal):
    begin(terminal, "shell")
    shows(terminal, "ls /", r"\busr\b")
    assert terminal.off() == 0


KEEPERS = r"""
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static void set_raw(void)
{
    struct termios t;
    tcgetattr(0, &t);
    t.c_iflag = IGNCR;
    t.c_oflag = t.c_lflag = 0;
    memset(t.c_cc, 0, sizeof(t.c_cc));
    tcsetattr(0, TCSAFLUSH, &t);
}

int main(int argc, char **argv)
{
    const char *kind = argv[argc - 1];
    for (int sig = 1; sig < NSIG; sig++)
        signal(sig, SIG_IGN);
    printf("%s runs\n", kind);
    fflush(stdout);
    if (strcmp(kind, "raw") == 0)
        set_raw();
    if (strcmp(kind, "away") == 0)
        setpgid(0, getpgid(getppid()));
    for (;;) {
        if (strcmp(kind, "grabs") == 0) {
            tcsetpgrp(0, getpgid(0));
            set_raw();
        } else if (strcmp(kind, "kills") == 0) {
            kill(-1, SIGKILL);
        } else if (strcmp(kind, "deaf") != 0) {
            pause();
        }
    }
}
"""


def is_answered(terminal, number, seconds):
    """A shell that is about to be killed may take the line."""
    terminal.type(f"echo a''live {number}")
    return terminal.child.expect([rf"\nalive {number}\r?\n", pexpect.TIMEOUT], timeout=seconds) == 0


@pytest.mark.parametrize("cpus", [1, 2])
def test_control_a_and_k_ends_what_keeps_the_terminal(root, tmp_path, cpus):
    """The new shell has the terminal as it was at first."""
    terminal = start_with(root, tmp_path, KEEPERS, f"CPUS={cpus}")
    for number, line in enumerate(["own deaf", "own raw", "own away", "own grabs &", "own kills &",
                                   "trap '' INT QUIT TSTP; echo t''raps runs; while :; do :; done"]):
        terminal.type(line)
        terminal.child.expect(r"\w+ runs")
        terminal.type(CTRL_A + "k", end="")
        terminal.child.expect(r"killed by SIGKILL at pc \w+: sent by process 1\b")
        assert any(is_answered(terminal, number, seconds) for seconds in range(1, 20))
        terminal.gives("while ps >/tmp/p; grep own /tmp/p >/dev/null; do sleep .1; done; echo g''one", "gone")
        terminal.type("cat; echo en''ded")
        terminal.type("line")
        terminal.child.expect("\nline\r\n")
        terminal.type("\x03", end="")
        terminal.prompt()
    assert terminal.off() == 0
