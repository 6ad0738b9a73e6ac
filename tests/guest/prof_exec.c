/* exec settles what the thread owes, for exec itself too, into the old program's memory and counts;
 * then profiling is off, and nothing is written any more. */
/* manual: statements, PROCESS: fork-exec */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "prof.h"
#include <stdlib.h>

static unsigned short counters[1];

/* The new program: itself, with arguments. */
static int after(long ticks, long counted)
{
    struct prof_total total = prof_total();
    CHECK_EQ(total.st.ps_state, PROF_OFF);
    CHECK_EQ(total.st.ps_reason, PROF_EXEC);
    /* What the thread owed when exec could not fail any more: most of exec's own ticks, as its
     * arguments were copied. */
    long used = total.ticks - ticks, settled = total.st.ps_outside + total.st.ps_counted - counted;
    if (used < 20)
        FAIL("exec took only %ld ticks", used);
    CHECK(settled <= used);
    CHECK(settled * 3 >= used);

    clock_t start = prof_ticks();
    while (prof_ticks() - start < 20)
        prof_spin(SPIN_TURNS / 10);
    CHECK_EQ(counters[0], 0); /* at the same address as the old program's */
    struct profstat later = prof_now();
    CHECK_EQ(memcmp(&later, &total.st, sizeof(later)), 0);
    return 0;
}

int main(int argc, char *argv[])
{
    static char string[1000], ticks[24], counted[24];
    char *args[124] = {argv[0], ticks, counted};
    if (argc > 1)
        return after(atol(argv[1]), atol(argv[2]));
    memset(string, 'x', sizeof(string) - 1);
    for (int i = 3; i < 123; i++)
        args[i] = string;
    CHECK_EQ(profil(counters, sizeof(counters), SPIN_PC, 65536), 0);
    prof_burn(3);
    struct prof_total total = prof_total();
    snprintf(ticks, sizeof(ticks), "%ld", total.ticks);
    snprintf(counted, sizeof(counted), "%lu", total.st.ps_outside + total.st.ps_counted);
    execv(argv[0], args);
    FAIL("exec of %s failed", argv[0]);
}
