/* A recorded process that execs leaves a record of the program that it leaves.  With
 * PROF_RECORD_EXECS the next program is recorded, too, from 0; without it that was all. */
/* machine: det=1 cpus=1 */
#include "record.h"

#define COPY "copy" /* in RECORDS' directory: a program by a relative path */

static char *self;

/* The program: burns argv[1] ticks, and becomes argv[2], if there is one. */
static int run(int argc, char *argv[])
{
    prof_burn_alone(atol(argv[1]));
    if (argc > 2)
        BECOME(argv[2], "30");
    return 5;
}

static void start(int fd, unsigned flags)
{
    CHECK_EQ(chdir("/tmp"), 0);
    CHECK_EQ(profrecord(0, fd, flags), 0);
    prof_burn_alone(10);
    BECOME(COPY, "40", self);
}

static void check(const struct prof_record *r, uint32_t end, int status, const char *path,
                  int ticks)
{
    CHECK_EQ(r->pr_end, end);
    CHECK_EQ(r->pr_status, status);
    CHECK_STR(record_path(r), path);
    struct stat st;
    CHECK_EQ(stat(path, &st), 0);
    CHECK_EQ(r->pr_ino, st.st_ino);
    CHECK_EQ(r->pr_mtime_ns, st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec);
    CHECK_EQ(r->pr_stat.ps_outside, 0);
    /* Those that it had in times(2) are among the ticks that it burnt. */
    CHECK_IN(record_ticks_at(r, SPIN_PC) + r->pr_stat.ps_system, ticks - 3, ticks + 3);
}

static void run_with(unsigned flags)
{
    int fd = records_open();
    int status = IN_CHILD(start(fd, flags));
    CHECK_EQ(WEXITSTATUS(status), 5);
    CHECK_EQ(close(fd), 0);
}

int main(int argc, char *argv[])
{
    self = argv[0];
    if (argc > 1)
        return run(argc, argv);
    unlink("/tmp/" COPY);
    CHECK_EQ(link(self, "/tmp/" COPY), 0);

    run_with(PROF_RECORD_EXECS);
    struct records records = records_read();
    const struct prof_record *first = records_next(&records), *second = records_next(&records),
                             *third = records_next(&records);
    check(first, PROF_END_EXEC, 0, self, 10);
    check(second, PROF_END_EXEC, 0, "/tmp/" COPY, 40);
    check(third, PROF_END_EXIT, 5 << 8, self, 30);
    CHECK(!records_next(&records));
    CHECK_EQ(first->pr_pid, third->pr_pid);
    CHECK(first->pr_end_ns <= second->pr_begin_ns);
    CHECK(second->pr_end_ns <= third->pr_begin_ns);

    run_with(0);
    check(records_only(), PROF_END_EXEC, 0, self, 10);

    run_with(PROF_RECORD_AT_EXEC);
    check(records_only(), PROF_END_EXEC, 0, "/tmp/" COPY, 40);

    run_with(PROF_RECORD_AT_EXEC | PROF_RECORD_EXECS);
    records = records_read();
    check(records_next(&records), PROF_END_EXEC, 0, "/tmp/" COPY, 40);
    check(records_next(&records), PROF_END_EXIT, 5 << 8, self, 30);
    CHECK(!records_next(&records));
    return 0;
}
