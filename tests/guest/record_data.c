/* That a program's memory is returned at its exit and at its exec takes ticks, which are in its
 * record: also by their callers. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "record.h"
#include <stdbool.h>
#include <sys/times.h>

#define BYTES (64l << 20)

static char *self;

static void touch(void)
{
    char *mem = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(mem != MAP_FAILED);
    for (long at = 0; at < BYTES; at += 4096)
        mem[at] = 1;
}

/* A function without a frame, whose caller is found by its code. */
void exit_without_frame(void);
__asm__(".pushsection .text\n"
        ".type exit_without_frame, @function\n"
        "exit_without_frame: xor %edi, %edi\n"
        "xor %eax, %eax\n"
        "syscall\n"
        "ret\n"
        ".popsection");

static void __attribute__((noinline)) leave(void)
{
    exit_without_frame();
    FAIL("the call returns");
}

static void run(int fd, unsigned flags, bool execs)
{
    CHECK_EQ(profrecord(0, fd, flags | PROF_RECORD_EXECS), 0);
    touch();
    if (execs)
        BECOME(self, "ends");
    leave();
}

static void check_callers(const struct prof_record *r)
{
    uint64_t alone = 0;
    for (const struct prof_stack *s = NULL; (s = record_next_stack(r, s));) {
        if (s->ps_depth == 1)
            alone += s->ps_ticks;
        else if (s->ps_pc[0] - (uintptr_t)exit_without_frame < 8)
            CHECK(s->ps_pc[1] - (uintptr_t)leave < 64);
    }
    CHECK_IN(alone, 0, 3); /* before its first frame is made */
}

/* The ticks that it was in the kernel, by its record. */
static clock_t recorded(void)
{
    clock_t ticks = 0;
    struct records records = records_read();
    for (const struct prof_record *r; (r = records_next(&records));) {
        ticks += r->pr_stat.ps_system;
        check_callers(r);
    }
    return ticks;
}

/* The ticks that children were in the kernel. */
static clock_t child_ticks(void)
{
    struct tms tms;
    times(&tms);
    return tms.tms_cstime;
}

static void check(unsigned flags, bool execs)
{
    clock_t before = child_ticks();
    int fd = records_open();
    CHECK_EQ(child_wait_program(START_CHILD(run(fd, flags, execs))), 0);
    CHECK_EQ(close(fd), 0);
    clock_t ticks = child_ticks() - before;
    CHECK(ticks > 100);
    CHECK_IN(ticks - recorded(), 0, 5);
}

int main(int argc, char *argv[])
{
    self = argv[0];
    if (argc > 1)
        return 0;
    for (int execs = 0; execs < 2; execs++) {
        check(0, execs);
        check(PROF_RECORD_STACKS, execs);
    }
    return 0;
}
