/* Who wants a file that another process writes to all the time gets it: it is passed over no more
 * than once, though the writer gives up the CPU only where it has the file. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include "now.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROUNDS 50
#define MOST   50000 /* us: five slices */

static void keep_writing(int fd, struct channel begun)
{
    static char buf[1 << 20];
    alarm(5); /* who is passed over for ever is told so then */
    CHECK_EQ(write(fd, buf, sizeof(buf)), sizeof(buf));
    channel_send(begun, 'b');
    for (;;) {
        CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
        CHECK_EQ(write(fd, buf, sizeof(buf)), sizeof(buf));
    }
}

int main(void)
{
    int fd = open("/tmp/written", O_RDWR | O_CREAT, 0644);
    CHECK(fd >= 0);
    struct channel begun = channel_open();
    pid_t child = START_CHILD(keep_writing(fd, begun));
    channel_receive(begun);
    long longest = 0;
    for (int i = 0; i < ROUNDS; i++) {
        long begin = now_ns() / 1000;
        CHECK_EQ(fstat(fd, &(struct stat){0}), 0);
        if (now_ns() / 1000 - begin > longest)
            longest = now_ns() / 1000 - begin;
    }
    CHECK_IN(longest, 0, MOST);
    child_kill(child);
    channel_close(begun);
    return 0;
}
