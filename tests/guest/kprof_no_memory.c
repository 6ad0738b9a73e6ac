/* kprof without memory for the counters: ENOMEM, nothing is kept, and it can be tried again. */
/* manual: kprof, ERRORS: enomem */
/* machine: det=1 cpus=4 mem=24M */
#include "kprof_load.h"
#include "pages_available.h"

int main(void)
{
    size_t before = pages_at_start();
    filler = map_memory(FILLER, PROT_READ | PROT_WRITE);
    zero = open("/dev/zero", O_RDONLY);
    size_t all = use_pages(0, FILLER / PAGE_SIZE);
    for (size_t missing = 80; missing > 0; missing -= 8) {
        free_pages(all - 8, 8);
        all -= 8;
        CHECK_FAILS(kprof(KPROF_START, NULL, 0), ENOMEM);
        CHECK_FAILS(kprof(KPROF_START, NULL, KPROF_FRAMES_MAX), ENOMEM);
        CHECK_FAILS(kprof(KPROF_STOP, NULL, 0), EPERM);
    }
    CHECK_EQ(munmap(filler, FILLER), 0);
    kprof_begin();
    load(1);
    kprof_end();
    check_freed(before, "attempts without memory");
    return 0;
}
