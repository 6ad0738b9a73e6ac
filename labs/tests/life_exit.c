/* A thread that ends with ticks pending counts them, also where the counter's page is not there
 * yet, or is shared after a fork. */
/* machine: det=1 cpus=2 kargs=hz=10000 shift=6 */
#include "child.h"
#include "parts.h"
#include "prof.h"
#include <pthread.h>

#define ROUNDS 100

static size_t nbytes;

static void *end_at_once(void *unused)
{
    return unused;
}

static void end_a_thread(void)
{
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, end_at_once, NULL), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
}

static unsigned short *on(void)
{
    nbytes = TEXT_BYTES;
    unsigned short *counters = (unsigned short *)map_memory(nbytes, PROT_READ | PROT_WRITE);
    CHECK_EQ(profil(counters, nbytes, TEXT_START, 65536), 0);
    return counters;
}

/* Since then each tick was counted. */
static void check_since(struct prof_total start)
{
    struct prof_total end = prof_total();
    CHECK_EQ(end.st.ps_state, PROF_ON);
    CHECK_EQ(end.st.ps_counted - start.st.ps_counted, end.ticks - start.ticks);
}

static void fresh(void)
{
    end_a_thread(); /* what the first one makes is there */
    for (int i = 0; i < ROUNDS; i++) {
        unsigned short *counters = on();
        struct prof_total start = prof_total();
        end_a_thread();
        check_since(start);
        CHECK_EQ(profil(NULL, 0, 0, 0), 0);
        CHECK_EQ(prof_sum(counters, nbytes / 2), prof_now().ps_counted);
        CHECK_EQ(munmap(counters, nbytes), 0);
    }
}

static void shared(void)
{
    struct channel go = channel_open();
    unsigned short *counters = on();
    struct prof_total start = prof_total();
    for (int i = 0; i < ROUNDS; i++) {
        pid_t child = START_CHILD(channel_receive(go)); /* has the pages, too, until it is told */
        end_a_thread();
        check_since(start);
        channel_send(go, 'x');
        CHECK_EQ(child_wait(child), 0);
    }
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(prof_sum(counters, nbytes / 2), prof_now().ps_counted);
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {{"fresh", fresh}, {"shared", shared}};
    return RUN_PARTS(parts, argc, argv);
}
