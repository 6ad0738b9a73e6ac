/* A thread that ends because another of its process calls exec settles what it owes for the long
 * call that it is in. */
/* machine: det=1 cpus=2 kargs=hz=10000 */
#include "prof.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>

#define CHUNK (64 << 20)

static size_t n;
static unsigned short *counters;
static char *chunk;
static volatile int reading;

static void *read_long(void *unused)
{
    int fd = open("/dev/zero", O_RDONLY);
    CHECK(fd >= 0);
    reading = 1;
    CHECK_EQ(read(fd, chunk, CHUNK), CHUNK); /* in ticks: hundreds */
    return unused;
}

/* The new program: what the old one's two threads used before exec is in the profile. */
static int after_exec(const char *ticks, const char *counted)
{
    struct prof_total total = prof_total();
    uint64_t used = total.ticks - atol(ticks), settled = total.st.ps_counted - atol(counted);
    CHECK_EQ(total.st.ps_reason, PROF_EXEC);
    if (used < 120)
        FAIL("exec took only %lu ticks", used);
    CHECK(settled <= used && settled * 10 >= used * 8); /* less the end of exec and the start */
    return 0;
}

int main(int argc, char *argv[])
{
    char ticks[24], counted[24];
    pthread_t thread;
    if (argc == 3)
        return after_exec(argv[1], argv[2]);
    n = TEXT_BYTES / 2;
    counters = calloc(n, 2);
    chunk = malloc(CHUNK);
    CHECK(counters && chunk);
    CHECK_EQ(profil(counters, 2 * n, TEXT_START, 65536), 0);
    memset(chunk, 1, CHUNK);
    struct prof_total total = prof_total();
    CHECK_EQ(pthread_create(&thread, NULL, read_long, NULL), 0);
    while (!reading)
        continue;
    prof_spin(20 * SPIN_TURNS); /* 80 ticks, and as many are owed by the other */
    snprintf(ticks, sizeof(ticks), "%ld", total.ticks);
    snprintf(counted, sizeof(counted), "%lu", total.st.ps_counted);
    execl(argv[0], argv[0], ticks, counted, NULL);
    FAIL("exec of %s failed", argv[0]);
}
