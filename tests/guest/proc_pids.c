/* Pids: none is given twice while its process or zombie is there, and they go up. */
/* machine: cpus=2 */
#include "child.h"

#define ROUNDS 1000

int main(void)
{
    struct channel go = channel_open();
    pid_t alive = START_CHILD(channel_receive(go)), zombie = START_CHILD(_exit(7));
    pid_t self = getpid(), last = zombie;
    CHECK_EQ(IN_CHILD(CHECK_EQ(getppid(), self); CHECK(getpid() != self)), 0);
    for (int i = 0; i < ROUNDS; i++) {
        pid_t pid = START_CHILD(_exit(0));
        CHECK(pid > 1);
        CHECK(pid != alive);
        CHECK(pid != zombie);
        CHECK(pid != self);
        CHECK(pid > last);
        last = pid;
        CHECK_EQ(child_wait(pid), 0);
    }
    channel_send(go, 'g');
    CHECK_EQ(child_wait(alive), 0);
    CHECK_EQ(child_wait(zombie), 7 << 8);
    return 0;
}
