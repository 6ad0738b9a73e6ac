/* C11's threads, mutexes, conditions and values give C11's results. */
/* machine: cpus=2 */
#include "check.h"
#include <threads.h>

static mtx_t mutex;
static cnd_t cond;
static tss_t key;
static once_flag once = ONCE_FLAG_INIT;
static int turn, inits, destroyed;
static thread_local int own;

static void init(void)
{
    inits++;
}

static void destroy(void *value)
{
    destroyed += *(int *)value;
}

static int play(void *number)
{
    int me = *(int *)number;

    call_once(&once, init);
    own = me;
    CHECK_EQ(tss_set(key, number), thrd_success);
    for (int i = 0; i < 500; i++) {
        CHECK_EQ(mtx_lock(&mutex), thrd_success);
        while (turn % 2 != me)
            CHECK_EQ(cnd_wait(&cond, &mutex), thrd_success);
        turn++;
        CHECK_EQ(cnd_signal(&cond), thrd_success);
        CHECK_EQ(mtx_unlock(&mutex), thrd_success);
    }
    CHECK(tss_get(key) == number);
    if (me)
        thrd_exit(-own);
    return 7;
}

int main(void)
{
    int zero = 0, one = 1, result;
    struct timespec past = {1, 0};

    CHECK_EQ(mtx_init(&mutex, mtx_plain), thrd_success);
    CHECK_EQ(cnd_init(&cond), thrd_success);
    CHECK_EQ(tss_create(&key, destroy), thrd_success);
    thrd_t a, b;
    CHECK_EQ(thrd_create(&a, play, &zero), thrd_success);
    CHECK_EQ(thrd_create(&b, play, &one), thrd_success);
    CHECK_EQ(thrd_join(a, &result), thrd_success);
    CHECK_EQ(result, 7);
    CHECK_EQ(thrd_join(b, &result), thrd_success);
    CHECK_EQ(result, -1);
    CHECK_EQ(turn, 1000);
    CHECK_EQ(inits, 1);
    CHECK_EQ(destroyed, 1);
    CHECK_EQ(own, 0);
    CHECK(thrd_equal(thrd_current(), thrd_current()));

    CHECK_EQ(mtx_lock(&mutex), thrd_success);
    CHECK_EQ(mtx_trylock(&mutex), thrd_busy);
    CHECK_EQ(cnd_timedwait(&cond, &mutex, &past), thrd_timedout);
    CHECK_EQ(mtx_timedlock(&mutex, &past), thrd_timedout);
    CHECK_EQ(mtx_unlock(&mutex), thrd_success);
    CHECK_EQ(mtx_init(&mutex, mtx_timed | mtx_recursive), thrd_success);
    CHECK_EQ(mtx_timedlock(&mutex, &past), thrd_success);
    CHECK_EQ(mtx_lock(&mutex), thrd_success);
    CHECK_EQ(mtx_init(&mutex, 8), thrd_error);
    CHECK_EQ(thrd_sleep(&(struct timespec){0, 1000}, NULL), 0);
    CHECK_EQ(thrd_sleep(&(struct timespec){0, -1}, NULL), -2);
    return 0;
}
