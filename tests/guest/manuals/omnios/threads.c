/* OmniOS's call is the process's: threads from before it and from after it are profiled, and none
 * any more once one of them has turned it off. */
/* manual: omnios, NOTES: threads */
/* machine: det=1 */
/* dialect: omnios */
#include "guest/dialect_rules.h"
#include <pthread.h>

static struct channel start;

static void *from_before(void *unused)
{
    channel_receive(start);
    ticks_land(prof_spin, cells, CELLS, 0);
    return unused;
}

static void *from_after(void *unused)
{
    ticks_land(prof_spin, cells, CELLS, 0);
    profil(cells, CELLS_OF, PC, 0);
    return unused;
}

static void ends(pthread_t thread)
{
    CHECK_EQ(pthread_join(thread, NULL), 0);
}

int main(void)
{
    start = channel_open();
    pthread_t before, after;
    CHECK_EQ(pthread_create(&before, NULL, from_before, NULL), 0);
    profil(cells, CELLS_OF, PC, SCALE);
    channel_send(start, 1);
    ends(before);
    memset(cells, 0, sizeof(cells));
    CHECK_EQ(pthread_create(&after, NULL, from_after, NULL), 0);
    ends(after);
    stays_off();
    return 0;
}
