/* The kernel stacks of processes that lived at the same time are reclaimed when programs need
 * memory, and can be allocated again. */
/* machine: det=1 cpus=4 mem=32M */
#include "pages_available.h"

#define CROWD  150 /* processes, with 4 pages of stack each */
#define ROUNDS 3

static void many(void)
{
    static pid_t pids[CROWD];
    struct channel go = channel_open();
    for (int i = 0; i < CROWD; i++)
        pids[i] = START_CHILD(channel_receive(go));
    for (int i = 0; i < CROWD; i++)
        channel_send(go, 'g');
    for (int i = 0; i < CROWD; i++)
        CHECK_EQ(child_wait(pids[i]), 0);
    channel_close(go);
}

int main(void)
{
    size_t before = pages_at_start();
    for (int round = 0; round < ROUNDS; round++) {
        many();
        check_freed(before, "many came and went");
    }
    return 0;
}
