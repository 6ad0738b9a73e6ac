/* A signal without a handler, sent to one thread, ends the whole process. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>

struct order {
    pthread_t to;
    int sig;
};

static _Noreturn void send(struct order order)
{
    CHECK_EQ(pthread_kill(order.to, order.sig), 0);
    for (;;)
        pause();
}

static void *sends(void *order)
{
    send(*(struct order *)order);
}

/* Two threads send it to each other. */
static void end_by(int sig)
{
    struct order order = {pthread_self(), sig};
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, sends, &order), 0);
    send((struct order){t, sig});
}

int main(void)
{
    CHECK_KILLED(IN_CHILD(end_by(SIGTERM)), SIGTERM);
    CHECK_KILLED(IN_CHILD(end_by(SIGKILL)), SIGKILL);
    return 0;
}
