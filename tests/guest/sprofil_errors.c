/* A bad call says what is wrong and changes nothing; but EFAULT turns profiling off. */
/* manual: sprofil, ERRORS: e2big einval efault unchanged */
/* machine: det=1 */
#include "child.h"
#include "parts.h"
#include "sprofil.h"

static unsigned short good[4];
static struct prof many[PROF_REGIONS_MAX + 1];
static const struct prof right = {good, 2, 0x1000, 65536};

static void on(void)
{
    struct prof region = region_at(SPIN_PC, good, 2);
    CHECK_EQ(sprofil(&region, 1, NULL, 0), 0);
}

/* On, and after the call still the same profile, which counts. */
static void check_refused(const struct prof *regions, int n, unsigned flags, int error)
{
    on();
    prof_burn(1);
    struct timeval tick = {-1, -1};
    struct profstat before = prof_now();
    CHECK_FAILS(sprofil(regions, n, &tick, flags), error);
    struct profstat after = prof_now();
    CHECK_EQ(after.ps_state, PROF_ON);
    CHECK_EQ(after.ps_serial, before.ps_serial);
    CHECK_EQ(after.ps_reason, PROF_NEVER);
    CHECK(after.ps_counted >= before.ps_counted);
    CHECK(before.ps_counted + before.ps_outside >= 1);
    CHECK_EQ(tick.tv_usec, -1);
    unsigned counted = good[0];
    prof_burn(2);
    CHECK(good[0] > counted);
}

/* Off afterwards, for that reason. */
static void check_fault(const struct prof *regions, int n, struct timeval *tick, unsigned flags)
{
    on();
    CHECK_FAILS(sprofil(regions, n, tick, flags), EFAULT);
    CHECK_EQ(prof_now().ps_state, PROF_OFF);
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
}

static void wrong_region(struct prof wrong, unsigned flags, int error)
{
    struct prof pair[] = {right, wrong};
    check_refused(pair, 2, flags, error);
    pair[0] = wrong;
    pair[1] = right;
    check_refused(pair, 2, flags, error);
}

static void check_values(void)
{
    wrong_region((struct prof){good, 2, 0x2000, 65537}, 0, EINVAL);
    wrong_region((struct prof){good, 2, 0x2000, 1ul << 32 | 65536}, 0, EINVAL);
    wrong_region((struct prof){(char *)good + 1, 2, 0x2000, 65536}, 0, EINVAL);
    wrong_region((struct prof){(char *)good + 1, 0, 0x2000, 0}, 0, EINVAL);
    wrong_region((struct prof){good, 3, 0x2000, 65536}, 0, EINVAL);
    wrong_region((struct prof){good, 2, 0x1000, 1}, 0, EINVAL); /* the same offset */
    wrong_region((struct prof){good, 2, 0x1000, 0}, 0, EINVAL);
    struct prof four = {(void *)((uintptr_t)good & ~3ul), 4, 0x2000, 65536};
    struct prof odd[] = {four, four};
    odd[0].pr_off = 0x1000;
    odd[1].pr_base = (char *)four.pr_base + 2;
    check_refused(odd, 2, PROF_UINT, EINVAL);
    odd[1] = four;
    odd[1].pr_size = 6;
    check_refused(odd, 2, PROF_UINT, EINVAL);
    struct prof overflows[] = {{good, 2, 0, 2}, right, {good + 1, 2, 0, 2}};
    check_refused(overflows, 3, 0, EINVAL);
    wrong_region((struct prof){good, 2, 0x2000, 65537}, PROF_LAZY, EINVAL);
    wrong_region((struct prof){good, 2, 0x2000, PROF_SCALE_CLOCK}, 0, EINVAL);
}

static void check_ranges(void)
{
    static const struct prof_range wrong[] = {
        {{good, 2, 0, 65537}, 0x2000, 0x3000},
        {{good, 2, 0, PROF_SCALE_CLOCK + 1}, 0x2000, 0x3000},
        {{(char *)good + 1, 2, 0, 65536}, 0x2000, 0x3000},
        {{good, 3, 0, 65536}, 0x2000, 0x3000},
        {{good, 2, 0, 65536}, 0x1000, 0x3000}, /* the same pr_low */
        {{good, 2, 0, PROF_SCALE_CLOCK}, 0x1000, 0x3000},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct prof_range pair[] = {{right, 0x1000, 0x2000}, wrong[i]};
        check_refused(&pair[0].pr, 2, PROF_RANGES, EINVAL);
    }
}

/* What is found before the array is read. */
static void check_calls(void)
{
    check_refused(&right, -1, 0, E2BIG);
    check_refused(&right, INT_MIN, 0, E2BIG);
    check_refused(many, PROF_REGIONS_MAX + 1, 0, E2BIG);
    check_refused(nowhere(), PROF_REGIONS_MAX + 1, ~0u, E2BIG); /* first, before all else */
    check_refused(nowhere(), 1, 32, EINVAL);                    /* before the array is read */
    check_refused(&right, 1, 32, EINVAL);
    check_refused(&right, 1, 1u << 31 | PROF_STOP, EINVAL);
    check_refused(&right, 1, PROF_SIGNED | PROF_UINT, EINVAL);
    check_refused(NULL, 0, 64, EINVAL); /* with no regions, too */
}

static void check_memory(void)
{
    char *pages = map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    CHECK_EQ(munmap(pages + PAGE_SIZE, PAGE_SIZE), 0);
    struct prof *cut = (struct prof *)(pages + PAGE_SIZE - sizeof(*cut));
    *cut = right;
    struct prof pair[] = {right, {pages + PAGE_SIZE - 2, 4, 0x2000, 65536}};
    check_fault(pair, 2, NULL, 0); /* a byte of it is not there */
    pair[1].pr_base = (void *)check_values;
    check_fault(pair, 2, NULL, 0);
    pair[1] = (struct prof){good, SIZE_MAX - 7, 0x2000, 65536};
    check_fault(pair, 2, NULL, 0); /* wraps */
    pair[1] = (struct prof){(void *)0xffffffff80100000, 4, 0x2000, 65536};
    check_fault(pair, 2, NULL, PROF_USHORT);
    pair[1] = (struct prof){nowhere(), 2, 0, 2}; /* the overflow counter */
    check_fault(pair, 2, NULL, 0);
    check_fault(nowhere(), 1, NULL, 0);
    check_fault(cut, 2, NULL, 0);
    check_fault(&right, 1, nowhere(), 0);
    check_fault(NULL, 0, nowhere(), 0);
    struct prof_range range = {{nowhere(), 2, 0, PROF_SCALE_CLOCK}, 0x1000, 0x2000};
    check_fault(&range.pr, 1, NULL, PROF_RANGES);
    check_fault((struct prof *)((char *)cut + 1), 1, NULL, PROF_RANGES | PROF_LAZY);

    /* Nothing is written at: no bytes, or scale 0. */
    pair[1] = (struct prof){nowhere(), 0, 0x2000, 65536};
    CHECK_EQ(sprofil(pair, 2, NULL, 0), 0);
    pair[1] = (struct prof){nowhere(), 64, 0x2000, 0};
    CHECK_EQ(sprofil(pair, 2, NULL, 0), 0);
    prof_burn(2);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {{"calls", check_calls},
                                        {"values", check_values},
                                        {"ranges", check_ranges},
                                        {"memory", check_memory}};
    return RUN_PARTS(parts, argc, argv);
}
