/* The overflow counter has each tick that has no counter in another region: below all of them,
 * between, behind, in a region without counters; wherever it stands in the array. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "parts.h"
#include "regions.h"

static void run(int first, int second)
{
    set_on();
    visit(first);
    visit(second);
    set_off();
    check_counts();
    CHECK_EQ(prof_now().ps_outside, 0);
}

static void some_places(void)
{
    begin_set();
    for (int i = 200; i < 300; i += 10)
        add_place(i);
}

static void below(void)
{
    some_places();
    add_overflow();
    run(100, 200);
}

static void between(void)
{
    some_places();
    add_overflow();
    run(250, 255);
}

static void behind(void)
{
    some_places();
    add_overflow();
    run(290, 900);
}

static void without_counters(void)
{
    some_places();
    add_raw((struct prof){NULL, 0, place(400), 65536});
    add_raw((struct prof){cells, 2, place(500), 0});
    add_overflow();
    run(400, 500);
}

static void any_index(void)
{
    for (int at = 0; at < PROF_REGIONS_MAX; at += 341) {
        begin_set();
        for (int i = 0; i < PROF_REGIONS_MAX - 1; i++) {
            if (i == at)
                add_overflow();
            add_place(i);
        }
        if (at == PROF_REGIONS_MAX - 1)
            add_overflow();
        run(at, PLACES - 1);
    }
}

static void alone(void)
{
    begin_set();
    add_overflow();
    run(0, PLACES - 1);
    CHECK_EQ(overflow_cell[0], prof_now().ps_user + prof_now().ps_system);

    /* With no room for a counter it is none. */
    set[0].pr_size = 0;
    overflow_cell[0] = 0;
    set_on();
    visit(0);
    set_off();
    CHECK_EQ(overflow_cell[0], 0);
    CHECK_EQ(prof_now().ps_counted, 0);
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {
        {"below", below},         {"between", between},
        {"behind", behind},       {"without-counters", without_counters},
        {"any-index", any_index}, {"alone", alone}};
    return RUN_PARTS(parts, argc, argv);
}
