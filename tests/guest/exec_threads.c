/* exec by one of many threads, sleeping, spinning or in exec themselves: the new program has one.
 */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sys/procinfo.h>
#include <time.h>

#define SELF   "/t/exec_threads"
#define ROUNDS 25

static struct channel never;
static int ready;

static void *spin(void *unused)
{
    __atomic_add_fetch(&ready, 1, __ATOMIC_RELAXED);
    for (;;)
        __asm__ volatile("pause");
    return unused;
}

static void *read_pipe(void *unused)
{
    __atomic_add_fetch(&ready, 1, __ATOMIC_RELAXED);
    char byte;
    read(never.in, &byte, 1);
    FAIL("the pipe has nothing to read");
    return unused;
}

static void *sleep_long(void *unused)
{
    __atomic_add_fetch(&ready, 1, __ATOMIC_RELAXED);
    nanosleep(&(struct timespec){1000000, 0}, NULL);
    FAIL("that was no million seconds");
    return unused;
}

static void *do_exec(void *unused)
{
    __atomic_add_fetch(&ready, 1, __ATOMIC_RELAXED);
    while (__atomic_load_n(&ready, __ATOMIC_RELAXED) < 7)
        __asm__ volatile("pause");
    execl(SELF, SELF, "new", NULL);
    FAIL("exec: %s", strerror(errno));
    return unused;
}

static void *start(void *(*run)(void *))
{
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, run, NULL), 0);
    return t;
}

static void run_threads(void)
{
    never = channel_open();
    start(spin);
    start(read_pipe);
    start(sleep_long);
    start(do_exec);
    start(do_exec);
    start(do_exec);
    spin(NULL);
}

static int be_new_program(void)
{
    static struct procinfo list[64];
    ssize_t n = proclist(list, 64);
    for (ssize_t i = 0; i < n; i++)
        if (list[i].pi_pid == getpid())
            return list[i].pi_threads == 1 ? 5 : 6;
    return 7;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return be_new_program();
    for (int i = 0; i < ROUNDS; i++)
        CHECK_EQ(IN_CHILD(run_threads()), 5 << 8);
    return 0;
}
