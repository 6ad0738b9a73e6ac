/* profrecord: each wrong argument has its error, and changes nothing. */
/* machine: det=1 cpus=1 */
#include "record.h"
#include <stdbool.h>

#define UNKNOWN_FLAG (1u << 31)
#define NO_PID       32767

static bool is_zombie(pid_t pid)
{
    struct procinfo list[16];
    ssize_t n = proclist(list, 16);
    for (ssize_t i = 0; i < n; i++)
        if (list[i].pi_pid == pid)
            return list[i].pi_state == 'Z';
    return false;
}

static void files(int fd)
{
    int fds[2];
    CHECK_EQ(pipe(fds), 0);
    int null = open("/dev/null", O_WRONLY), reading = open(RECORDS, O_RDONLY);
    CHECK_FAILS(profrecord(0, fds[1], 0), EINVAL);
    CHECK_FAILS(profrecord(0, null, 0), EINVAL);
    CHECK_FAILS(profrecord(0, reading, 0), EBADF);
    CHECK_FAILS(profrecord(0, 100, 0), EBADF);
    CHECK_FAILS(profrecord(0, -2, 0), EBADF);
    CHECK_FAILS(profrecord(0, -1, PROF_RECORD_FORKS), EBADF);
    CHECK_FAILS(profrecord(0, fd, UNKNOWN_FLAG), EINVAL);
    CHECK_FAILS(profrecord(getppid(), fd, PROF_RECORD_AT_EXEC), EINVAL);
}

static void processes(int fd)
{
    CHECK_FAILS(profrecord(NO_PID, fd, 0), ESRCH);
    CHECK_FAILS(profrecord(-1, fd, 0), ESRCH);
    CHECK_FAILS(profrecord(NO_PID, -1, 0), ESRCH);
    pid_t pid = START_CHILD();
    while (!is_zombie(pid))
        sched_yield();
    CHECK_FAILS(profrecord(pid, fd, 0), ESRCH);
    CHECK_FAILS(profrecord(pid, -1, 0), ESRCH);
    CHECK_EQ(child_wait(pid), 0);
    CHECK_FAILS(profrecord(pid, fd, 0), ESRCH);
}

static void twice(int fd)
{
    CHECK_FAILS(profrecord(0, -1, 0), ESRCH); /* it is not being recorded */
    CHECK_EQ(profrecord(getpid(), fd, PROF_RECORD_AT_EXEC), 0);
    CHECK_FAILS(profrecord(0, fd, 0), EALREADY);
    CHECK_FAILS(profrecord(0, fd, PROF_RECORD_AT_EXEC), EALREADY);
    CHECK_EQ(profrecord(0, -1, 0), 0);
    CHECK_FAILS(profrecord(0, -1, 0), ESRCH);
    CHECK_EQ(lseek(fd, 0, SEEK_END), 0); /* nothing had begun */

    CHECK_EQ(profrecord(0, fd, 0), 0);
    prof_burn_alone(10);
    CHECK_FAILS(profrecord(getpid(), fd, 0), EALREADY);
    CHECK_FAILS(profrecord(0, fd, PROF_RECORD_AT_EXEC), EALREADY);
    files(fd);
    processes(fd);
    prof_burn_alone(10);
    CHECK_EQ(profrecord(0, -1, 0), 0);
    const struct prof_record *r = records_only();
    CHECK_EQ(r->pr_end, PROF_END_CALL);
    CHECK_EQ(r->pr_status, 0);
    CHECK(record_ticks_at(r, SPIN_PC) > 10); /* of both: what failed ended nothing */
    CHECK_FAILS(profrecord(0, -1, 0), ESRCH);
}

int main(void)
{
    int fd = records_open();
    files(fd);
    processes(fd);
    CHECK_EQ(lseek(fd, 0, SEEK_END), 0);
    twice(fd);
    return 0;
}
