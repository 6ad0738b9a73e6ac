/* profil, sprofil, pcsample, profstack and gprofil replace each other, in every order, in the
 * process itself, in a fork's child and after exec: each begins with counts of 0, has all its
 * ticks, and leaves the other's memory as it is. */
/* manual: profstat, DESCRIPTION: serial */
/* machine: det=1 cpus=1 kargs=hz=10000 */
/* flags: -pg */
#include "child.h"
#include "sprofil.h"
#include <mon.h>
#include <sys/gmon.h>

#define NBYTES 8192

enum kind { PROFIL, SPROFIL, CLOCK, SAMPLES, STACKS, GPROFIL, KINDS };

static uint64_t memory[KINDS][NBYTES / 8];

static void on(enum kind kind)
{
    void *m = memset(memory[kind], 0, NBYTES);
    const struct prof region = region_at(SPIN_PC & ~(uintptr_t)3, m, NBYTES);
    const struct prof_range clock = {{m, 2, 0, PROF_SCALE_CLOCK}, 0, UINTPTR_MAX};
    switch (kind) {
    case PROFIL:
        CHECK_EQ(profil(m, NBYTES, SPIN_PC, 65536), 0);
        break;
    case SPROFIL:
        CHECK_EQ(sprofil(&region, 1, NULL, PROF_UINT), 0);
        break;
    case CLOCK:
        CHECK_EQ(sprofil(&clock.pr, 1, NULL, PROF_RANGES | PROF_LAZY | PROF_SIGNED), 0);
        break;
    case SAMPLES:
        CHECK(pcsample(m, NBYTES / 8) >= 0);
        break;
    case STACKS:
        CHECK_EQ(profstack(m, NBYTES, 4), 0);
        break;
    default:
        CHECK_EQ(gprofil(m, NBYTES, NBYTES - sizeof(struct gmonhdr), SPIN_PC, 65536, -1), 0);
    }
}

/* The ticks that it has in its memory. */
static uint64_t ticks_in(enum kind kind)
{
    const char *m = (const char *)memory[kind];
    uint64_t sum = 0;
    if (kind == SPROFIL) {
        for (size_t i = 0; i < NBYTES; i += 4)
            sum += *(const uint32_t *)(m + i);
    } else if (kind == SAMPLES) {
        while (memory[kind][sum] != 0)
            sum++;
    } else if (kind == STACKS) {
        for (size_t i = PROF_STACKS_START; i < memory[kind][0];) {
            const struct prof_stack *sample = (const void *)(m + i);
            sum += sample->ps_ticks;
            i += sizeof(*sample) + sample->ps_depth * sizeof(sample->ps_pc[0]);
        }
    } else {
        sum = prof_sum((const unsigned short *)m, NBYTES / 2);
    }
    return sum;
}

/* Turns `kind` on and off; `before` is what is on, and its memory is not changed. */
static void replace(enum kind before, enum kind kind)
{
    static uint64_t kept[NBYTES / 8];
    uint64_t serial = prof_now().ps_serial;
    on(kind);
    memcpy(kept, memory[before], NBYTES);
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_serial, serial + 1);
    CHECK_EQ(st.ps_forked, 0);
    CHECK(st.ps_user + st.ps_system <= 10);
    prof_burn(20);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    st = prof_now();
    CHECK_EQ(st.ps_reason, PROF_CALL);
    CHECK_EQ(st.ps_full, 0);
    CHECK(st.ps_counted >= 15);
    /* A tick of the one before may have come when its memory was cleared for this one. */
    CHECK_IN(ticks_in(kind), st.ps_counted, st.ps_counted + (before == kind));
    if (before != kind)
        CHECK_EQ(memcmp(kept, memory[before], NBYTES), 0);
    long sampled = pcsample(NULL, 0);
    if (kind == SAMPLES)
        CHECK_EQ(sampled, st.ps_counted);
}

static void begin(enum kind kind)
{
    on(kind);
    prof_burn(10);
    CHECK(prof_now().ps_counted >= 5);
}

int main(int argc, char **argv)
{
    moncontrol(0);
    if (argc > 1) {
        replace(PROFIL, argv[1][0] - '0');
        _exit(0);
    }
    for (enum kind before = 0; before < KINDS; before++)
        for (enum kind kind = 0; kind < KINDS; kind++) {
            begin(before);
            CHECK_EQ(IN_CHILD(CHECK_EQ(prof_now().ps_state, PROF_ON); replace(before, kind)), 0);
            CHECK_EQ(prof_now().ps_state, PROF_ON);
            CHECK_EQ(prof_now().ps_forked, 1);
            replace(before, kind);
            char name[] = {'0' + kind, '\0'};
            CHECK_EQ(IN_CHILD(begin(before); BECOME(argv[0], name)), 0);
        }
    _exit(0);
}
