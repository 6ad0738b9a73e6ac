/* kstat counts the disk last: what memory no longer has in use of a file without names is free
 * there, too, though the process that had it ends meanwhile, in each round a little later. */
/* machine: cpus=2 */
#include "child.h"
#include "counts.h"
#include <fcntl.h>
#include <sys/stat.h>

#define ROUNDS 100
#define SPINS  1000
#define FILE   "/nameless"

int main(void)
{
    struct kstat now, before = counts();
    for (int round = 0; round < ROUNDS; round++) {
        struct channel c = channel_open();
        pid_t pid = START_CHILD({
            CHECK(open(FILE, O_CREAT | O_WRONLY, 0600) >= 0);
            CHECK_EQ(unlink(FILE), 0);
            channel_send(c, 'x');
            for (volatile int spins = round * SPINS; spins > 0; spins--)
                ;
        });
        CHECK_EQ(close(c.out), 0); /* so that the end of a child that fails is seen */
        CHECK_EQ(channel_receive(c), 'x');
        do
            now = counts();
        while (now.ks_inodes != before.ks_inodes);
        CHECK_EQ(now.ks_disk_inodes, before.ks_disk_inodes);
        CHECK_EQ(child_wait(pid), 0);
        CHECK_EQ(close(c.in), 0);
    }
    return 0;
}
