/* Each thread has its own errno and thread-local variables, whatever CPU it runs on, and fork's
 * child has the caller's. */
/* machine: cpus=4 */
#include "child.h"
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>

int __set_tls(void *base);

#define THREADS 8
#define ROUNDS  300

static __thread int initialised = 42;
static __thread long own[100];

static void *use(void *arg)
{
    long me = (long)arg;
    static const int errors[] = {EBADF, ENOENT, EINVAL, ECHILD};
    CHECK_EQ(initialised, 42);
    for (int i = 0; i < 100; i++)
        CHECK_EQ(own[i], 0);
    own[me] = initialised = me;
    for (int i = 0; i < ROUNDS; i++) {
        switch (me % 4) {
        case 0:
            close(-1);
            break;
        case 1:
            open("/none", O_RDONLY);
            break;
        case 2:
            sigprocmask(9, &(sigset_t){0}, NULL);
            break;
        case 3:
            waitpid(-1, NULL, 0);
            break;
        }
        if (i % 8 == 0)
            sched_yield();
        CHECK_EQ(errno, errors[me % 4]);
        CHECK_EQ(initialised, me);
    }
    for (int i = 0; i < 100; i++)
        CHECK_EQ(own[i], i == me ? me : 0);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&t[i], NULL, use, (void *)(i + 1)), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(t[i], NULL), 0);
    CHECK_EQ(initialised, 42);

    own[7] = 77;
    CHECK_EQ(IN_CHILD(CHECK_EQ(own[7], 77); own[7] = 5), 0);
    CHECK_EQ(own[7], 77);

    CHECK_FAILS(__set_tls((void *)0x800000000000), EINVAL);
    CHECK_FAILS(__set_tls((void *)0xffff800000000000), EINVAL);
    CHECK_FAILS(__set_tls((void *)-1), EINVAL);
    CHECK_EQ(own[7], 77);
    return 0;
}
