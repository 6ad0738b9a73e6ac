/* sigaction sets an action and tells the one that it replaces in one step: of threads that all set
 * the same signal's, each learns of another one, and none of one that another has replaced. */
#include "threads.h"
#include <signal.h>
#include <stdlib.h>

#define ROUNDS 5000
#define BASE   0x10000 /* of the handlers, which are not called */

static unsigned char *replaced; /* how often: by the handler's number */
static volatile int go;

static sighandler_t set(size_t number)
{
    struct sigaction new = {.sa_handler = (sighandler_t)(BASE + number)}, old;
    CHECK_EQ(sigaction(SIGUSR1, &new, &old), 0);
    return old.sa_handler;
}

static void *set_often(void *arg)
{
    size_t first = 1 + (size_t)arg * ROUNDS;
    if (first == 1)
        go = 1;
    while (!go)
        continue;
    for (size_t i = 0; i < ROUNDS; i++) {
        size_t old = (uintptr_t)set(first + i) - BASE;
        __atomic_fetch_add(&replaced[old], 1, __ATOMIC_RELAXED);
    }
    return arg;
}

int main(void)
{
    replaced = calloc(1 + WORKERS * ROUNDS, 1);
    CHECK(replaced);
    CHECK_EQ(set(0), SIG_DFL);
    run_all(set_often);
    size_t last = (uintptr_t)set(0) - BASE;
    CHECK_IN(last, 1, WORKERS * ROUNDS);
    replaced[last]++;
    for (size_t i = 0; i <= WORKERS * ROUNDS; i++)
        CHECK_EQ(replaced[i], 1);
    return 0;
}
