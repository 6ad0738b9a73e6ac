/* A thread that ends because another of its process calls exec settles what it owes for the long
 * call that it is in. */
/* machine: cpus=2 kargs=hz=10000 */
#include "prof.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>

#define CHUNK (48 << 20) /* more than a thousand ticks */
#define OWED  60         /* more than exec itself takes */
#define TURNS 2000       /* a host that gives the machine little time need not let it owe so many */

static char *chunk;

static void *read_on(void *unused)
{
    int fd = open("/dev/zero", O_RDONLY);
    CHECK(fd >= 0);
    for (;;)
        CHECK(read(fd, chunk, CHUNK) > 0);
    return unused;
}

/* The new program: all that the old one's two threads had used before exec is in the profile. */
static int after_exec(long used, long counted)
{
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_reason, PROF_EXEC);
    if ((long)st.ps_counted - counted < used)
        FAIL("%ld ticks before exec, %ld counted", used, (long)st.ps_counted - counted);
    return 0;
}

int main(int argc, char *argv[])
{
    size_t n = TEXT_BYTES / 2;
    unsigned short *counters = calloc(n, 2);
    long turns = 0;
    if (argc == 3)
        return after_exec(atol(argv[1]), atol(argv[2]));
    chunk = malloc(CHUNK);
    CHECK(counters);
    CHECK(chunk);
    memset(chunk, 1, CHUNK);
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
    struct prof_total start = prof_total();
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, read_on, NULL), 0);
    long ticks;
    do {
        prof_spin(SPIN_TURNS / 10);
        ticks = prof_ticks() - start.ticks;
    } while (ticks - (long)(prof_now().ps_counted - start.st.ps_counted) < OWED && ++turns < TURNS);
    char used[24];
    snprintf(used, sizeof(used), "%ld", ticks);
    char counted[24];
    snprintf(counted, sizeof(counted), "%lu", start.st.ps_counted);
    execl(argv[0], argv[0], used, counted, NULL);
    FAIL("exec of %s failed", argv[0]);
}
