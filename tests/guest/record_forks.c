/* With PROF_RECORD_FORKS each process that a recorded one forks has a record, too: with counters of
 * its own that begin at 0, and every tick of its life in user mode.  Without it, none has. */
/* machine: det=1 cpus=1 */
#include "record.h"

#define STATUS 10 /* of the last; a check that fails exits with 1 */

/* Forks a child that does the same with one process fewer, and exits with STATUS and that number.
 */
static void descend(int left)
{
    prof_burn_alone(20);
    if (left > 0) {
        int status = IN_PROGRAM(descend(left - 1); _exit(STATUS + left - 1));
        CHECK_EQ(WEXITSTATUS(status), STATUS + left - 1);
    }
}

static void check_child(const struct prof_record *r, const struct prof_record *parent)
{
    CHECK_EQ(r->pr_ppid, parent->pr_pid);
    CHECK_EQ(parent->pr_stat.ps_forked, 1);
    CHECK(r->pr_begin_ns > parent->pr_begin_ns);
    /* The parent's times(2) of it. */
    uint64_t user = parent->pr_child_user - r->pr_child_user;
    uint64_t system = parent->pr_child_system - r->pr_child_system;
    CHECK_EQ(r->pr_stat.ps_user, user);
    CHECK_IN(system - r->pr_stat.ps_system, 0, 1); /* its end, when its record was written */
}

static void followed(void)
{
    int fd = records_open();
    int status = IN_PROGRAM(CHECK_EQ(profrecord(0, fd, PROF_RECORD_FORKS), 0); descend(2);
                            _exit(STATUS + 2));
    CHECK_EQ(WEXITSTATUS(status), STATUS + 2);
    CHECK_EQ(close(fd), 0);

    struct records records = records_read();
    const struct prof_record *r[3];
    for (int i = 0; i < 3; i++) {
        r[i] = records_next(&records);
        CHECK_EQ(r[i]->pr_end, PROF_END_EXIT);
        CHECK_EQ(WEXITSTATUS(r[i]->pr_status), STATUS + i);
        CHECK_IN(record_ticks_at(r[i], SPIN_PC), 15, 25);
    }
    CHECK_EQ(r[0]->pr_stat.ps_outside + r[1]->pr_stat.ps_outside, 0);
    CHECK_EQ(r[0]->pr_stat.ps_forked, 0);
    CHECK_EQ(r[2]->pr_ppid, getpid());
    check_child(r[0], r[1]);
    check_child(r[1], r[2]);
    CHECK(!records_next(&records));
}

/* Its children before are not in its record, either. */
static void not_followed(void)
{
    int fd = records_open();
    int status = IN_PROGRAM(CHECK_EQ(IN_CHILD(prof_burn_alone(100)), 0);
                            CHECK_EQ(profrecord(0, fd, 0), 0); descend(1); _exit(STATUS + 1));
    CHECK_EQ(WEXITSTATUS(status), STATUS + 1);
    CHECK_EQ(close(fd), 0);
    const struct prof_record *r = records_only();
    CHECK_EQ(WEXITSTATUS(r->pr_status), STATUS + 1);
    CHECK_EQ(r->pr_stat.ps_forked, 1);
    CHECK_IN(r->pr_child_user, 15, 25);
}

int main(void)
{
    followed();
    not_followed();
    return 0;
}
