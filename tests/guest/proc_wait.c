/* waitpid: every status, every form of its first argument, WNOHANG, and errors that lose nothing.
 */
#include "child.h"

static void statuses(void)
{
    for (int status = 0; status < 256; status += 15)
        CHECK_EQ(IN_CHILD(_exit(status)), status << 8);
    CHECK_EQ(IN_CHILD(_exit(0x1234)), 0x34 << 8);
    CHECK_EQ(IN_CHILD(_exit(-1)), 0xff << 8);
    for (int sig = 1; sig < NSIG; sig++) {
        if (sig >= SIGCONT && sig <= SIGTTOU)
            continue; /* job_stop.c */
        if (sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH)
            CHECK_EQ(IN_CHILD(kill(getpid(), sig)), 0);
        else
            CHECK_EQ(IN_CHILD(kill(getpid(), sig)), sig);
    }
}

static void no_hang(void)
{
    struct channel go = channel_open();
    int status = 77;
    pid_t pid = START_CHILD(channel_receive(go));
    CHECK_EQ(waitpid(pid, &status, WNOHANG), 0);
    CHECK_EQ(waitpid(-1, &status, WNOHANG), 0);
    CHECK_EQ(status, 77);
    channel_send(go, 'g');
    CHECK_EQ(child_wait(pid), 0);
    CHECK_FAILS(waitpid(-1, &status, WNOHANG), ECHILD);
    channel_close(go);
}

static void errors(void)
{
    int status = 77;
    CHECK_FAILS(waitpid(-1, &status, 0), ECHILD);
    pid_t pid = START_CHILD(_exit(3));
    CHECK_FAILS(waitpid(pid, &status, 4), EINVAL);
    CHECK_FAILS(waitpid(getpid(), &status, 0), ECHILD);
    CHECK_FAILS(waitpid(1, &status, 0), ECHILD);
    CHECK_FAILS(waitpid(pid + 1, &status, 0), ECHILD);
    CHECK_FAILS(waitpid(0x7fffffff, &status, 0), ECHILD);
    CHECK_FAILS(waitpid(-0x7fffffff - 1, &status, 0), ECHILD);
    CHECK_EQ(status, 77);

    /* A bad pointer, or one to read-only memory, keeps the child. */
    char *page = map_memory(PAGE_SIZE, PROT_READ);
    int *bad[] = {(int *)page, (int *)8, (int *)0xffff800000000000, (int *)-4};
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        CHECK_FAILS(waitpid(pid, bad[i], 0), EFAULT);
        CHECK_FAILS(waitpid(pid, bad[i], WNOHANG), EFAULT);
    }
    CHECK_EQ(child_wait(pid), 3 << 8);

    /* A page that is not there yet is brought in; one that fork shared is copied. */
    CHECK_EQ(mprotect(page, PAGE_SIZE, PROT_READ | PROT_WRITE), 0);
    pid = START_CHILD(_exit(4));
    CHECK_EQ(waitpid(pid, (int *)page, 0), pid);
    CHECK_EQ(*(int *)page, 4 << 8);
    CHECK_EQ(waitpid(START_CHILD(_exit(5)), NULL, 0) > 0, 1);
}

static pid_t group_child(struct channel go, int status, pid_t pgid)
{
    pid_t pid = START_CHILD(channel_receive(go); _exit(status));
    CHECK_EQ(setpgid(pid, pgid), 0);
    return pid;
}

static void groups(void)
{
    struct channel go = channel_open();
    pid_t here = START_CHILD(_exit(1));
    pid_t lead = group_child(go, 2, 0), member = group_child(go, 2, lead);
    int status;
    CHECK_EQ(waitpid(0, &status, 0), here); /* the caller's group */
    CHECK_EQ(status, 1 << 8);
    CHECK_FAILS(waitpid(0, &status, 0), ECHILD);
    CHECK_EQ(waitpid(-lead, &status, WNOHANG), 0);
    channel_send(go, 'g');
    channel_send(go, 'g');
    pid_t first = waitpid(-lead, &status, 0), second = waitpid(-lead, &status, 0);
    CHECK((first == lead && second == member) || (first == member && second == lead));
    CHECK_FAILS(waitpid(-lead, &status, 0), ECHILD);
    channel_close(go);
}

/* In the order in which the caller waits for them, not in which they ended. */
static void any_order(void)
{
    pid_t pid[20];
    for (int i = 0; i < 20; i++)
        pid[i] = START_CHILD(_exit(i));
    for (int i = 19; i >= 0; i -= 2)
        CHECK_EQ(child_wait(pid[i]), i << 8);
    for (int i = 0, status; i < 20; i += 2) {
        pid_t got = waitpid(-1, &status, 0);
        CHECK_IN(got, pid[0], pid[18]);
        CHECK_EQ(pid[WEXITSTATUS(status)], got);
    }
    CHECK_FAILS(waitpid(-1, NULL, 0), ECHILD);
}

int main(void)
{
    statuses();
    no_hang();
    errors();
    groups();
    any_order();
    return 0;
}
