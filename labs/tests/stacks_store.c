/* A buffer of samples: what its first word says, and what does not fit. */
/* machine: det=1 kargs=hz=10000 */
#include "child.h"
#include "profstack.h"
#include <fcntl.h>

#define ONE (sizeof(struct prof_stack) + sizeof(uint64_t)) /* a sample of one pc */

/* Spins until the profile has had n ticks in user mode. */
static struct profstat spin_ticks(uint64_t n)
{
    clock_t start = prof_ticks();
    struct profstat st;
    do {
        stack_cheap(SPIN_TURNS);
        CHECK_EQ(profstat(&st), 0);
        if (prof_ticks() - start > 100 * (clock_t)n)
            FAIL("%lu ticks in user mode are in profstat's counts, of %lu that there were",
                 st.ps_user, prof_ticks() - start);
    } while (st.ps_user < n);
    return st;
}

static void word(void)
{
    uint64_t end = PROF_STACKS_START;
    buffer[0] = 1234;
    stacks_on(1);
    uint64_t at_once = buffer[0];
    CHECK_IN(at_once, PROF_STACKS_START, PROF_STACKS_START + ONE); /* a tick may have come */
    spin_ticks(100);
    CHECK_IN(buffer[0], PROF_STACKS_START + 20 * ONE, sizeof(buffer));
    stacks_off();
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0]) {
        CHECK_EQ(stack->ps_depth, 1);
        end += ONE;
    }
    CHECK_EQ(buffer[0], end);
}

/* Each entry is what it is to be: see stack_at(), too. */
static void sample(void)
{
    unsigned samples_of_the_spin = 0;
    stacks_on(PROF_STACK_MAX);
    spin_ticks(100);
    stacks_off();
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0])
        samples_of_the_spin += at(stack, 0, stack_spin_pc);
    CHECK(samples_of_the_spin > 20);
}

/* Ticks at one place, before the thread goes on, are one sample. */
static void ticks(void)
{
    size_t nbytes = 32 << 20;
    char *lazy = map_memory(nbytes, PROT_READ | PROT_WRITE);
    int fd = open("/dev/zero", O_RDONLY);
    uint64_t most = 0;
    stacks_on(1);
    CHECK_EQ(read(fd, lazy, nbytes), nbytes);
    struct profstat st = stacks_off();
    CHECK(st.ps_system > 20);
    FOR_EACH_STACK (stack, PROF_STACKS_START, buffer[0])
        most = stack->ps_ticks > most ? stack->ps_ticks : most;
    CHECK_IN(most, st.ps_system / 2, st.ps_system);
}

/* In so many bytes there is room for n samples, and no byte behind them changes. */
static void check_room(size_t nbytes, size_t n)
{
    memset(buffer, 0xff, 4096);
    CHECK_EQ(profstack(buffer, nbytes, 1), 0);
    spin_ticks(8);
    CHECK_EQ(buffer[0], PROF_STACKS_START + n * ONE);
    for (size_t i = PROF_STACKS_START + n * ONE; i < 4096; i++)
        CHECK_EQ(((unsigned char *)buffer)[i], 0xff);
}

static void exact(void)
{
    for (size_t n = 0; n < 4; n++)
        check_room(PROF_STACKS_START + n * ONE, n);
}

static void narrow(void)
{
    for (size_t n = 0; n < 3; n++)
        for (size_t less = 1; less < ONE; less += 3)
            check_room(PROF_STACKS_START + (n + 1) * ONE - less, n);
}

/* What did not fit is in the counts, and nothing else is. */
static void lost(void)
{
    CHECK_EQ(profstack(buffer, PROF_STACKS_START + 2 * ONE, 1), 0);
    spin_ticks(50);
    struct profstat st = stacks_off();
    CHECK(st.ps_lost >= 20);
    CHECK(st.ps_counted >= 2);
}

static const struct part {
    const char *name;
    void (*run)(void);
} parts[] = {{"word", word},   {"sample", sample}, {"ticks", ticks},
             {"exact", exact}, {"narrow", narrow}, {"lost", lost}};

int main(int argc, char **argv)
{
    for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++)
        if (argc > 1 && strcmp(argv[1], parts[i].name) == 0) {
            parts[i].run();
            return 0;
        }
    FAIL("%s: there is no such part", argc > 1 ? argv[1] : "");
}
