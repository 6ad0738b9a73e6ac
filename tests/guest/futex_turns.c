/* No wake-up is lost: pairs of threads on four CPUs take turns, and sleep when it is not theirs. */
/* machine: cpus=4 */
#include "futex.h"

#define ROUNDS 2000

static int tokens[2][16]; /* of two pairs, in two cache lines; odd or even says whose turn it is */

static int woken; /* atomic: how often one slept */

static void take_turns(int *token, int mine)
{
    for (int i = 0; i < ROUNDS; i++) {
        int seen;
        while ((seen = __atomic_load_n(token, __ATOMIC_ACQUIRE)) % 2 != mine)
            __futex_wait(token, seen, NULL);
        __atomic_store_n(token, seen + 1, __ATOMIC_RELEASE);
        int n = __futex_wake(token, 1);
        CHECK_IN(n, 0, 1);
        __atomic_add_fetch(&woken, n, __ATOMIC_RELAXED);
    }
}

static void *even_turns(void *token)
{
    take_turns(token, 0);
    return NULL;
}

static void *odd_turns(void *token)
{
    take_turns(token, 1);
    return NULL;
}

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, i % 2 ? odd_turns : even_turns, tokens[i / 2]), 0);
    for (int i = 0; i < 4; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(tokens[0][0], 2 * ROUNDS);
    CHECK_EQ(tokens[1][0], 2 * ROUNDS);
    CHECK(woken > 0);
    return 0;
}
