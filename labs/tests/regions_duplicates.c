/* Two regions with the same pr_off are refused, wherever they stand, and so are two overflow
 * counters; the profile of before goes on. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "parts.h"
#include "regions.h"

static void check_refused(const char *what)
{
    static unsigned short counter[1];
    struct prof region = {counter, 2, place(0), PLACE_SCALE};
    CHECK_EQ(sprofil(&region, 1, NULL, 0), 0);
    uint64_t serial = prof_now().ps_serial;
    errno = 0;
    int result = sprofil(set, set_count, NULL, 0);
    if (result != -1 || errno != EINVAL)
        FAIL("%s: sprofil is %d, errno %d, not -1 and EINVAL (%d)", what, result, errno, EINVAL);
    CHECK_EQ(prof_now().ps_serial, serial);
    unsigned before = counter[0];
    visit(0);
    CHECK(counter[0] > before);
}

/* The second one takes the place of the region at that index. */
static void refused_at(int n, int first, int second, const char *what)
{
    begin_set();
    for (int i = 0; i < n; i++)
        add_place(i);
    set[second].pr_off = set[first].pr_off;
    check_refused(what);
}

static void adjacent(void)
{
    refused_at(2, 0, 1, "two regions, with one pr_off");
    refused_at(100, 50, 51, "two that follow each other");
    refused_at(100, 0, 1, "the first two");
    refused_at(100, 98, 99, "the last two");
}

static void apart(void)
{
    refused_at(3, 0, 2, "the first and the last of 3");
    refused_at(1024, 0, 1023, "the first and the last of 1024");
    refused_at(1024, 1023, 63, "the last and the 64th of 1024");
    refused_at(1024, 64, 512, "the 65th and the 513th of 1024");
}

/* Those without counters are regions too. */
static void empty(void)
{
    begin_set();
    add_place(1);
    add_raw((struct prof){NULL, 0, place(1), 65536});
    check_refused("one of them has no bytes");
    set[1].pr_scale = 0;
    check_refused("one of them has scale 0");
    begin_set();
    for (int i = 0; i < 4; i++)
        add_raw((struct prof){NULL, 0, place(i & 1), 0});
    check_refused("all of them have scale 0");
}

static void overflow(void)
{
    begin_set();
    add_overflow();
    add_overflow();
    check_refused("two overflow counters");
    begin_set();
    add_overflow();
    for (int i = 0; i < 70; i++)
        add_place(i);
    add_raw((struct prof){&cells[71], 2, 0, 2});
    check_refused("two overflow counters, first and last");
    set[0].pr_size = 0;
    check_refused("two overflow counters, the first without bytes");
    set[0].pr_size = 2;
    set[71].pr_size = 0;
    check_refused("two overflow counters, the last without bytes");

    /* A region at 0 is none of them. */
    begin_set();
    add_at(0, 1);
    add_overflow();
    add_place(5);
    set_on();
    visit(5);
    visit(6);
    set_off();
    check_counts();
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {
        {"adjacent", adjacent}, {"apart", apart}, {"empty", empty}, {"overflow", overflow}};
    return RUN_PARTS(parts, argc, argv);
}
