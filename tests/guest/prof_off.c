/* Once profil with scale 0 has returned, neither the counts nor the buffer change, although another
 * thread of the process, in a long call on another CPU, owes ticks from before. */
/* manual: profstat, DESCRIPTION: off */
/* machine: cpus=2 kargs=hz=10000 */
#include "prof.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>

#define CHUNK (16 << 20) /* some eighty ticks */

static char *chunk;
static volatile int stop;

static void *read_on(void *unused)
{
    int fd = open("/dev/zero", O_RDONLY);
    CHECK(fd >= 0);
    while (!stop)
        CHECK_EQ(read(fd, chunk, CHUNK), CHUNK);
    CHECK_EQ(close(fd), 0);
    return unused;
}

/* How many ticks the other thread owes, about. */
static long owed_since(const struct prof_total *start)
{
    clock_t ticks = prof_ticks() - start->ticks;
    return ticks - (long)(prof_now().ps_counted - start->st.ps_counted);
}

int main(void)
{
    size_t n = TEXT_BYTES / 2;
    unsigned short *counters = calloc(n, 2), *then = calloc(n, 2);
    chunk = malloc(CHUNK);
    CHECK(counters);
    CHECK(then);
    CHECK(chunk);
    memset(chunk, 1, CHUNK);
    pthread_t thread;
    for (int i = 0; i < 20; i++) {
        CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
        stop = 0;
        struct prof_total start = prof_total();
        CHECK_EQ(pthread_create(&thread, NULL, read_on, NULL), 0);
        /* Until it is in the middle of a read; or a busy host has not let it for long. */
        for (int turn = 0; turn < 2000 && owed_since(&start) < 5; turn++)
            prof_spin(SPIN_TURNS / 10);
        CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        struct profstat off = prof_now();
        memcpy(then, counters, 2 * n);
        CHECK_EQ(off.ps_state, PROF_OFF);
        stop = 1;
        CHECK_EQ(pthread_join(thread, NULL), 0);
        struct profstat later = prof_now();
        CHECK_EQ(memcmp(&later, &off, sizeof(off)), 0);
        CHECK_EQ(memcmp(then, counters, 2 * n), 0);
    }
    return 0;
}
