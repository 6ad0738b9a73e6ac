/* profrecord: the program of the next exec is recorded, and when the process has been waited for
 * its record is in the file: the program, how it ended, its ticks and where they were. */
/* machine: det=1 cpus=1 */
#include "record.h"
#include <abi/elf.h>

/* The library's (user/lib/image.h). */
const struct elf_segment *__image_text(void);

static void start(char *program, int fd, struct channel told)
{
    CHECK_EQ(profrecord(0, fd, PROF_RECORD_AT_EXEC), 0);
    CHECK_EQ(close(fd), 0);
    prof_burn_alone(50); /* not the recorded program's */
    CHECK_EQ(chdir("/"), 0);
    execl("/bin/nothing", "nothing", NULL); /* fails: it goes on waiting for one that succeeds */
    struct tms used;
    times(&used);
    CHECK_EQ(write(told.out, &used, sizeof(used)), sizeof(used));
    BECOME(program, "100");
}

int main(int argc, char *argv[])
{
    if (argc > 1) {
        prof_burn_alone(atol(argv[1]));
        struct tms used;
        times(&used);
        CHECK(used.tms_utime >= 140);
        return 7;
    }
    int fd = records_open();
    struct channel told = channel_open();
    pid_t pid = START_CHILD(start(argv[0], fd, told));
    CHECK_EQ(close(told.out), 0);
    int status = child_wait(pid);
    struct tms before, all;
    CHECK_EQ(read(told.in, &before, sizeof(before)), sizeof(before));
    times(&all);
    CHECK_EQ(WEXITSTATUS(status), 7);

    const struct elf_segment *text = __image_text();
    const struct prof_record *r = records_only();
    CHECK_EQ(r->pr_end, PROF_END_EXIT);
    CHECK_EQ(r->pr_status, status);
    CHECK_EQ(r->pr_pid, pid);
    CHECK_EQ(r->pr_ppid, getpid());
    CHECK_EQ(r->pr_lost, 0);
    CHECK_STR(record_path(r), argv[0]);
    CHECK_EQ(r->pr_low, text->vaddr);
    CHECK_EQ(r->pr_high, text->vaddr + text->memsz);
    CHECK_EQ(r->pr_stat.ps_hz, sysconf(_SC_CLK_TCK));
    CHECK_EQ(r->pr_stat.ps_outside + r->pr_stat.ps_full + r->pr_stat.ps_missed, 0);
    CHECK_IN(r->pr_stat.ps_user + r->pr_stat.ps_system, 100, 105);
    CHECK_EQ(r->pr_stat.ps_user, all.tms_cutime - before.tms_utime);
    CHECK_IN(record_ticks_at(r, SPIN_PC), 90, 105);
    CHECK_IN((r->pr_end_ns - r->pr_begin_ns) / 1000000, 98, 107);
    return 0;
}
