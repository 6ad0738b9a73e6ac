/* kprof with call stacks: each tick is in one stack, at its pc; a tick in the kernel has the
 * kernel's functions below those of the program, and without room it is counted as lost. */
/* manual: kprof, DESCRIPTION: stacks */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "kprof_load.h"
#include <fcntl.h>
#include <stdbool.h>

#define FRAMES_MAX KPROF_FRAMES_MAX
#define DEPTH_MAX  256

static struct kprof_frame frames[FRAMES_MAX];
static const struct kprof_frame *numbered[FRAMES_MAX + 1];
static size_t nframes;
static struct kprof_symbol symbols[8192];
static size_t nsymbols;

static void read_frames(void)
{
    nframes = (size_t)kprof(KPROF_FRAMES, frames, FRAMES_MAX);
    CHECK_IN(nframes, 1, FRAMES_MAX);
    memset(numbered, 0, sizeof(numbered));
    for (size_t i = 0; i < nframes; i++) {
        CHECK_IN(frames[i].kf_number, 1, FRAMES_MAX);
        CHECK(!numbered[frames[i].kf_number]);
        numbered[frames[i].kf_number] = &frames[i];
    }
    nsymbols = (size_t)kprof(KPROF_SYMBOLS, symbols, sizeof(symbols) / sizeof(*symbols));
    CHECK_IN(nsymbols, 100, sizeof(symbols) / sizeof(*symbols));
}

static bool is_kernel(uint64_t pc)
{
    return pc >> 63;
}

/* The ticks of innermost frames at the two bytes that a kernel's count is for. */
static uint64_t innermost_at(uint64_t pc)
{
    uint64_t ticks = 0;
    for (size_t i = 0; i < nframes; i++)
        if ((frames[i].kf_pc & ~1ul) == pc)
            ticks += frames[i].kf_ticks;
    return ticks;
}

static void check_sums(void)
{
    uint64_t ticks = 0;
    for (size_t i = 0; i < nframes; i++) {
        ticks += frames[i].kf_ticks;
        if (!frames[i].kf_caller)
            CHECK(frames[i].kf_pc < kprof_programs);
        else
            CHECK(numbered[frames[i].kf_caller]);
    }
    CHECK_EQ(ticks + kprof_cpu[0].kc_lost, kprof_total.kc_user + kprof_total.kc_system);
    for (size_t i = 0; kprof_cpu[0].kc_lost == 0 && i < kprof_hits; i++)
        CHECK_EQ(innermost_at(kprof_hit[i].kh_pc), kprof_hit[i].kh_ticks);
}

static uint64_t start_of(const char *function)
{
    for (size_t i = 0; i < nsymbols; i++)
        if (strcmp(symbols[i].ks_name, function) == 0)
            return symbols[i].ks_start;
    CHECK_STR(function, "a function of the kernel");
    return 0;
}

/* Whether the address, of a call, is in the function that begins there. */
static bool is_in(uint64_t return_address, uint64_t start)
{
    uint64_t found = 0;
    for (size_t i = 0; i < nsymbols && symbols[i].ks_start < return_address; i++)
        found = symbols[i].ks_start;
    return found == start;
}

/* Ticks whose stack has a function of the program that returns to that address, below it `outer`
 * and below that `inner`, both of the kernel. */
static uint64_t below(uint64_t return_address, const char *outer, const char *inner)
{
    uint64_t outer_start = start_of(outer), inner_start = start_of(inner), ticks = 0;
    for (size_t i = 0; i < nframes; i++) {
        int want = 0; /* of the three, from the innermost on */
        const struct kprof_frame *frame = &frames[i];
        for (; frame->kf_caller; frame = numbered[frame->kf_caller]) {
            uint64_t pc = frame->kf_pc + (frame == &frames[i]);
            if (want == 0)
                want += is_kernel(pc) && is_in(pc, inner_start);
            if (want == 1)
                want += is_kernel(pc) && is_in(pc, outer_start);
            if (want == 2)
                want += pc == return_address;
        }
        ticks += want == 3 ? frames[i].kf_ticks : 0;
    }
    return ticks;
}

static uint64_t after_callers, after_copiers; /* in main */

__attribute__((noinline)) static void callers_of_getppid(int times)
{
    after_callers = (uint64_t)__builtin_return_address(0);
    for (int i = 0; i < times; i++)
        getppid();
}

__attribute__((noinline)) static void copiers(int times)
{
    static char block[8192];
    after_copiers = (uint64_t)__builtin_return_address(0);
    int zero = open("/dev/zero", O_RDONLY);
    for (int i = 0; i < times; i++)
        CHECK_EQ(read(zero, block, sizeof(block)), sizeof(block));
    close(zero);
}

int main(void)
{
    CHECK_FAILS(kprof(KPROF_START, NULL, KPROF_FRAMES_MAX + 1), EINVAL);
    CHECK_EQ(kprof(KPROF_START, NULL, KPROF_FRAMES_MAX), 0);
    CHECK_FAILS(kprof(KPROF_FRAMES, frames, 1), EBUSY);
    callers_of_getppid(100000);
    copiers(2000);
    load(2);
    CHECK_EQ(kprof(KPROF_STOP, NULL, 0), 0);
    kprof_read();
    kprof_check_sums();
    read_frames();
    check_sums();
    CHECK_EQ(kprof_cpu[0].kc_lost, 0);
    CHECK(kprof_in("sys_getppid") > 10);
    uint64_t found = below(after_callers, "entry_syscall", "sys_getppid");
    CHECK_IN(found, kprof_in("sys_getppid"), kprof_total.kc_system);
    CHECK(below(after_callers, "sys_getppid", "spin_lock") > 10);
    CHECK(below(after_copiers, "sys_read", "usercopy_bytes") > 10);
    CHECK_EQ(below(after_callers, "entry_syscall", "sys_read"), 0);
    CHECK_EQ(below(after_copiers, "entry_syscall", "sys_getppid"), 0);
    CHECK_EQ(kprof(KPROF_FREE, NULL, 0), 0);

    CHECK_EQ(kprof(KPROF_START, NULL, 256), 0); /* too little room */
    callers_of_getppid(50000);
    load(2);
    CHECK_EQ(kprof(KPROF_STOP, NULL, 0), 0);
    kprof_read();
    kprof_check_sums();
    read_frames();
    CHECK_IN(nframes, 1, 192);
    CHECK(kprof_cpu[0].kc_lost > 0);
    check_sums();
    CHECK_EQ(kprof(KPROF_FREE, NULL, 0), 0);
    return 0;
}
