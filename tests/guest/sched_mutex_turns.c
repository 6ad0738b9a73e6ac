/* Who wants a file that another process writes to all the time gets it: it is passed over no more
 * than once, though the writer gives up the CPU only where it has the file. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 50
#define MOST   50000 /* us: five slices */

static long now_us(void)
{
    struct timespec t;
    CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &t), 0);
    return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

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
        long begin = now_us();
        CHECK_EQ(fstat(fd, &(struct stat){0}), 0);
        if (now_us() - begin > longest)
            longest = now_us() - begin;
    }
    CHECK_IN(longest, 0, MOST);
    child_kill(child);
    channel_close(begun);
    return 0;
}
