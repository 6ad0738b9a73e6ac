/* A thread's stack ends in a guard page: too deep a recursion ends the process by SIGSEGV, in the
 * first thread that has the stack and in a later one.  One that cannot be had is an error. */
/* machine: cpus=4 */
#include "probe.h"
#include <pthread.h>

__attribute__((noinline)) static int dig(int depth)
{
    volatile char frame[1000];
    frame[depth % 1000] = depth;
    return depth == 0 ? 0 : dig(depth - 1) + frame[depth % 1000];
}

static void *dig_to(void *depth)
{
    return (void *)(intptr_t)dig((int)(intptr_t)depth);
}

static void dig_in_a_thread(int depth)
{
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, dig_to, (void *)(intptr_t)depth), 0);
    CHECK_EQ(pthread_join(t, NULL), 0);
}

/* The thread's first functions have a page, the last one of its stack. */
static void *look_below(void *unused)
{
    pthread_attr_t attr;
    CHECK_EQ(pthread_attr_init(&attr), 0);
    size_t nbytes;
    CHECK_EQ(pthread_attr_getstacksize(&attr, &nbytes), 0);
    uintptr_t bottom = ((uintptr_t)&attr & -PAGE_SIZE) + PAGE_SIZE - nbytes;
    CHECK(CAN_WRITE(bottom));
    CHECK(!CAN_WRITE(bottom - 1));
    CHECK(!CAN_READ(bottom - PAGE_SIZE));
    return unused;
}

static void no_room(void)
{
    pthread_attr_t attr;
    CHECK_EQ(pthread_attr_init(&attr), 0);
    CHECK_EQ(pthread_attr_setstacksize(&attr, SIZE_MAX / 2), 0);
    pthread_t t;
    CHECK_EQ(pthread_create(&t, &attr, look_below, NULL), EAGAIN);
    CHECK_EQ(pthread_attr_setstacksize(&attr, SIZE_MAX), EINVAL);
}

int main(void)
{
    no_room();
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, look_below, NULL), 0);
    CHECK_EQ(pthread_join(t, NULL), 0);
    CHECK_EQ(IN_CHILD(dig_in_a_thread(100)), 0);
    int status = IN_CHILD(freopen("/dev/null", "w", stderr); dig_in_a_thread(10000000));
    CHECK_KILLED(status, SIGSEGV);
    status = IN_CHILD(freopen("/dev/null", "w", stderr); dig_in_a_thread(100);
                      dig_in_a_thread(10000000));
    CHECK_KILLED(status, SIGSEGV);
    return 0;
}
