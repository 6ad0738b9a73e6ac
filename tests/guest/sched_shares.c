/* Processes take turns, not threads.  A thread that wakes waits for the end of the turn that goes
 * on, however many threads are busy, and no way of waking, forking or giving up the CPU gets a
 * process more than its share. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include <pthread.h>
#include <sys/calls.h>
#include <sys/times.h>

#define MS   1000000l
#define LONG (100 * MS) /* ten slices */

static struct channel begun;

static void use_until(int64_t until_ns)
{
    while (now_ns() < until_ns)
        continue;
}

static void nap(long ns)
{
    CHECK_EQ(nanosleep(&(struct timespec){.tv_nsec = ns}, NULL), 0);
}

static void *burn(void *unused)
{
    for (;;)
        continue;
    return unused;
}

static void start_threads(int n)
{
    pthread_t thread;
    for (int i = 0; i < n; i++)
        CHECK_EQ(pthread_create(&thread, NULL, burn, NULL), 0);
}

/* Children with that many busy threads each, which end soon if the test fails. */
static void start_busy(pid_t *child, int nprocesses, int nthreads)
{
    for (int i = 0; i < nprocesses; i++)
        child[i] = START_CHILD(alarm(5); start_threads(nthreads - 1); channel_send(begun, 'b');
                               burn(NULL));
    for (int i = 0; i < nprocesses; i++)
        channel_receive(begun);
}

/* Ends the child; the ticks that it has had. */
static clock_t end_child(pid_t child)
{
    struct tms before, after;
    CHECK(times(&before) != -1);
    child_kill(child);
    CHECK(times(&after) != -1);
    return after.tms_cutime + after.tms_cstime - before.tms_cutime - before.tms_cstime;
}

static clock_t own_ticks(void)
{
    struct tms now;
    CHECK(times(&now) != -1);
    return now.tms_utime + now.tms_stime;
}

/* ---- a share for each process ---- */

static void test_threads_of_one(void)
{
    pid_t child;
    start_busy(&child, 1, 20);
    clock_t first = own_ticks();
    use_until(now_ns() + LONG);
    clock_t mine = own_ticks() - first, others = end_child(child);
    CHECK_IN(mine * 100 / (mine + others), 40, 60);
}

/* ---- those who sleep ---- */

/* The first time it may be later: starting the others used up its share. */
static void check_not_late(void)
{
    nap(MS);
    for (int i = 0; i < 10; i++) {
        int64_t begin = now_ns();
        nap(MS);
        CHECK_IN((now_ns() - begin) / MS, 1, 12);
    }
}

static void test_sleeper_beside(int nprocesses, int nthreads)
{
    pid_t child[nprocesses];
    start_busy(child, nprocesses, nthreads);
    check_not_late();
    for (int i = 0; i < nprocesses; i++)
        CHECK_EQ(kill(child[i], SIGKILL), 0);
    for (int i = 0; i < nprocesses; i++)
        CHECK_KILLED(child_wait(child[i]), SIGKILL);
}

static void test_sleeper_among_threads(void)
{
    CHECK_EQ(IN_CHILD(start_threads(100); check_not_late()), 0);
}

/* ---- nobody starves ---- */

static int token;
static int64_t pair_ends_ns; /* after the test, which it may keep waiting */

static void *pass_on(void *arg)
{
    for (int mine = (int)(intptr_t)arg; now_ns() < pair_ends_ns;) {
        int seen;
        while ((seen = __atomic_load_n(&token, __ATOMIC_ACQUIRE)) % 2 != mine)
            __futex_wait(&token, seen, NULL);
        __atomic_store_n(&token, seen + 1, __ATOMIC_RELEASE);
        __futex_wake(&token, 1);
    }
    return NULL;
}

static void start_pair(void)
{
    pair_ends_ns = now_ns() + 3 * LONG;
    for (intptr_t mine = 0; mine < 2; mine++) {
        pthread_t thread;
        CHECK_EQ(pthread_create(&thread, NULL, pass_on, (void *)mine), 0);
    }
}

/* Two threads that wake each other all the time. */
static void test_beside_pair(void)
{
    pid_t child = START_CHILD(start_pair(); channel_send(begun, 'b'); pause());
    channel_receive(begun);
    clock_t first = own_ticks();
    use_until(now_ns() + LONG);
    clock_t mine = own_ticks() - first, others = end_child(child);
    CHECK_IN(mine * 100 / (mine + others), 40, 60);
}

/* Two such threads do not stop a third one of their process. */
static void use_beside_pair(void)
{
    long ran = 0;
    start_pair();
    for (int64_t now = now_ns(), end = now + LONG; now < end;) {
        int64_t last = now;
        now = now_ns();
        ran += now - last < MS ? now - last : 0;
    }
    CHECK(ran >= LONG / 3);
    CHECK(token >= LONG / (20 * MS));
}

/* Each forks the next one, and ends. */
static void relay(int64_t until_ns)
{
    while (now_ns() < until_ns) {
        use_until(now_ns() + 2 * MS);
        pid_t next = fork();
        CHECK(next >= 0);
        if (next > 0)
            _exit(0);
    }
}

static void test_beside_relay(void)
{
    pid_t child;
    start_busy(&child, 1, 1);
    int64_t begin = now_ns();
    CHECK_EQ(IN_CHILD(relay(begin + LONG); channel_send(begun, 'e')), 0);
    channel_receive(begun);
    long took = (now_ns() - begin) / MS;
    CHECK_IN(end_child(child) * 100 / took, 40, 80);
}

static clock_t with_children(void)
{
    struct tms now;
    CHECK(times(&now) != -1);
    return now.tms_utime + now.tms_stime + now.tms_cutime + now.tms_cstime;
}

/* A process whose children are short gets as much as one without children. */
static void test_short_children(void)
{
    pid_t child;
    start_busy(&child, 1, 1);
    clock_t first = with_children();
    for (int64_t end = now_ns() + 2 * LONG; now_ns() < end;)
        CHECK_EQ(IN_CHILD(use_until(now_ns() + MS / 4)), 0);
    clock_t mine = with_children() - first, others = end_child(child);
    CHECK_IN(mine * 100 / (mine + others), 40, 60);
}

/* A process that gives up the CPU just before its turn is over, and wakes at once. */
static void test_late_naps(void)
{
    pid_t child[2];
    start_busy(child, 2, 1);
    clock_t first = own_ticks();
    for (int64_t end = now_ns() + 4 * LONG; now_ns() < end;) {
        use_until(now_ns() + 9 * MS);
        nap(1000);
    }
    clock_t mine = own_ticks() - first, others = end_child(child[0]) + end_child(child[1]);
    CHECK_IN(mine * 100 / (mine + others), 25, 40);
}

int main(void)
{
    begun = channel_open();
    test_threads_of_one();
    test_sleeper_beside(4, 1);
    test_sleeper_beside(100, 1);
    test_sleeper_beside(1, 100);
    test_sleeper_among_threads();
    test_beside_pair();
    CHECK_EQ(IN_CHILD(use_beside_pair()), 0);
    test_beside_relay();
    test_short_children();
    test_late_naps();
    return 0;
}
