/* kprof called by four threads at once, each call at any moment: one gets what it wants, another an
 * errno, and each succeeds at last; what is listed is right. */
/* machine: cpus=4 */
#include "kprof_load.h"
#include <pthread.h>
#include <stdbool.h>

#define TURNS 300

static int done[KPROF_FREE + 1]; /* calls that succeeded, by what they were */

/* The last threads may find one call in progress at each of their turns, if a busy host has stopped
 * its CPU. */
static bool each_succeeded(void)
{
    for (int what = KPROF_START; what <= KPROF_FREE; what++)
        if (__atomic_load_n(&done[what], __ATOMIC_RELAXED) == 0)
            return false;
    return true;
}

static void *use(void *seed)
{
    unsigned random = (unsigned)(uintptr_t)seed;
    for (int i = 0; i < TURNS || !each_succeeded(); i++) {
        random = random * 1103515245 + 12345;
        int what = (int)(random >> 16) % (KPROF_FREE + 1);
        struct kprof_cpu cpu[KPROF_CPUS_MAX];
        ssize_t n = kprof(what, what == KPROF_CPUS ? cpu : NULL, what == KPROF_CPUS ? 8 : 0);
        if (n >= 0)
            __atomic_add_fetch(&done[what], 1, __ATOMIC_RELAXED);
        else
            CHECK(errno == EBUSY || errno == EPERM);
        for (ssize_t id = 1; what == KPROF_CPUS && id < n; id++)
            CHECK_EQ(cpu[id].kc_user + cpu[id].kc_system + cpu[id].kc_idle + cpu[id].kc_missed,
                     cpu[0].kc_user + cpu[0].kc_system + cpu[0].kc_idle + cpu[0].kc_missed);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[4];
    for (uintptr_t i = 0; i < 4; i++)
        CHECK_EQ(pthread_create(&thread[i], NULL, use, (void *)(i + 1)), 0);
    for (int i = 0; i < 4; i++)
        CHECK_EQ(pthread_join(thread[i], NULL), 0);
    kprof(KPROF_FREE, NULL, 0);
    kprof_begin();
    load(2);
    kprof_end();
    return 0;
}
