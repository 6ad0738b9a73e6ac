/* A process may be recorded by another, from any moment to any other.  Neither call waits for what
 * the process does: it may be asleep, or run on another CPU.  It does not notice. */
/* machine: cpus=4 */
#include "record.h"

static void sleep_in_read(struct channel to, struct channel from)
{
    channel_send(from, 'r');
    while (channel_receive(to) == 'g') {
        prof_burn_alone(5);
        channel_send(from, 'd');
    }
}

static void end(pid_t pid)
{
    CHECK_EQ(profrecord(pid, -1, 0), 0);
    const struct prof_record *r = records_only();
    CHECK_EQ(r->pr_end, PROF_END_CALL);
    CHECK_EQ(r->pr_status, 0);
    CHECK_EQ(r->pr_pid, pid);
    CHECK_EQ(r->pr_ppid, getpid());
    CHECK_FAILS(profrecord(pid, -1, 0), ESRCH);
}

/* It sleeps when it is begun and when it is ended: it wakes only if it is sent a byte. */
static void asleep(char *self)
{
    struct channel to = channel_open(), from = channel_open();
    pid_t pid = START_CHILD(sleep_in_read(to, from));
    CHECK_EQ(close(to.in), 0);
    CHECK_EQ(close(from.out), 0);
    CHECK_EQ(channel_receive(from), 'r');
    for (int round = 0; round < 3; round++) {
        int fd = records_open();
        CHECK_EQ(profrecord(pid, fd, 0), 0);
        CHECK_EQ(close(fd), 0);
        channel_send(to, 'g');
        CHECK_EQ(channel_receive(from), 'd');
        end(pid);
        const struct prof_record *r = records_only();
        CHECK_STR(record_path(r), self);
        CHECK(r->pr_stat.ps_user + r->pr_stat.ps_system >= 3);
        CHECK_EQ(r->pr_stat.ps_reason, PROF_CALL);
    }
    channel_send(to, 'e');
    CHECK_EQ(child_wait(pid), 0);
    CHECK_EQ(close(to.out), 0);
    CHECK_EQ(close(from.in), 0);
}

/* It never makes a call. */
static void running(void)
{
    pid_t pid = START_CHILD(for (;;) prof_spin(1 << 20));
    for (int round = 0; round < 3; round++) {
        int fd = records_open();
        CHECK_EQ(profrecord(pid, fd, 0), 0);
        CHECK_EQ(close(fd), 0);
        prof_burn_alone(20);
        end(pid);
    }
    CHECK_EQ(kill(pid, SIGKILL), 0);
    CHECK_KILLED(child_wait(pid), SIGKILL);
}

int main(int argc, char *argv[])
{
    asleep(argv[argc - 1]);
    running();
    return 0;
}
