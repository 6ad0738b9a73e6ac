/* A thread that ends settles what it owes, to the last tick of its last call.  On a machine so slow
 * that a tick comes every 1500 instructions, hundreds of threads end at one of each kind. */
/* manual: profstat, DESCRIPTION: thread-ends */
/* machine: det=1 cpus=2 shift=6 kargs=hz=10000 */
#include "prof.h"
#include "threads.h"
#include <stdlib.h>

#define THREADS 600

int main(void)
{
    size_t n = TEXT_BYTES / 2;
    unsigned short *counters = calloc(n, 2);
    CHECK(counters);
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
    struct prof_total start = prof_total();
    for (int i = 0; i < THREADS; i++)
        end_a_thread();
    struct prof_total end = prof_total();
    CHECK(end.ticks - start.ticks >= THREADS);
    CHECK_EQ(end.st.ps_counted - start.st.ps_counted, end.ticks - start.ticks);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(prof_sum(counters, n), prof_now().ps_counted);
    return 0;
}
