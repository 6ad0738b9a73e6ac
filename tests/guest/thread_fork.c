/* fork by one of several threads: the child has that thread alone and memory that stands still,
 * although the others go on writing to theirs; and they see each other's writes as before. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>
#include <sys/procinfo.h>

#define ROUNDS 40
#define SPIN   3000

static volatile uint64_t *counter;
static volatile int *question, *answer; /* each on a page of its own */
static int done;

static void *count_on(void *unused)
{
    while (!__atomic_load_n(&done, __ATOMIC_RELAXED))
        ++*counter;
    return unused;
}

static void *answer_on(void *unused)
{
    while (!__atomic_load_n(&done, __ATOMIC_RELAXED))
        *answer = *question;
    return unused;
}

static void be_child(struct channel go)
{
    uint64_t before = *counter;
    int said = *answer;
    for (volatile int i = 0; i < SPIN; i++)
        continue;
    CHECK_EQ(*counter, before);
    CHECK_EQ(*answer, said);
    channel_receive(go);
    CHECK_EQ(*counter, before);

    static struct procinfo list[64];
    ssize_t n = proclist(list, 64), i = 0;
    while (i < n && list[i].pi_pid != getpid())
        i++;
    CHECK(i < n);
    CHECK_EQ(list[i].pi_threads, 1);
}

int main(void)
{
    struct channel go = channel_open();
    counter = (void *)map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);
    question = (void *)map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);
    answer = (void *)map_memory(PAGE_SIZE, PROT_READ | PROT_WRITE);
    pthread_t t[2];
    CHECK_EQ(pthread_create(&t[0], NULL, count_on, NULL), 0);
    CHECK_EQ(pthread_create(&t[1], NULL, answer_on, NULL), 0);
    for (int round = 1; round <= ROUNDS; round++) {
        uint64_t before = *counter;
        while (*counter == before)
            sched_yield();
        pid_t pid = START_CHILD(be_child(go));
        *question = round; /* the first write to its page since it was shared */
        while (*answer != round)
            sched_yield();
        channel_send(go, 'g');
        CHECK_EQ(child_wait(pid), 0);
    }
    __atomic_store_n(&done, 1, __ATOMIC_RELAXED);
    CHECK_EQ(pthread_join(t[0], NULL), 0);
    CHECK_EQ(pthread_join(t[1], NULL), 0);
    return 0;
}
