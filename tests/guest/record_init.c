/* Process 1 can be recorded like any other, and the machine ends as it would without. */
/* machine: cpus=2 leaves=1 */
#include "record.h"

int main(void)
{
    int fd = records_open();
    CHECK_EQ(profrecord(1, fd, 0), 0);
    CHECK_EQ(profrecord(1, -1, 0), 0);
    const struct prof_record *r = records_only();
    CHECK_EQ(r->pr_end, PROF_END_CALL);
    CHECK_EQ(r->pr_pid, 1);
    CHECK_EQ(r->pr_ppid, 0);
    CHECK_STR(record_path(r), "/bin/init");
    CHECK_EQ(profrecord(1, fd, PROF_RECORD_FORKS), 0);
    return 0;
}
