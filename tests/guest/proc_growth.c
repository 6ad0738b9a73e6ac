/* The calls that name a process, a group or a child take as long among 500 processes as among 20.
 * Every instruction takes the same time here. */
/* machine: det=1 cpus=1 */
#include "child.h"

#define FEW   20
#define MANY  500
#define TIMES 20

static pid_t pids[MANY];
static int nprocesses;

static uint64_t clock_now(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}

/* Each in a group of its own. */
static void add_processes(int n, struct channel go)
{
    while (nprocesses < n) {
        pid_t pid = START_CHILD(channel_receive(go));
        CHECK_EQ(setpgid(pid, pid), 0);
        pids[nprocesses++] = pid;
    }
}

static void work_kill(pid_t pid)
{
    CHECK_EQ(kill(pid, SIGWINCH), 0);
}

static void work_kill_group(pid_t pid)
{
    CHECK_EQ(kill(-pid, SIGWINCH), 0);
}

static void work_wait(pid_t pid)
{
    CHECK_EQ(waitpid(pid, NULL, WNOHANG), 0);
}

static void work_wait_group(pid_t pid)
{
    CHECK_EQ(waitpid(-pid, NULL, WNOHANG), 0);
}

static void work_wait_any(pid_t pid)
{
    (void)pid;
    CHECK_EQ(waitpid(-1, NULL, WNOHANG), 0);
}

static void work_group(pid_t pid)
{
    CHECK_EQ(getpgid(pid), pid);
    CHECK_EQ(setpgid(pid, pid), 0);
}

static void work_fork(pid_t pid)
{
    (void)pid;
    CHECK_EQ(IN_CHILD(_exit(0)), 0);
}

static const struct work {
    const char *name;
    void (*once)(pid_t pid);
} works[] = {
    {"kill", work_kill},
    {"kill of a group", work_kill_group},
    {"waitpid", work_wait},
    {"waitpid of a group", work_wait_group},
    {"waitpid of any", work_wait_any},
    {"getpgid and setpgid", work_group},
    {"fork", work_fork},
};
#define WORKS (sizeof(works) / sizeof(works[0]))

static void measure(uint64_t *times)
{
    for (size_t i = 0; i < WORKS; i++) {
        works[i].once(pids[0]);
        uint64_t start = clock_now();
        for (int n = 0; n < TIMES; n++)
            works[i].once(pids[n * nprocesses / TIMES]);
        times[i] = clock_now() - start;
    }
}

int main(void)
{
    struct channel go = channel_open();
    add_processes(FEW, go);
    uint64_t few[WORKS];
    measure(few);
    add_processes(MANY, go);
    uint64_t many[WORKS];
    measure(many);
    for (size_t i = 0; i < WORKS; i++)
        if (many[i] > 2 * few[i])
            FAIL("%s: %lu instructions among %d, %lu among %d", works[i].name, few[i], FEW, many[i],
                 MANY);
    for (int i = 0; i < MANY; i++)
        CHECK_EQ(kill(pids[i], SIGKILL), 0);
    return 0;
}
