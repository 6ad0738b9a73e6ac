/* The regions may come in any order. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "parts.h"
#include "regions.h"

#define N 300

static void visit_some(void)
{
    set_on();
    visit(0);
    for (int i = 1; i < N; i += 23)
        visit(i);
    visit(N - 1);
    set_off();
    check_counts();
}

static void ascending(void)
{
    begin_set();
    for (int i = 0; i < N; i++)
        add_place(i);
    visit_some();
}

static void descending(void)
{
    begin_set();
    for (int i = N - 1; i >= 0; i--)
        add_place(i);
    visit_some();
}

static void shuffled(void)
{
    begin_set();
    for (int i = 0; i < N; i++)
        add_place(i);
    shuffle_set();
    visit_some();
}

/* Two runs that are in order, the greater one first; and one that is last and belongs to the
 * front. */
static void in_runs(void)
{
    begin_set();
    for (int i = N / 2; i < N; i++)
        add_place(i);
    for (int i = 1; i < N / 2; i++)
        add_place(i);
    add_place(0);
    visit_some();
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {{"ascending", ascending},
                                        {"descending", descending},
                                        {"shuffled", shuffled},
                                        {"in-runs", in_runs}};
    return RUN_PARTS(parts, argc, argv);
}
