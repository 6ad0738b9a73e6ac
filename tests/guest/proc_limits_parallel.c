/* A limit that one thread changes while another is in fork or exec: what getrlimit says afterwards
 * is what holds. */
/* machine: cpus=2 */
#include "child.h"
#include <pthread.h>
#include <stdbool.h>
#include <sys/resource.h>

#define MIB    (1 << 20)
#define ROUNDS 50

static const rlim_t memory[] = {64 * MIB, 128 * MIB}, files[] = {20, 30};
static bool over; /* atomic */

static void set_soft(int which, rlim_t value)
{
    struct rlimit limit = {value, which == RLIMIT_AS ? RLIM_INFINITY : OPEN_MAX};
    CHECK_EQ(setrlimit(which, &limit), 0);
}

static int is_higher(int which, const rlim_t values[2])
{
    struct rlimit limit;
    CHECK_EQ(getrlimit(which, &limit), 0);
    CHECK(limit.rlim_cur == values[0] || limit.rlim_cur == values[1]);
    return limit.rlim_cur == values[1];
}

static void check(void)
{
    void *p = mmap(NULL, memory[0], PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK_EQ(p != MAP_FAILED, is_higher(RLIMIT_AS, memory));
    CHECK_EQ(dup2(0, files[0]) >= 0, is_higher(RLIMIT_NOFILE, files));
}

static void *change(void *unused)
{
    for (unsigned i = 0; !__atomic_load_n(&over, __ATOMIC_RELAXED); i++) {
        set_soft(RLIMIT_AS, memory[i % 2]);
        set_soft(RLIMIT_NOFILE, files[i % 2]);
    }
    return unused;
}

static void begin(pthread_t *thread)
{
    set_soft(RLIMIT_AS, memory[0]);
    set_soft(RLIMIT_NOFILE, files[0]);
    CHECK_EQ(pthread_create(thread, NULL, change, NULL), 0);
}

static void exec_itself(char *path)
{
    char *argv[] = {path, "check", NULL};
    pthread_t thread;
    begin(&thread);
    execv(path, argv);
    FAIL("exec: %s", strerror(errno));
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        check();
        return 0;
    }
    for (int i = 0; i < ROUNDS; i++)
        CHECK_EQ(IN_CHILD(exec_itself(argv[0])), 0);
    pthread_t thread;
    begin(&thread);
    for (int i = 0; i < ROUNDS; i++)
        CHECK_EQ(IN_CHILD(check()), 0);
    __atomic_store_n(&over, true, __ATOMIC_RELAXED);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    return 0;
}
