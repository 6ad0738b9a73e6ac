/*
 * For test_disk.py, which cuts the power: beside many that are busy, writes a file, and says so a
 * tenth of a second later or when it has its next turn.  By itself it ends then.
 *
 *     disk_busy [wait [write]]
 *
 * write: the others, three, write files and free them before the log is full.
 */
#include "check.h"
#include "now.h"
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#define BUSY 20
#define NS   1000000000l

static void write_large(int number)
{
    static char block[1 << 20];
    char name[] = {'/', 'b', 'u', 's', 'y', 'a' + number, '\0'};
    int fd = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0644);
    CHECK_EQ(write(fd, block, sizeof(block)), sizeof(block));
    CHECK_EQ(close(fd), 0);
}

int main(int argc, char **argv)
{
    pid_t self = getpid(), busy[BUSY];
    int others = argc > 2 ? 3 : BUSY;
    for (int i = 0; i < others; i++) {
        busy[i] = fork();
        CHECK(busy[i] >= 0);
        if (busy[i] == 0) {
            while (getppid() == self)
                if (argc > 2)
                    write_large(i);
            return 0;
        }
    }
    int fd = open("/soon", O_CREAT | O_WRONLY, 0644);
    CHECK_EQ(write(fd, "now\n", 4), 4);
    long written = now_ns();
    while (now_ns() < written + NS / 10)
        ;
    CHECK_EQ(write(1, "late\n", 5), 5);
    while (argc > 1 && argv[1])
        ;
    for (int i = 0; i < others; i++)
        CHECK_EQ(kill(busy[i], SIGKILL), 0);
    CHECK_EQ(unlink("/soon"), 0);
    return 0;
}
