/* How a process with many threads ends: by exit in any of them, several at once, by a signal, by
 * its first thread's return, and, without any of these, with its last thread. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>

#define THREADS 6
#define ROUNDS  3
#define STATUS  20 /* of the first of them; a check that fails exits with 1 */

static int ready;
static struct channel never, last;

static void start(void *(*run)(void *), long arg)
{
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, run, (void *)arg), 0);
}

static void *spin(void *unused)
{
    for (;;)
        __asm__ volatile("pause");
    return unused;
}

static void *block(void *unused)
{
    channel_receive(never);
    return unused;
}

static void *call_exit(void *status)
{
    __atomic_add_fetch(&ready, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&ready, __ATOMIC_SEQ_CST) < THREADS)
        sched_yield();
    _exit((long)status);
}

static void *die(void *unused)
{
    raise(SIGTERM);
    return unused;
}

static void *fork_on(void *unused)
{
    for (;;) {
        pid_t pid = fork();
        if (pid == 0)
            _exit(0);
        waitpid(pid, NULL, 0);
    }
    return unused;
}

static void surrounded(void *(*run)(void *), long arg)
{
    start(spin, 0);
    start(block, 0);
    start(fork_on, 0);
    start(run, arg);
    spin(NULL);
}

static void all_at_once(void)
{
    for (long i = 1; i < THREADS; i++)
        start(call_exit, STATUS + i);
    call_exit((void *)(long)STATUS);
}

static void *make_another(void *left)
{
    if (left)
        start(make_another, (long)left - 1);
    else
        channel_send(last, 'l');
    return NULL;
}

int main(void)
{
    never = channel_open();
    for (int i = 0; i < ROUNDS; i++) {
        ready = THREADS;
        CHECK_EQ(IN_CHILD(surrounded(call_exit, 9)), 9 << 8);
        CHECK_KILLED(IN_CHILD(surrounded(die, 0)), SIGTERM);
        ready = 0;
        int status = IN_CHILD(all_at_once());
        CHECK(WIFEXITED(status));
        CHECK_IN(WEXITSTATUS(status), STATUS, STATUS + THREADS - 1);
        CHECK_EQ(IN_CHILD(start(spin, 0); start(block, 0); start(fork_on, 0); exit(3)), 3 << 8);
        last = channel_open();
        CHECK_EQ(IN_CHILD(start(make_another, 20); pthread_exit(NULL)), 0);
        CHECK_EQ(close(last.out), 0);
        CHECK_EQ(channel_receive(last), 'l');
        CHECK_EQ(close(last.in), 0);
    }
    return 0;
}
