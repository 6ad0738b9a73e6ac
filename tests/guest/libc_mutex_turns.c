/* A thread that waits for a mutex gets it, though others release it only to take it again at once:
 * it is passed over for some slices of 10 ms, and then the mutex is handed over. */
/* machine: det=1 cpus=1 */
#include "now.h"
#include "threads.h"

#define BUSY   4
#define ROUNDS 10
#define MOST   200 /* ms */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done; /* atomic */
static int64_t end_ns;

static void *take_again(void *unused)
{
    while (!__atomic_load_n(&done, __ATOMIC_RELAXED) && now_ns() < end_ns) {
        pthread_mutex_lock(&mutex);
        for (volatile int i = 0; i < 10000; i++)
            continue;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void)
{
    end_ns = now_ns() + 2000000000;
    pthread_t busy[BUSY];
    for (int i = 0; i < BUSY; i++)
        CHECK_EQ(pthread_create(&busy[i], NULL, take_again, NULL), 0);
    int64_t longest = 0;
    for (int i = 0; i < ROUNDS; i++) {
        CHECK_EQ(nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL), 0);
        int64_t begin = now_ns();
        pthread_mutex_lock(&mutex);
        if (now_ns() - begin > longest)
            longest = now_ns() - begin;
        pthread_mutex_unlock(&mutex);
    }
    CHECK_IN(longest / 1000000, 0, MOST);
    __atomic_store_n(&done, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < BUSY; i++)
        CHECK_EQ(pthread_join(busy[i], NULL), 0);
    return 0;
}
