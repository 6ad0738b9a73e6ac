/* A signal sent to a process goes to a thread that does not block it, whichever sleeps or runs, and
 * waits if all block it; a fault's signal goes to the thread that faulted; SIGKILL ends them all.
 */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>

#define SIGNALS 200
#define THREADS 4

static int ready, taken[2];
static __thread int may_take;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    CHECK(may_take);
    __atomic_add_fetch(&taken[sig == SIGUSR2], 1, __ATOMIC_SEQ_CST);
}

static void block(int how, sigset_t set)
{
    CHECK_EQ(pthread_sigmask(how, &set, NULL), 0);
}

static void *blocked_spins(void *stop)
{
    while (!__atomic_load_n((int *)stop, __ATOMIC_RELAXED))
        ;
    return NULL;
}

static void *open_sleeps(void *c)
{
    may_take = 1;
    block(SIG_UNBLOCK, 1u << SIGUSR1);
    __atomic_add_fetch(&ready, 1, __ATOMIC_SEQ_CST);
    char byte;
    while (read(((struct channel *)c)->in, &byte, 1) < 0) /* without SA_RESTART */
        CHECK_EQ(errno, EINTR);
    block(SIG_BLOCK, 1u << SIGUSR1);
    return NULL;
}

/* Only one of the threads may take it, and does, each time. */
static void routed(void)
{
    struct channel go = channel_open();
    int stop = 0;
    block(SIG_BLOCK, 1u << SIGUSR1);
    set_handler(SIGUSR1, handler, 0);
    pthread_t spinning[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&spinning[i], NULL, blocked_spins, &stop), 0);
    pthread_t sleeping;
    CHECK_EQ(pthread_create(&sleeping, NULL, open_sleeps, &go), 0);
    while (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST))
        sched_yield();
    for (int i = 0; i < SIGNALS; i++) {
        CHECK_EQ(kill(getpid(), SIGUSR1), 0);
        while (__atomic_load_n(&taken[0], __ATOMIC_SEQ_CST) != i + 1)
            sched_yield();
    }
    channel_send(go, 'g');
    CHECK_EQ(pthread_join(sleeping, NULL), 0);

    /* Now all block it. */
    CHECK_EQ(kill(getpid(), SIGUSR1), 0);
    sigset_t set;
    CHECK_EQ(sigpending(&set), 0);
    CHECK_EQ(set, 1u << SIGUSR1);
    may_take = 1;
    block(SIG_UNBLOCK, 1u << SIGUSR1);
    CHECK_EQ(taken[0], SIGNALS + 1);
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(spinning[i], NULL), 0);
}

static __thread volatile int faults;

static void fault_handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info;
    faults++;
    ((struct sigcontext *)context)->rip += 2;
}

static void *fault_many(void *unused)
{
    for (int i = 0; i < 500; i++)
        __asm__ volatile("ud2");
    CHECK_EQ(faults, 500);
    return unused;
}

static void own_faults(void)
{
    set_handler(SIGILL, fault_handler, 0);
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, fault_many, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(faults, 0);
}

static void be_killed(struct channel told)
{
    struct channel never = channel_open();
    int no = 0;
    block(SIG_BLOCK, ~0u);
    pthread_t t;
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&t, NULL, blocked_spins, &no);
        pthread_create(&t, NULL, open_sleeps, &never);
    }
    channel_send(told, 't');
    blocked_spins(&no);
}

int main(void)
{
    routed();
    own_faults();
    for (int i = 0; i < 10; i++) {
        struct channel told = channel_open();
        pid_t pid = START_CHILD(be_killed(told));
        CHECK_EQ(close(told.out), 0); /* so reading ends when the child does */
        channel_receive(told);
        CHECK_EQ(close(told.in), 0);
        CHECK_EQ(kill(pid, SIGKILL), 0);
        CHECK_KILLED(child_wait(pid), SIGKILL);
    }
    return 0;
}
