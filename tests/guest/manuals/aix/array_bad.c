/* An array or a p_buff of AIX's that is not memory: profiling is off, at once or at the first tick
 * there, and the program goes on. */
/* manual: aix, Description: fault */
/* manual: aix, Left open: bad-array lazy saturates */
/* machine: det=1 */
/* dialect: aix */
#include "guest/dialect_aix.h"

static void turns_off(void *array)
{
    struct prof good[2] = {entry(SPIN_PC, SPIN_PC + 2, 0, 0xffff)};
    call(good);
    ticks_land(prof_spin, cells, CELLS, 0);
    errno = 12345;
    profil(array, -1, 0, 0);
    stays_off();
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
    CHECK_EQ(errno, 12345);
}

int main(void)
{
    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    CHECK_EQ(munmap(pages + 4096, 4096), 0);
    struct prof *last = (struct prof *)(pages + 4096) - 1;
    *last = entry(SPIN_PC, SPIN_PC + 2, 0, 0xffff);
    turns_off(NULL);
    turns_off((void *)8);
    turns_off((void *)0xffffffff80100000);
    turns_off((void *)-1);
    turns_off(pages + 4096);
    turns_off(last); /* it does not end before the page does */
    memmove(pages + 4090, last, 6);
    turns_off(pages + 4090);

    /* It ends with the page, and need not be aligned. */
    struct prof array[2] = {entry(SPIN_PC, SPIN_PC + 2, 0, 0xffff)};
    memcpy(pages + 4096 - sizeof(array), array, sizeof(array));
    call((void *)(pages + 4096 - sizeof(array)));
    ticks_land(prof_spin, cells, CELLS, 0);
    memcpy(pages + 1001, array, sizeof(array));
    call((void *)(pages + 1001));
    ticks_land(prof_spin, cells, CELLS, 0);
    memset(pages, 0, 4096); /* it was read by the call */
    CHECK_EQ(mprotect(pages, 4096, PROT_READ), 0);
    memset(cells, 0, sizeof(cells));
    ticks_land(prof_spin, cells, CELLS, 0);

    array[0].p_buff = NULL;
    profil(array, -1, 0, 0);
    off_at_an_update();
    array[0].p_buff = (short *)((char *)cells + 1);
    profil(array, -1, 0, 0);
    off_at_an_update();

    array[0].p_buff = (short *)cells;
    cells[0] = 32765;
    profil(array, -1, 0, 0);
    for (clock_t start = prof_ticks(); prof_now().ps_full < 3; prof_spin(SPIN_TURNS))
        prof_patience(start, "three ticks at a full counter");
    CHECK_EQ(cells[0], 32767);
    return 0;
}
