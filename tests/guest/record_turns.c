/* What the kernel does for a record in the memory of a process waits for the thread that has its
 * address space, and not for all that want it: the processes of all records wait meanwhile. */
/* machine: det=1 cpus=1 */
#include "record.h"
#include "walkers.h"

#define ROUNDS 10

static void busy(struct channel begun)
{
    walk_in_threads();
    channel_send(begun, 'b');
    walk(NULL);
}

static int64_t record_ns(pid_t pid, int fd)
{
    int64_t start = now_ns();
    CHECK_EQ(profrecord(pid, fd, 0), 0);
    return now_ns() - start;
}

int main(void)
{
    int64_t one_ns = walk_begin(), begin_ns = 0, end_ns = 0;
    struct channel begun = channel_open();
    pid_t pid = START_CHILD(busy(begun));
    CHECK_EQ(channel_receive(begun), 'b');
    for (int i = 0; i < ROUNDS; i++) {
        struct timespec t = {0, 50000000}; /* each of them has begun, and one is at it */
        CHECK_EQ(nanosleep(&t, NULL), 0);
        int fd = records_open();
        int64_t took_ns = record_ns(pid, fd);
        begin_ns = took_ns > begin_ns ? took_ns : begin_ns;
        CHECK_EQ(close(fd), 0);
        CHECK_EQ(nanosleep(&t, NULL), 0);
        took_ns = record_ns(pid, -1);
        end_ns = took_ns > end_ns ? took_ns : end_ns;
        CHECK(records_only()->pr_nhits > 0);
    }
    CHECK_IN(begin_ns, one_ns / 10, 2 * one_ns); /* it had to wait, and for one alone */
    CHECK_IN(end_ns, one_ns / 10, 6 * one_ns);   /* for one at each step */
    CHECK_EQ(kill(pid, SIGKILL), 0);
    CHECK_KILLED(child_wait(pid), SIGKILL);
    return 0;
}
