/* What a recorded process waited for: a CPU that others had, the disk, or neither. */
/* machine: det=0 cpus=1 */
#include "record.h"

#define MS 1000000ull

static const struct prof_record *recorded(void (*work)(void))
{
    int fd = records_open();
    CHECK_EQ(IN_CHILD(CHECK_EQ(profrecord(0, fd, 0), 0); work()), 0);
    CHECK_EQ(close(fd), 0);
    return records_only();
}

static void sleeps(void)
{
    usleep(200000);
}

/* The child has the CPU in turns with this process. */
static void shares(void)
{
    pid_t other = fork();
    if (other == 0)
        for (;;)
            prof_spin(1);
    prof_burn_alone(100);
    kill(other, SIGKILL);
}

/* Once the disk may be done before the process sleeps for it. */
static void syncs(void)
{
    int fd = open("/tmp/synced", O_CREAT | O_TRUNC | O_RDWR, 0600);
    for (int i = 0; i < 50; i++) {
        CHECK_EQ(write(fd, "x", 1), 1);
        CHECK_EQ(fsync(fd), 0);
    }
}

int main(void)
{
    const struct prof_record *r = recorded(sleeps);
    CHECK(r->pr_end_ns - r->pr_begin_ns >= 200 * MS);
    CHECK(r->pr_ready_ns > 0 && r->pr_ready_ns < 10 * MS);
    CHECK_EQ(r->pr_disk_ns, 0);

    r = recorded(shares);
    CHECK_IN(r->pr_ready_ns, 60 * MS, r->pr_end_ns - r->pr_begin_ns - 90 * MS);

    CHECK(recorded(syncs)->pr_disk_ns > 0);
    return 0;
}
