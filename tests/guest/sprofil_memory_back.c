/* The memory of a set is freed: when it is replaced, refused or turned off, with the process, which
 * may share it with children, and by exec.
 *
 *     sprofil_memory_back [ROUNDS]
 */
/* machine: det=1 mem=32M */
#include "pages_available.h"
#include "sprofil.h"

static struct prof regions[PROF_REGIONS_MAX];
static int rounds = 100;
static unsigned short counters[PROF_REGIONS_MAX];

static void set(void)
{
    CHECK_EQ(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), 0);
}

static void set_and_exec(char *self)
{
    set();
    execl(self, self, "0", NULL);
    FAIL("exec of %s failed", self);
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        rounds = atoi(argv[1]);
    if (rounds == 0)
        return 0;
    for (size_t i = 0; i < PROF_REGIONS_MAX; i++)
        regions[i] = (struct prof){&counters[i], 2, i * 2, 65536};
    size_t before = pages_at_start();

    for (int i = 0; i < rounds; i++)
        set();
    sprofil_off();
    check_freed(before, "replaced again and again");

    for (int i = 0; i < rounds; i++) {
        regions[0].pr_off = 2;
        CHECK_FAILS(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), EINVAL);
        regions[0].pr_off = 0;
        regions[0].pr_base = nowhere();
        CHECK_FAILS(sprofil(regions, PROF_REGIONS_MAX, NULL, 0), EFAULT);
        CHECK_FAILS(sprofil(regions, PROF_REGIONS_MAX, nowhere(), 0), EFAULT);
        regions[0].pr_base = counters;
    }
    check_freed(before, "refused calls");

    for (int i = 0; i < rounds; i++)
        CHECK_EQ(IN_CHILD(set()), 0);
    check_freed(before, "profiled processes");

    set();
    for (int i = 0; i < rounds; i++)
        CHECK_EQ(IN_CHILD(), 0);
    for (int i = 0; i < rounds; i++)
        CHECK_EQ(IN_CHILD(set()), 0);
    sprofil_off();
    check_freed(before, "children of a profiled process");

    for (int i = 0; i < rounds / 3; i++)
        CHECK_EQ(IN_CHILD(set_and_exec(argv[0])), 0);
    check_freed(before, "exec");
    return 0;
}
