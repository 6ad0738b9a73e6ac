/* Once profil with scale 0 has returned, neither the counts nor the buffer change, although another
 * thread of the process, in a long call on another CPU, owes ticks from before. */
/* machine: det=1 cpus=2 kargs=hz=10000 */
#include "prof.h"
#include <fcntl.h>
#include <pthread.h>

#define CHUNK (8 << 20) /* some forty ticks */

static char *chunk;
static volatile int started, done;

static void *read_once(void *unused)
{
    int fd = open("/dev/zero", O_RDONLY);
    CHECK(fd >= 0);
    started = 1;
    CHECK_EQ(read(fd, chunk, CHUNK), CHUNK);
    done = 1;
    CHECK_EQ(close(fd), 0);
    return unused;
}

static clock_t system_ticks(void)
{
    struct tms used;
    times(&used);
    return used.tms_stime;
}

int main(void)
{
    size_t n = TEXT_BYTES / 2;
    unsigned short *counters = calloc(n, 2), *then = calloc(n, 2);
    pthread_t thread;
    uint64_t lost = 0;
    chunk = malloc(CHUNK);
    CHECK(counters && then && chunk);
    memset(chunk, 1, CHUNK);
    for (int i = 0; i < 10; i++) {
        CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
        started = done = 0;
        struct prof_total start = prof_total();
        CHECK_EQ(pthread_create(&thread, NULL, read_once, NULL), 0);
        while (!started)
            continue; /* it is in the call, or about to be */
        for (clock_t before = system_ticks(); !done && system_ticks() < before + 3;)
            prof_spin(SPIN_TURNS / 100);
        CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        struct profstat off = prof_now(), later;
        clock_t ticks = prof_ticks();
        memcpy(then, counters, 2 * n);
        CHECK_EQ(off.ps_state, PROF_OFF);
        lost += ticks - start.ticks - (off.ps_counted - start.st.ps_counted);
        CHECK_EQ(pthread_join(thread, NULL), 0);
        later = prof_now();
        CHECK_EQ(memcmp(&later, &off, sizeof(off)), 0);
        CHECK_EQ(memcmp(then, counters, 2 * n), 0);
    }
    CHECK(lost >= 5); /* it did owe some */
    return 0;
}
