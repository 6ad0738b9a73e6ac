/* Who writes to a file, and syncs it, gets to do so beside one that does nothing else: that one
 * gives up the CPU only while it commits. */
/* machine: cpus=1 */
#include "child.h"
#include <fcntl.h>

#define ROUNDS 10
#define MOST   400 /* of the other: it would have as many turns for each of ours */

static void write_and_sync(const char *name, int rounds)
{
    int fd = open(name, O_WRONLY | O_CREAT, 0644);
    CHECK(fd >= 0);
    for (int i = 0; i < rounds; i++) {
        CHECK_EQ(write(fd, "x", 1), 1);
        CHECK_EQ(fsync(fd), 0);
    }
}

static void keep_on(struct channel begun)
{
    write_and_sync("/tmp/others", 1);
    channel_send(begun, 'b');
    write_and_sync("/tmp/others", MOST);
    _exit(1);
}

int main(void)
{
    set_handler(SIGCHLD, child_must_succeed, SA_RESTART);
    struct channel begun = channel_open();
    pid_t child = START_CHILD(keep_on(begun));
    channel_receive(begun);
    write_and_sync("/tmp/ours", ROUNDS);
    child_kill(child);
    channel_close(begun);
    return 0;
}
