/* work ID: keeps the CPU busy, in functions whose shares are the id's own. */
#include "../id.h"
#include <stdio.h>

#define TURNS_PER_TICK 83333 /* of three instructions, with 1000 ticks a second */

/* Each on a line of its own. */
#define SPIN(turns)                             \
    for (unsigned long i = 0; i < (turns); i++) \
    __asm__ volatile("# %0" : : "i"(__LINE__))

#define TREE(name)                                                  \
    __attribute__((noinline)) static void name(unsigned long turns) \
    {                                                               \
        SPIN(turns);                                                \
    }

TREE(alder)
TREE(birch)
TREE(cedar)
TREE(elder)
TREE(hazel)
TREE(larch)
TREE(maple)
TREE(rowan)

static void (*const trees[])(unsigned long) = {alder, birch, cedar, elder,
                                               hazel, larch, maple, rowan};
static const unsigned tree_ticks[] = {320, 240, 180, 140, 110, 80, 50, 30};

#define TREES (sizeof(trees) / sizeof(trees[0]))

/* Called from three places. */
__attribute__((noinline)) static void rain(unsigned long turns)
{
    SPIN(turns);
}

/* Something is done after the call, or it would be a jump, and rain() main's. */
#define SEASON(name)                                                \
    __attribute__((noinline)) static void name(unsigned long turns) \
    {                                                               \
        rain(turns);                                                \
        SPIN(10ul);                                                 \
    }

SEASON(spring)
SEASON(summer)
SEASON(autumn)

static void (*const seasons[])(unsigned long) = {spring, summer, autumn};
static const unsigned season_ticks[] = {110, 80, 40};

#define SEASONS (sizeof(seasons) / sizeof(seasons[0]))

/* One function, four loops. */
__attribute__((noinline)) static void river(unsigned part, unsigned long turns)
{
    switch (part) {
    case 0:
        SPIN(turns);
        break;
    case 1:
        SPIN(turns);
        break;
    case 2:
        SPIN(turns);
        break;
    default:
        SPIN(turns);
        break;
    }
}

static const unsigned river_ticks[] = {70, 45, 30, 20};

#define PARTS (sizeof(river_ticks) / sizeof(river_ticks[0]))

int main(int argc, char **argv)
{
    id_begin(argc, argv);
    unsigned tree[TREES];
    id_shuffle(tree, TREES);
    unsigned season[SEASONS];
    id_shuffle(season, SEASONS);
    unsigned part[PARTS];
    id_shuffle(part, PARTS);
    for (unsigned i = 0; i < TREES; i++)
        trees[tree[i]](id_about(tree_ticks[i]) * (unsigned long)TURNS_PER_TICK);
    for (unsigned i = 0; i < SEASONS; i++)
        seasons[season[i]](id_about(season_ticks[i]) * (unsigned long)TURNS_PER_TICK);
    for (unsigned i = 0; i < PARTS; i++)
        river(part[i], id_about(river_ticks[i]) * (unsigned long)TURNS_PER_TICK);
    printf("done, %s\n", argv[1]);
    return 0;
}
