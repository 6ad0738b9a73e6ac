/* When memory is out the process that holds most ends, and not the one that needs a page: neither
 * where its program touches the page, nor where a system call does. */
/* machine: det=1 cpus=2 mem=24M */
#include "child.h"
#include "filler.h"
#include <fcntl.h>

#define FILLER (64 << 20)
#define NEEDED 64 /* pages */

/* Sends twice: the first time writes the pages that fork shares, so the second time needs none. */
static void take_all(struct channel told, struct channel never)
{
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    volatile char stack[2 * PAGE_SIZE];
    for (size_t i = 0; i < sizeof(stack); i += 512)
        stack[i] = 1;
    use_pages(0, 1);
    channel_send(told, 's');
    use_pages(1, FILLER / PAGE_SIZE - 1);
    use_rest();
    channel_send(told, 't');
    channel_receive(never);
}

static void touch(char *p)
{
    for (int i = 0; i < NEEDED; i++)
        p[i * PAGE_SIZE] = 1;
}

static void read_into(char *p)
{
    CHECK_EQ(read(zero, p, NEEDED * PAGE_SIZE), NEEDED * PAGE_SIZE);
}

static void need_pages(void (*need)(char *p))
{
    struct channel told = channel_open(), never = channel_open();
    char *p = map_memory(NEEDED * PAGE_SIZE, PROT_READ | PROT_WRITE);
    pid_t biggest = START_CHILD(take_all(told, never));
    channel_receive(told);
    channel_receive(told);
    need(p);
    CHECK_KILLED(child_wait(biggest), SIGKILL);
    channel_close(told);
    channel_close(never);
}

int main(void)
{
    zero = open("/dev/zero", O_RDONLY);
    need_pages(touch);
    need_pages(read_into);
    return 0;
}
