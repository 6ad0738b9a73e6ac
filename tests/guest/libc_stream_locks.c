/* Every function of stdio waits for a stream's lock while another thread has it, those included
 * that only look at the stream. */
/* machine: cpus=4 */
#include "check.h"
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

#define TURNS 200

static FILE *stream;
static bool begun, returned; /* atomic */

static int feof_of(void)
{
    return feof(stream);
}

static int ferror_of(void)
{
    return ferror(stream);
}

static int fileno_of(void)
{
    return fileno(stream) < 0;
}

static int position_of(void)
{
    return ftell(stream) < 0;
}

static int (*looks)(void);

static void *look(void *unused)
{
    __atomic_store_n(&begun, true, __ATOMIC_RELEASE);
    CHECK_EQ(looks(), 0);
    __atomic_store_n(&returned, true, __ATOMIC_RELEASE);
    return unused;
}

int main(void)
{
    static int (*const all[])(void) = {feof_of, ferror_of, fileno_of, position_of};
    stream = tmpfile();
    CHECK(stream);
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        looks = all[i];
        begun = returned = false;
        flockfile(stream);
        CHECK_EQ(looks(), 0); /* its owner need not wait */
        pthread_t t;
        CHECK_EQ(pthread_create(&t, NULL, look, NULL), 0);
        while (!__atomic_load_n(&begun, __ATOMIC_ACQUIRE))
            sched_yield();
        for (int turn = 0; turn < TURNS; turn++) {
            sched_yield();
            CHECK(!__atomic_load_n(&returned, __ATOMIC_ACQUIRE));
        }
        funlockfile(stream);
        CHECK_EQ(pthread_join(t, NULL), 0);
        CHECK(returned);
    }
    CHECK_EQ(fclose(stream), 0);
    return 0;
}
