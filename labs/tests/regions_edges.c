/* Where a region begins and ends: its first byte is its own, the byte before is not; a pc behind
 * its last counter has none, also if the region before reaches further; offsets are unsigned. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "parts.h"
#include "regions.h"

static void run(void)
{
    shuffle_set();
    set_on();
    for (int i = 0; i < PLACES; i += 64)
        visit(i);
    visit(PLACES - 1);
    set_off();
    check_counts();
}

/* Of nine regions each begins exactly at the pc that spins. */
static void first_byte(void)
{
    begin_set();
    for (int i = 0; i < PLACES; i += 128)
        add_at(place_pc(i), 1);
    add_at(place_pc(PLACES - 1), 1);
    run();
}

/* One without counters begins one byte behind it: the pc is the region's before, or nobody's. */
static void byte_before(void)
{
    begin_set();
    for (int i = 64; i < PLACES; i += 128) {
        add_at(place(i) - PLACE_BYTES, 2);
        add_raw((struct prof){NULL, 0, place_pc(i) + 1, 0});
    }
    add_at(place_pc(PLACES - 1) + 1, 1);
    run();
}

static void below(void)
{
    begin_set();
    for (int i = 512; i < 520; i++)
        add_place(i);
    run();
    CHECK(prof_now().ps_outside >= 8);
}

/* The first one has counters for all places; the others, within it, have one each. */
static void behind(void)
{
    begin_set();
    add_at(place(0), 513);
    add_place(300);
    add_place(500);
    run();
    CHECK(prof_now().ps_outside >= 8);
}

/* Offsets above 2^63, and further from each other than an int can tell. */
static void far(void)
{
    begin_set();
    add_at(1, 1);
    add_at(UINTPTR_MAX, 1);
    add_at(UINTPTR_MAX - 100000, 1);
    add_at(1ul << 63, 1);
    add_at((1ul << 63) - 1, 1);
    add_at(1ul << 32, 1);
    add_at(place(0) + (1ul << 32), 1);
    add_at(place(0) + (1ul << 31), 1);
    for (int i = 0; i < PLACES; i += 128)
        add_place(i);
    run();
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {{"first-byte", first_byte},
                                        {"byte-before", byte_before},
                                        {"below", below},
                                        {"behind", behind},
                                        {"far", far}};
    return RUN_PARTS(parts, argc, argv);
}
