/* A process that touches more memory than there is is killed, and no other; all of it is freed. */
/* machine: det=1 cpus=2 mem=24M */
#include "child.h"

#define ROUNDS 5
#define SLACK  16 /* pages that the disk's cache may take */

/* Writes a byte into the pipe for each 16 pages. */
static void eat_all(struct channel told, struct channel go)
{
    char *p = map_memory(1 << 30, PROT_READ | PROT_WRITE);
    channel_receive(go);
    for (size_t i = 0;; i++) {
        p[i * PAGE_SIZE] = 1;
        if (i % 16 == 0)
            channel_send(told, 't');
    }
}

/* Pages that one process got before it was ended. */
static int measure(void)
{
    struct channel told = channel_open(), go = channel_open();
    static char buf[4096];
    int pages = 0;
    pid_t pid = START_CHILD(eat_all(told, go));
    CHECK_EQ(close(told.out), 0);
    channel_send(go, 'g');
    int n;
    while ((n = read(told.in, buf, sizeof(buf))) > 0)
        pages += 16 * n;
    CHECK_KILLED(child_wait(pid), SIGKILL);
    CHECK_EQ(close(told.in), 0);
    channel_close(go);
    return pages;
}

static volatile sig_atomic_t stop;

static void stop_handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    stop = 1;
}

/* Allocates all its memory at the start, and goes on using it. */
static void work_on(struct channel told)
{
    static uint64_t mine[100 * PAGE_SIZE / 8];
    uint64_t round = 0;
    set_handler(SIGTERM, stop_handler, 0);
    do {
        for (size_t i = 0; i < sizeof(mine) / 8; i += 64) {
            CHECK_EQ(mine[i], round == 0 ? 0 : round + i);
            mine[i] = round + 1 + i;
        }
        if (round++ == 0)
            channel_send(told, 't');
    } while (!stop);
}

static void bystander(void)
{
    struct channel told = channel_open();
    pid_t pid = START_CHILD(work_on(told));
    channel_receive(told);
    CHECK(measure() > 1000);
    CHECK(measure() > 1000);
    CHECK_EQ(kill(pid, SIGTERM), 0);
    CHECK_EQ(child_wait(pid), 0);
}

int main(void)
{
    measure();
    int first = measure();
    CHECK(first > 1000);
    for (int round = 0; round < ROUNDS; round++) {
        int n = measure();
        if (n < first - SLACK)
            FAIL("round %d: only %d pages, %d at first", round, n, first);
    }
    bystander();
    return 0;
}
