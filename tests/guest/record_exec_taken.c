/* While an exec waits to begin the record that was asked for, another process takes that away, and
 * a third has the process recorded: there is one recording at a time, and it ends as others do. */
/* machine: cpus=4 */
#include "record.h"
#include <stdio.h>

#define EXECS   150
#define HAMMERS 3

/* Forks, as a record that begins is the child's, too. */
static void become(char *program, long left)
{
    CHECK_EQ(child_wait(START_CHILD((void)0)), 0);
    if (left == 0)
        return;
    int fd = records_open();
    if (profrecord(0, fd, PROF_RECORD_AT_EXEC) != 0)
        CHECK_EQ(errno, EALREADY);
    char text[24];
    snprintf(text, sizeof(text), "%ld", left - 1);
    BECOME(program, text);
}

static void hammer(pid_t pid, int fd)
{
    for (;;) {
        if (profrecord(pid, -1, 0) != 0)
            CHECK_EQ(errno, ESRCH);
        if (profrecord(pid, fd, 0) != 0)
            CHECK(errno == EALREADY || errno == ESRCH);
    }
}

int main(int argc, char *argv[])
{
    if (argc > 1) {
        become(argv[0], atol(argv[1]));
        return 0;
    }
    int fd = records_open();
    pid_t pid = START_CHILD(become(argv[0], EXECS)), hammers[HAMMERS];
    for (int i = 0; i < HAMMERS; i++)
        hammers[i] = START_CHILD(hammer(pid, fd));
    CHECK_EQ(child_wait_program(pid), 0);
    for (int i = 0; i < HAMMERS; i++)
        child_kill(hammers[i]);
    return 0;
}
