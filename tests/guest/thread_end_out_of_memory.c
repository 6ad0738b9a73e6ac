/* A thread that ends when there is no memory for the word that joiners wait for: the process is
 * killed, and no other, as by any write that finds no memory, and no thread waits forever. */
/* machine: det=1 cpus=2 mem=24M */
#include "child.h"
#include "filler.h"
#include <fcntl.h>
#include <sys/calls.h>

#define FILLER (64 << 20)

static int *word;         /* on a page that fork shared, so that the 0 needs a page */
static volatile int step; /* counts up, in turns */

static void step_reached(int n)
{
    while (step < n)
        __asm__ volatile("pause");
}

static void run(void *unused)
{
    (void)unused;
    step = 1;
    step_reached(2);
    volatile char own[2 * PAGE_SIZE];
    for (size_t i = 0; i < sizeof(own); i += 512)
        own[i] = 1;
    step = 3;
    step_reached(4);
    __thread_exit(word);
}

static void join_without_memory(struct channel keep)
{
    char *stack = map_memory(16 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    word = (int *)map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    *word = 1;
    CHECK(__thread_create(run, NULL, stack + 16 * PAGE_SIZE, stack) > 0);
    step_reached(1);
    START_CHILD(channel_receive(keep)); /* shares the word */
    step = 2;
    step_reached(3);
    CHECK(use_pages(0, FILLER / PAGE_SIZE) > 0);
    use_rest();
    step = 4;
    while (*word)
        __futex_wait(word, 1, NULL);
    _exit(1);
}

int main(void)
{
    struct channel keep = channel_open();
    zero = open("/dev/zero", O_RDONLY);
    CHECK_KILLED(IN_CHILD(join_without_memory(keep)), SIGKILL);
    channel_send(keep, 'k');
    return 0;
}
