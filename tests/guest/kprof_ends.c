/* kprof ends with the process that it belongs to, however that ends, and its memory is freed; exec
 * keeps it. */
/* manual: kprof, DESCRIPTION: ends */
/* machine: det=1 cpus=4 mem=32M */
#include "kprof_load.h"
#include "pages_available.h"

static int is_free(void)
{
    if (kprof(KPROF_START, NULL, 0) != 0)
        return 0;
    CHECK_EQ(kprof(KPROF_FREE, NULL, 0), 0);
    return 1;
}

static void crash(void)
{
    *(volatile int *)nowhere() = 0;
}

int main(int argc, char **argv)
{
    if (argc > 1) { /* in a child, after exec: still its own */
        CHECK_EQ(kprof(KPROF_STOP, NULL, 0), 0);
        return 0;
    }
    size_t before = pages_at_start();
    for (int i = 0; i < 10; i++) {
        CHECK_EQ(IN_CHILD(kprof_begin()), 0);
        CHECK(is_free());
        CHECK_EQ(IN_CHILD(kprof_begin(); CHECK_EQ(kprof(KPROF_STOP, NULL, 0), 0)), 0);
        CHECK(is_free());
        CHECK_KILLED(IN_CHILD(kprof_begin(); crash()), SIGSEGV);
        CHECK(is_free());
        CHECK_EQ(IN_CHILD(kprof_begin(); BECOME(argv[0], "again")), 0);
        CHECK(is_free());
    }
    check_freed(before, "profiles of the kernel");
    return 0;
}
