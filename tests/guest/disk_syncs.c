/* Each request to the disk ends, however many there are and whenever they begin.
 *
 *     disk_syncs [WRITES]
 */
/* machine: cpus=1 */
#include "child.h"
#include <fcntl.h>
#include <stdio.h>

#define PROCESSES 4
#define BLOCKS    20 /* of each process's file */

static void write_and_sync(int number, int writes)
{
    static const char block[4096];
    char name[32];
    snprintf(name, sizeof(name), "/tmp/syncs%d", number);
    int fd = open(name, O_CREAT | O_RDWR, 0666);
    for (int i = 0; i < writes; i++) {
        CHECK_EQ(lseek(fd, i % BLOCKS * (off_t)sizeof(block), SEEK_SET),
                 i % BLOCKS * sizeof(block));
        CHECK_EQ(write(fd, block, sizeof(block)), sizeof(block));
        if (i % 5 == 0)
            CHECK_EQ(fsync(fd), 0);
    }
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(unlink(name), 0);
}

int main(int argc, char **argv)
{
    pid_t pids[PROCESSES];
    for (int i = 0; i < PROCESSES; i++)
        pids[i] = START_CHILD(write_and_sync(i, argc > 1 ? atoi(argv[1]) : 200));
    for (int i = 0; i < PROCESSES; i++)
        CHECK_EQ(child_wait(pids[i]), 0);
    return 0;
}
