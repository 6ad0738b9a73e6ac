/* A buffer whose memory is not there yet, is shared, or is there no more. */
/* machine: det=1 kargs=hz=10000 */
#include "child.h"
#include "profstack.h"

#define NBYTES (64 * PAGE_SIZE)

static char *memory;

static uint64_t used(void)
{
    return *(volatile uint64_t *)memory;
}

static void on(void)
{
    CHECK_EQ(profstack(memory, NBYTES, PROF_STACK_MAX), 0);
}

static struct profstat now(void)
{
    struct profstat st;
    CHECK_EQ(profstat(&st), 0);
    return st;
}

/* Spins with so many callers more, whose pcs are then in the samples. */
static __attribute__((noinline)) void spin_below(unsigned callers)
{
    if (callers > 0)
        spin_below(callers - 1);
    else
        stack_cheap(SPIN_TURNS);
    __asm__ volatile(""); /* it comes back here */
}

/* Spins until so many bytes are used. */
static void fill_below(uint64_t nbytes, unsigned callers)
{
    clock_t start = prof_ticks();
    while (used() < nbytes) {
        CHECK_EQ(now().ps_state, PROF_ON);
        if (prof_ticks() - start > 2000)
            FAIL("2000 ticks, and the first word is still %lu, not %lu", used(), nbytes);
        spin_below(callers);
    }
}

static void fill(uint64_t nbytes)
{
    fill_below(nbytes, 0);
}

/* Spins until it is off: why. */
static uint32_t spin_until_off(void)
{
    clock_t start = prof_ticks();
    while (now().ps_state == PROF_ON) {
        if (prof_ticks() - start > 2000)
            FAIL("2000 ticks, and the profile is still on");
        stack_cheap(SPIN_TURNS);
    }
    return now().ps_reason;
}

/* Off; each tick that was counted is in one of the samples, once. */
static void check_samples(void)
{
    uint64_t ticks = 0, offset = PROF_STACKS_START;
    CHECK_EQ(profstack(NULL, 0, 0), 0);
    while (offset < used()) {
        const struct prof_stack *stack = (const void *)(memory + offset);
        CHECK_IN(stack->ps_depth, 1, PROF_STACK_MAX);
        CHECK(stack->ps_ticks > 0);
        ticks += stack->ps_ticks;
        offset += sizeof(*stack) + 8ul * stack->ps_depth;
    }
    CHECK_EQ(offset, used());
    CHECK_EQ(ticks, now().ps_counted);
}

/* Pages come when they are first written to; each but the first, by a sample that begins in the
 * page before and is of more bytes than are left there. */
static void lazy(void)
{
    on();
    for (uint64_t page = 1; page <= 5; page++) {
        fill(page * PAGE_SIZE - 300);
        fill_below(page * PAGE_SIZE, 60);
    }
    check_samples();
}

/* fork has parent and child share all pages: the word's, and that of the next sample. */
static void shared(void)
{
    on();
    fill(2 * PAGE_SIZE);
    for (int i = 0; i < 30; i++) {
        CHECK_EQ(IN_CHILD(), 0);
        stack_cheap(SPIN_TURNS);
    }
    check_samples();
}

/* The same, with one sample's two pages and the word's. */
static void across(void)
{
    on();
    for (uint64_t page = 1; page < 8; page++) {
        while (used() < page * PAGE_SIZE - 300)
            fill(used() + 1);
        while (used() < page * PAGE_SIZE) {
            CHECK_EQ(IN_CHILD(), 0);
            fill(used() + 1);
        }
    }
    check_samples();
}

/* The next pages are gone: off, and no sample is counted that is not whole. */
static void gone(void)
{
    on();
    fill(PAGE_SIZE / 2);
    CHECK_EQ(munmap(memory + PAGE_SIZE, NBYTES - PAGE_SIZE), 0);
    CHECK_EQ(spin_until_off(), PROF_FAULT);
    CHECK(used() <= PAGE_SIZE);
    check_samples();
}

/* The word cannot be written any more, though the samples could. */
static void word(void)
{
    on();
    fill(2 * PAGE_SIZE);
    CHECK_EQ(mprotect(memory, PAGE_SIZE, PROT_READ), 0);
    uint64_t before = used();
    CHECK_EQ(spin_until_off(), PROF_FAULT);
    CHECK_EQ(used(), before);
}

static const struct part {
    const char *name;
    void (*run)(void);
} parts[] = {
    {"lazy", lazy}, {"shared", shared}, {"across", across}, {"gone", gone}, {"word", word}};

int main(int argc, char **argv)
{
    memory = map_memory(NBYTES, PROT_READ | PROT_WRITE);
    for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts); i++)
        if (argc > 1 && strcmp(argv[1], parts[i].name) == 0) {
            parts[i].run();
            return 0;
        }
    FAIL("%s: there is no such part", argc > 1 ? argv[1] : "");
}
