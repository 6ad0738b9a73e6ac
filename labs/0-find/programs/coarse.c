/* coarse ID [SCALE]: runs all rooms of a house but one, profiles itself by profil(2), and prints
 * what the counter of each room says.  Which room is left out is the id's own. */
#include "../id.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/profil.h>
#include <unistd.h>

#define TICKS          12
#define TURNS_PER_TICK 250000ul /* an instruction each, with 1000 ticks a second */

/* Two rooms, the second `distance` bytes behind the first, from a multiple of 256 on. */
#define ROOM(name)                                           \
    ".type " name ", @function\n" name ": movq %rdi, %rcx\n" \
    "1: loop 1b\n"                                           \
    "ret\n"                                                  \
    ".size " name ", . - " name "\n"
#define FLOOR(first, second, distance) \
    ".balign 256\n" ROOM(first) ".balign " distance "\n" ROOM(second)

__asm__(".pushsection .text.house, \"ax\"\n"
        ".balign 256\n"
        "house:\n" FLOOR("hall", "kitchen", "16") FLOOR("study", "parlour", "32")
            FLOOR("attic", "pantry", "64") FLOOR("cellar", "porch", "128") ".balign 256\n"
                                                                           "house_end:\n"
                                                                           ".popsection\n");

void hall(unsigned long turns);
void kitchen(unsigned long turns);
void study(unsigned long turns);
void parlour(unsigned long turns);
void attic(unsigned long turns);
void pantry(unsigned long turns);
void cellar(unsigned long turns);
void porch(unsigned long turns);
extern char house[], house_end[];

static const struct room {
    const char *name;
    void (*run)(unsigned long turns);
} rooms[] = {{"hall", hall},   {"kitchen", kitchen}, {"study", study},   {"parlour", parlour},
             {"attic", attic}, {"pantry", pantry},   {"cellar", cellar}, {"porch", porch}};

#define ROOMS (sizeof(rooms) / sizeof(rooms[0]))

static unsigned short counters[1024];

int main(int argc, char **argv)
{
    id_begin(argc, argv);
    unsigned scale = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 0x200;
    size_t left_out = id_next() % ROOMS;
    if (profil(counters, sizeof(counters), (uintptr_t)house, scale) != 0)
        err(1, "profil, scale %#x", scale);
    for (size_t i = 0; i < ROOMS; i++)
        if (i != left_out)
            rooms[i].run(id_about(TICKS) * TURNS_PER_TICK);
    profil(counters, 0, 0, 0);
    printf("scale %#x: a counter for %u bytes of code\n", scale, scale ? 131072 / scale : 0);
    printf("address   counter  ticks  room\n");
    for (size_t i = 0; i < ROOMS; i++) {
        size_t distance = (size_t)((uintptr_t)rooms[i].run - (uintptr_t)house);
        size_t counter = distance * scale >> 17;
        printf("%#lx %8zu %6u  %s\n", (unsigned long)(uintptr_t)rooms[i].run, counter,
               counters[counter], rooms[i].name);
    }
    return 0;
}
