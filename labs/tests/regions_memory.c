/* The pages of a set are free again: when it is replaced, refused or turned off, and with the
 * process, its children and exec.  999 regions: the last page is not full. */
/* machine: det=1 cpus=1 mem=32M */
#include "pages_available.h"
#include "parts.h"
#include "regions.h"

#define ROUNDS  100
#define REGIONS 999

static char *self;
static size_t before;

static void begin(void)
{
    begin_set();
    for (int i = 0; i < REGIONS; i++)
        add_place(i);
    before = pages_at_start();
}

static void replaced(void)
{
    begin();
    for (int i = 0; i < ROUNDS; i++)
        set_on();
    set_off();
    check_freed(before, "100 times sprofil with 999 regions");
    CHECK_EQ(prof_now().ps_serial, ROUNDS);
}

/* By the last region, and by two with one pr_off; by the buffers and by the tick. */
static void refused(void)
{
    begin();
    for (int i = 0; i < ROUNDS; i++) {
        set[REGIONS - 1].pr_scale = 65537;
        CHECK_FAILS(sprofil(set, REGIONS, NULL, 0), EINVAL);
        set[REGIONS - 1].pr_scale = PLACE_SCALE;
        set[REGIONS - 1].pr_off = place(0);
        CHECK_FAILS(sprofil(set, REGIONS, NULL, 0), EINVAL);
        set[REGIONS - 1].pr_off = place(REGIONS - 1);
        set[REGIONS - 1].pr_base = nowhere();
        CHECK_FAILS(sprofil(set, REGIONS, NULL, 0), EFAULT);
        set[REGIONS - 1].pr_base = &cells[REGIONS - 1];
        CHECK_FAILS(sprofil(set, REGIONS, nowhere(), 0), EFAULT);
    }
    check_freed(before, "400 refused calls with 999 regions");
}

static void children(void)
{
    begin();
    for (int i = 0; i < ROUNDS; i++)
        CHECK_EQ(IN_CHILD(set_on()), 0);
    check_freed(before, "100 processes that ended with 999 regions");
    for (int i = 0; i < ROUNDS; i++) {
        set_on();
        CHECK_EQ(IN_CHILD(), 0);
        CHECK_EQ(IN_CHILD(set_on()), 0);
    }
    set_off();
    check_freed(before, "100 times sprofil with 999 regions, and two children that share them");
}

static void set_and_exec(void)
{
    set_on();
    execl(self, self, "exit", NULL);
    FAIL("exec of %s failed", self);
}

static void exec(void)
{
    begin();
    for (int i = 0; i < ROUNDS; i++)
        CHECK_EQ(IN_PROGRAM(set_and_exec()), 0);
    check_freed(before, "exec, 100 times");
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {
        {"replaced", replaced}, {"refused", refused}, {"children", children}, {"exec", exec}};
    self = argv[0];
    if (argc > 1 && strcmp(argv[1], "exit") == 0)
        return 0;
    return RUN_PARTS(parts, argc, argv);
}
