/* Whatever a program has in rbp and on its stack, a sample has the callers of which there are
 * frames, and says whether these are all. */
/* machine: det=1 */
#include "stacks_chain.h"
#include "child.h"

#define USER_END 0x7ffffffff000ul

static uint64_t *frames; /* three pages, the last not permitted, and one that is not touched */
static uint64_t start, end;

static void chain(uint64_t rbp, uint64_t rsp, struct chain want)
{
    stacks_on(PROF_STACK_MAX);
    check_chain(rbp, rsp, 7 * SPIN_TURNS, &want); /* more than two periods */
}

/* Word number i of the memory; a frame begins there, and has its return address in the next. */
static uint64_t word(size_t i)
{
    return start + 8 * i;
}

static void frame(size_t i, uint64_t outer, uint64_t back)
{
    frames[i] = outer;
    frames[i + 1] = back;
}

#define WHOLE(...) ((struct chain){sizeof((long[]){__VA_ARGS__}) / 8, {__VA_ARGS__}, false})
#define CUT(...)   ((struct chain){sizeof((long[]){__VA_ARGS__}) / 8, {__VA_ARGS__}, true})

static void follow(void)
{
    frame(0, word(11), 0x1001);
    frame(11, word(13), 0x1002);
    frame(13, 0, 0x1003);
    chain(word(0), start, WHOLE(0x1001, 0x1002, 0x1003));
    chain(word(11), start, WHOLE(0x1002, 0x1003));
    chain(word(13), word(13), WHOLE(0x1003));
    chain(0, start, WHOLE());
}

static void zero(void)
{
    frame(0, word(10), 0x1001);
    frame(10, 0, 0);
    chain(word(0), start, WHOLE(0x1001));
    chain(word(10), start, WHOLE());
    frame(10, word(20), 0); /* nothing is called from 0 */
    frame(20, 0, 0x1002);
    chain(word(0), start, CUT(0x1001));
}

static void aligned(void)
{
    frame(0, word(2) + 4, 0x1001);
    frame(2, word(4), 0x1002);
    frame(3, 0x1002, 0);
    chain(word(0) + 4, start, CUT());
    chain(word(2) + 1, start, CUT());
    chain(word(0), start, CUT(0x1001));
}

static void rising(void)
{
    frame(0, word(0), 0x1001); /* its own caller */
    chain(word(0), start, CUT(0x1001));
    chain(word(0), word(1), CUT()); /* below rsp */
    frame(0, word(4), 0x1001);
    frame(4, word(0), 0x1002); /* a circle */
    chain(word(0), start, CUT(0x1001, 0x1002));
    frame(0, word(1), 0x1001); /* two that overlap */
    frames[2] = 0x1002;
    chain(word(0), start, CUT(0x1001));
}

static void kernel(void)
{
    const uint64_t others[] = {1ul << 47,     -16ul,        -8ul,
                               USER_END - 16, USER_END - 8, USER_END,
                               1ul << 63,     -1ul << 31,   (-1ul << 31) + 0x200000,
                               -1ul << 47,    -1ul << 46};
    for (unsigned i = 0; i < sizeof(others) / sizeof(*others); i++) {
        chain(others[i], start, CUT());
        frame(0, others[i], 0x1001);
        chain(word(0), start, CUT(0x1001));
    }
}

static void loads(void)
{
    uint64_t forbidden = end - PAGE_SIZE;
    chain(8, 0, CUT()); /* nothing is there */
    chain(forbidden, start, CUT());
    frames[PAGE_SIZE / 8 * 2 - 1] = 0;
    chain(forbidden - 8, start, CUT()); /* half of it */
    frame(0, forbidden, 0x1001);
    chain(word(0), start, CUT(0x1001));
}

/* The page of the frame is not there, and is not made. */
static void absent(void)
{
    uint64_t untouched = start + PAGE_SIZE;
    for (int i = 0; i < 2; i++) {
        chain(untouched + 64, start, CUT());
        frame(0, untouched, 0x1001);
        chain(word(0), start, CUT(0x1001));
    }
    frame(PAGE_SIZE / 8 - 2, 0, 0x1002); /* the last before it */
    chain(untouched - 16, start, WHOLE(0x1002));
    chain(untouched - 8, start, CUT());
}

static const struct part {
    const char *name;
    void (*run)(void);
} parts[] = {{"follow", follow}, {"zero", zero},   {"aligned", aligned}, {"rising", rising},
             {"kernel", kernel}, {"loads", loads}, {"absent", absent}};

int main(int argc, char **argv)
{
    frames = (uint64_t *)map_memory(3 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    start = (uint64_t)frames;
    end = start + 3 * PAGE_SIZE;
    CHECK_EQ(mprotect((void *)(end - PAGE_SIZE), PAGE_SIZE, PROT_NONE), 0);
    for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++)
        if (argc > 1 && strcmp(argv[1], parts[i].name) == 0) {
            parts[i].run();
            return 0;
        }
    FAIL("%s: there is no such part", argc > 1 ? argv[1] : "");
}
