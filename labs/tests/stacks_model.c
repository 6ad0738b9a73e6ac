/* Memory, rbp and rsp with anything in them: the walk finds what the contract says. */
/* machine: det=1 kargs=hz=10000 */
#include "child.h"
#include "stacks_chain.h"
#include <stdlib.h>

#define USER_END 0x7ffffffff000ul
#define WORDS    (4 * PAGE_SIZE / 8)
#define CASES    150
#define TURNS    70000 /* more than two periods */

static uint64_t *words; /* four pages, the third not permitted */
static uint64_t state;

/* Marsaglia's xorshift: any of n. */
static uint64_t any(uint64_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 11) % n;
}

static bool is_readable(uint64_t i)
{
    return i < WORDS && i / (PAGE_SIZE / 8) != 2;
}

/* Some number for a frame pointer that stands in word i: most often a frame further up. */
static uint64_t some_pointer(uint64_t i)
{
    uint64_t start = (uint64_t)words;
    switch (any(16)) {
    case 0:
        return 0;
    case 1:
        return start + 8 * any(WORDS);
    case 2:
        return start + any(8 * WORDS); /* hardly aligned */
    case 3:
        return (-1ul << 31) + 8 * any(1 << 18);
    case 4:
        return USER_END - 8 * any(4);
    case 5:
        return any(100000);
    default:
        return start + 8 * (i + 1 + any(WORDS / 16));
    }
}

static void scatter(void)
{
    for (uint64_t i = 0; i < WORDS; i++)
        if (is_readable(i))
            words[i] = some_pointer(i);
}

/* The contract: what a sample is to have.  False: it does not say whether that is all. */
static bool walk(uint64_t rbp, uint64_t rsp, unsigned limit, struct chain *chain)
{
    uint64_t low = rsp, start = (uint64_t)words;
    chain->n = 0;
    chain->cut = false;
    while (rbp != 0) {
        uint64_t i = (rbp - start) / 8;
        chain->cut = true;
        if (rbp % 8 != 0 || rbp < low || rbp < start || !is_readable(i) || !is_readable(i + 1))
            return true;
        uint64_t back = words[i + 1];
        if (1 + chain->n == limit)
            return back != 0;
        low = rbp + 16;
        rbp = words[i];
        chain->cut = rbp != 0;
        if (back == 0)
            return true;
        chain->pcs[chain->n++] = back;
    }
    return true;
}

int main(int argc, char **argv)
{
    unsigned compared = 0, followed = 0;
    words = (uint64_t *)map_memory(8 * WORDS, PROT_READ | PROT_WRITE);
    CHECK_EQ(mprotect((char *)words + 2 * PAGE_SIZE, PAGE_SIZE, PROT_NONE), 0);
    state = 88172645463325252ul + (argc > 1 ? strtoul(argv[1], NULL, 10) : 0);
    while (compared < CASES) {
        if (compared % 10 == 0)
            scatter();
        uint64_t low = any(WORDS / 4), rsp = (uint64_t)(words + low);
        uint64_t rbp = some_pointer(low);
        unsigned limit = any(2) ? PROF_STACK_MAX : 1 + any(8);
        struct chain chain;
        if (!walk(rbp, rsp, limit, &chain))
            continue;
        stacks_on(limit);
        check_chain(rbp, rsp, TURNS, &chain);
        compared++;
        followed += chain.n > 3;
    }
    CHECK(followed > 10);
    return 0;
}
