/* All streams can be flushed while a thread holds a stream's lock and waits for input, or opens and
 * closes others; and a process can exit then. */
/* machine: cpus=4 */
#include "child.h"
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

#define ROUNDS 2000
#define EXITS  10

static FILE *held;
static bool done; /* atomic */

static void *reads(void *in)
{
    CHECK_EQ(getc(in), 'x');
    return NULL;
}

static void while_one_reads(void)
{
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    FILE *in = fdopen(ends[0], "r");
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, reads, in), 0);
    while (ftrylockfile(in) == 0) {
        funlockfile(in);
        sched_yield();
    }
    CHECK_EQ(fflush(NULL), 0);
    CHECK_EQ(write(ends[1], "x", 1), 1);
    CHECK_EQ(pthread_join(t, NULL), 0);
    fclose(in);
    close(ends[1]);
}

/* A stream with something to flush; the lock may be kept until it is closed. */
static void open_and_close(bool locked)
{
    FILE *other = fopen("/dev/null", "w");
    CHECK(other);
    if (locked)
        flockfile(other);
    CHECK_EQ(fputs("text", other), 0);
    if (locked)
        sched_yield();
    CHECK_EQ(fclose(other), 0);
}

static void *opens_and_closes(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        flockfile(held);
        CHECK_EQ(putc('x', held), 'x');
        open_and_close(i & 1);
        funlockfile(held);
        open_and_close(i & 1);
    }
    __atomic_store_n(&done, true, __ATOMIC_RELEASE);
    return unused;
}

static void while_one_opens(void)
{
    held = tmpfile();
    CHECK(held);
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, opens_and_closes, NULL), 0);
    while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE))
        CHECK_EQ(fflush(NULL), 0);
    CHECK_EQ(pthread_join(t, NULL), 0);
    CHECK_EQ(fflush(NULL), 0);
    CHECK_EQ(lseek(fileno(held), 0, SEEK_END), ROUNDS);
    CHECK_EQ(fclose(held), 0);
}

/* Closes the stream for which exit waits, and uses its memory for something else. */
_Noreturn static void *closes_late(void *channel)
{
    FILE *other = fopen("/dev/null", "w");
    CHECK(other);
    flockfile(other);
    CHECK_EQ(fputs("text", other), 0);
    channel_send(*(struct channel *)channel, 'x');
    for (int i = 0; i < 200; i++)
        sched_yield();
    CHECK_EQ(fclose(other), 0);
    for (int i = 0; i < 16; i++) {
        char *memory = malloc(BUFSIZ);
        CHECK(memory);
        memset(memory, 0xee, BUFSIZ);
    }
    for (;;)
        pause();
}

static void exit_meanwhile(struct channel c)
{
    pthread_t t;
    CHECK_EQ(pthread_create(&t, NULL, closes_late, &c), 0);
    CHECK_EQ(channel_receive(c), 'x');
    exit(7);
}

int main(void)
{
    while_one_reads();
    while_one_opens();
    struct channel c = channel_open();
    for (int i = 0; i < EXITS; i++)
        CHECK_EQ(WEXITSTATUS(IN_CHILD(exit_meanwhile(c))), 7);
    channel_close(c);
    return 0;
}
