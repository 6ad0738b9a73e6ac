/* A buffer that is taken away while profiling is on turns it off at the next tick that would be
 * written; the process lives on.  A buffer never touched before is an ordinary page fault. */
/* manual: statements, TICK: faults */
/* machine: det=1 */
#include "parts.h"
#include "prof.h"
#include <sys/mman.h>

static unsigned short *fresh(void)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(page != MAP_FAILED);
    return page;
}

/* Instead of these counters there is a page that nothing has touched: whatever profil() has done
 * with the page that it was told. */
static void renew(unsigned short *counters)
{
    CHECK_EQ(mmap(counters, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                  -1, 0),
             counters);
}

static void burn_until_off(void)
{
    clock_t start = prof_ticks();
    while (prof_now().ps_state == PROF_ON) {
        prof_spin(SPIN_TURNS);
        prof_patience(start, "off, with the buffer gone");
    }
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_reason, PROF_FAULT);
}

/* A page that nothing has touched, profiled for some ticks: the first makes it. */
static unsigned short *untouched(void)
{
    unsigned short *counters = fresh();
    CHECK_EQ(profil(counters, 4096, SPIN_PC, 65536), 0);
    renew(counters);
    prof_burn(3);
    struct profstat st = prof_now();
    CHECK_EQ(counters[0], st.ps_counted);
    CHECK(st.ps_counted >= 2);
    return counters;
}

static void made(void)
{
    untouched();
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
}

static void gone(void)
{
    CHECK_EQ(munmap(untouched(), 4096), 0);
    burn_until_off();
}

static void protected(void)
{
    unsigned short *counters = fresh();
    CHECK_EQ(profil(counters, 4096, SPIN_PC, 65536), 0);
    renew(counters);
    prof_burn(2);
    uint64_t had = prof_now().ps_counted;
    CHECK_EQ(mprotect(counters, 4096, PROT_READ), 0);
    burn_until_off();
    CHECK_EQ(counters[0], had);
    CHECK_EQ(prof_now().ps_counted, had);

    /* On again works. */
    CHECK_EQ(mprotect(counters, 4096, PROT_READ | PROT_WRITE), 0);
    CHECK_EQ(profil(counters, 4096, SPIN_PC, 65536), 0);
    prof_burn(2);
    CHECK(counters[0] > had);
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {{"made", made}, {"gone", gone}, {"protected", protected}};
    return RUN_PARTS(parts, argc, argv);
}
