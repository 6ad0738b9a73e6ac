/* OpenBSD's bins: the relation of its manual, which each further call can give another offset,
 * scale and size of the samples. */
/* manual: openbsd, DESCRIPTION: every-tick bins-16-bit relation offset-lowest */
/* manual: openbsd, DESCRIPTION: scale-range scale-0 */
/* manual: openbsd, Left open: later */
/* machine: det=1 */
/* flags: -pg */
#include "guest/dialect.h"
#include <sys/gmon.h>

static struct {
    struct gmonhdr head;
    unsigned short samples[CELLS];
} buf;

static void set(uintptr_t offset, unsigned scale)
{
    memset(buf.samples, 0, sizeof(buf.samples));
    CHECK_EQ(gprofil(&buf, sizeof(buf), sizeof(buf.samples), offset, scale, -1), 0);
}

static void lands(unsigned scale, uintptr_t distance, size_t want)
{
    set(SPIN_PC - distance, scale);
    ticks_land(prof_spin, buf.samples, CELLS, want);
}

static void counts_no_tick(void)
{
    ticks_pass(prof_spin);
    CHECK_EQ(prof_now().ps_counted, 0);
    CHECK_EQ(prof_sum(buf.samples, CELLS), 0);
}

int main(void)
{
    moncontrol(0);
    lands(65536, 1, 0);
    lands(65536, 2, 1);
    lands(32768, 3, 0);
    lands(32768, 4, 1);
    lands(16384, 7, 0);
    lands(16384, 8, 1);
    lands(0xffff, 2, 0);
    lands(0xffff, 3, 1);
    lands(0x5555, 11, 1);
    lands(2, 65535, 0);
    lands(2, 65536, 1);
    lands(2, SPIN_PC, SPIN_PC / 65536); /* offset 0: no overflow counter */
    lands(1, 131071, 0);
    lands(1, 131072, 1);
    CHECK_EQ(gprofil(NULL, 0, 0, 0, 0, -1), 0);
    CHECK_EQ(prof_sum(buf.samples, CELLS), prof_now().ps_counted);

    set(SPIN_PC + 1, 65536);
    counts_no_tick();
    set(SPIN_PC - 2, 65536);
    CHECK_EQ(gprofil(&buf, sizeof(buf), 3, SPIN_PC - 2, 65536, -1), 0);
    counts_no_tick();
    CHECK_EQ(gprofil(&buf, sizeof(buf), 4, SPIN_PC - 2, 65536, -1), 0);
    ticks_land(prof_spin, buf.samples, CELLS, 1);
    set(SPIN_PC, 65536);
    CHECK_EQ(gprofil(NULL, 0, 0, 0, 0, -1), 0);
    CHECK_EQ(prof_now().ps_state, PROF_OFF);
    counts_no_tick();
    return 0;
}
