/* fork until memory is out: ENOMEM, undone; no process is affected, and all memory is freed. */
/* machine: det=1 cpus=2 mem=24M */
#include "child.h"

#define ROUNDS 4
#define PAGES  64 /* so many that memory is out before RLIMIT_NPROC is reached */
#define MOST   2000
#define SLACK  4 /* the disk's cache takes a page now and then */

static pid_t pids[MOST];
static char own[PAGES * PAGE_SIZE];

/* Every child takes memory of its own, so that fork fails at a different step each time. */
static void be_child(int i, struct channel told, struct channel go)
{
    for (int page = 0; page < i % PAGES; page++)
        own[page * PAGE_SIZE] = i;
    channel_send(told, 't');
    channel_receive(go);
    for (int page = 0; page < i % PAGES; page++)
        CHECK_EQ(own[page * PAGE_SIZE], (char)i);
}

static int fork_all(void)
{
    struct channel told = channel_open(), go = channel_open();
    int n = 0, killed = 0;
    set_handler(SIGCHLD, child_must_succeed, SA_RESTART);
    for (; n < MOST; n++) {
        pids[n] = fork();
        if (pids[n] == 0) {
            be_child(n, told, go);
            _exit(0);
        }
        if (pids[n] < 0)
            break;
        channel_receive(told);
    }
    CHECK(n < MOST);
    CHECK_EQ(errno, ENOMEM);
    CHECK_FAILS(fork(), ENOMEM);
    signal(SIGCHLD, SIG_DFL);
    for (int i = 0; i < n; i++)
        channel_send(go, 'g');
    for (int i = 0; i < n; i++)
        killed += child_wait(pids[i]) != 0;
    CHECK_EQ(killed, 0);
    CHECK_FAILS(waitpid(-1, NULL, 0), ECHILD);
    channel_close(told);
    channel_close(go);
    return n;
}

int main(void)
{
    memset(own, 'o', sizeof(own));
    fork_all(); /* kernel stacks, once made, are kept for the next thread */
    int first = fork_all();
    CHECK(first > 50);
    for (int round = 0; round < ROUNDS; round++) {
        int n = fork_all();
        if (n < first - SLACK)
            FAIL("round %d: only %d children, %d at first", round, n, first);
    }
    for (size_t i = 0; i < sizeof(own); i++)
        CHECK_EQ(own[i], 'o');
    return 0;
}
