/* Profiles that follow each other without a gap: no tick is lost between two. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "prof.h"
#include <stdlib.h>

#define ROUNDS 4000

int main(void)
{
    size_t n = TEXT_BYTES / 2;
    unsigned short *buffer[2] = {calloc(n, 2), calloc(n, 2)};
    CHECK(buffer[0]);
    CHECK(buffer[1]);
    CHECK_EQ(profil(buffer[0], 2 * n, TEXT_START, 65536), 0);
    struct prof_total start = prof_total();
    for (int i = 1; i <= ROUNDS; i++)
        CHECK_EQ(profil(buffer[i % 2], 2 * n, TEXT_START, 65536), 0);
    struct prof_total end = prof_total();
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    uint64_t ticks = end.ticks - start.ticks, later = prof_now().ps_counted - end.st.ps_counted;
    CHECK(ticks >= 50);
    CHECK_EQ(prof_sum(buffer[0], n) + prof_sum(buffer[1], n) - start.st.ps_counted - later, ticks);
    return 0;
}
