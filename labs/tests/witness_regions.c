/* Each tick of the host's record is in its region's counter: 1024 regions side by side, in no
 * order, are one histogram of the places. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "regions.h"
#include "witness.h"

#define VISITS 400

static const struct witness all = {cells, PLACES, (uintptr_t)0, PLACE_SCALE};

int main(void)
{
    struct witness w = all;
    w.offset = place(0);
    begin_set();
    for (int i = 0; i < PLACES; i++)
        add_place(i);
    shuffle_set();
    CHECK_EQ(witness_call_on(set, (size_t)set_count, 0, 0, SYS_sprofil), 0);
    for (int i = 0; i < VISITS; i++)
        visit(i * 389 % PLACES);
    visit(0);
    visit(PLACES - 1);
    CHECK_EQ(witness_call_off(NULL, 0, 0, 0, SYS_sprofil), 0);
    check_counts();
    CHECK(prof_now().ps_counted >= VISITS);
    witness_print(&w);
    return 0;
}
