/* Memory is not out for a program while another CPU takes memory back: two programs take the last
 * pages at once, and get what the kernel stacks of threads that have ended hold. */
/* machine: cpus=4 mem=32M */
#include "child.h"
#include "filler.h"
#include <fcntl.h>
#include <sys/calls.h>

#define ROUNDS     8
#define THREADS    120
#define FILLER     (64 << 20) /* more than the machine has */
#define LEFT       700        /* pages; the stacks of the threads take 4 each */
#define SLACK      60         /* of these pages, what the kernel keeps for later */
#define STACK_SIZE (2 * PAGE_SIZE)

static char stacks[THREADS][STACK_SIZE] __attribute__((aligned(16)));
static int alive[THREADS];
static struct channel told, go, last;

static void be_thread(void *word)
{
    channel_send(told, 't');
    channel_receive(go);
    __thread_exit(word);
}

/* Threads that have a kernel stack at the same time, and end. */
static void many(void)
{
    for (int i = 0; i < THREADS; i++) {
        alive[i] = 1;
        CHECK(__thread_create(be_thread, &alive[i], stacks[i] + STACK_SIZE, stacks[i] + 512) > 0);
        channel_receive(told);
    }
    for (int i = 0; i < THREADS; i++)
        channel_send(go, 'g');
    for (int i = 0; i < THREADS; i++)
        while (__atomic_load_n(&alive[i], __ATOMIC_ACQUIRE))
            __futex_wait(&alive[i], 1, NULL);
}

static void take_half(void)
{
    size_t half = (LEFT - SLACK) / 2;
    CHECK_EQ(use_pages(0, 1), 1); /* its page tables are there */
    channel_send(told, 't');
    channel_receive(last);
    CHECK_EQ(use_pages(1, half), half);
}

static void take_the_last(void)
{
    pid_t pids[2];
    for (int i = 0; i < 2; i++) {
        pids[i] = START_CHILD(take_half());
        channel_receive(told);
    }
    memset(stacks, 0, sizeof(stacks)); /* shared with the children until now */
    size_t n = use_pages(0, FILLER / PAGE_SIZE);
    CHECK_IN(n, LEFT, FILLER / PAGE_SIZE - 1);
    free_pages(0, LEFT);
    many();
    for (int i = 0; i < 2; i++)
        channel_send(last, 'g');
    for (int i = 0; i < 2; i++)
        CHECK_EQ(child_wait(pids[i]), 0);
    free_pages(0, n);
}

int main(void)
{
    told = channel_open();
    go = channel_open();
    last = channel_open();
    zero = open("/dev/zero", O_RDONLY);
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    for (int i = 0; i < ROUNDS; i++)
        take_the_last();
    return 0;
}
