/* Who waits for a pipe is not passed over for ever by one that gives up the CPU only where the pipe
 * is full, or empty: neither a writer nor a reader. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <sched.h>

#define LINES  20
#define ROUNDS 400 /* of the other: it would have as many turns for each of ours */

static char buf[1 << 17];

static void keep_filling(struct channel c)
{
    for (;;)
        CHECK_EQ(write(c.out, buf, sizeof(buf)), sizeof(buf));
}

static void write_lines(struct channel c)
{
    for (int i = 0; i < LINES; i++)
        CHECK_EQ(write(c.out, "line\n", 5), 5);
}

static int read_lines(struct channel c)
{
    static char got[sizeof(buf)];
    ssize_t n = read(c.in, got, sizeof(got));
    CHECK(n > 0);
    int lines = 0;
    for (ssize_t i = 0; i < n; i++)
        lines += got[i] == '\n';
    return lines;
}

static void check_writers(void)
{
    set_handler(SIGCHLD, child_must_succeed, SA_RESTART);
    struct channel c = channel_open();
    pid_t filler = START_CHILD(keep_filling(c));
    CHECK_EQ(read_lines(c), 0);
    pid_t writer = START_CHILD(write_lines(c));
    int lines = 0;
    for (int i = 0; i < ROUNDS && lines < LINES; i++)
        lines += read_lines(c);
    CHECK_EQ(lines, LINES);
    CHECK_EQ(child_wait(writer), 0);
    child_kill(filler);
    channel_close(c);
}

/* The byte is a token: who has it yields, returns it, and wants it again. */
static void keep_taking(struct channel c, struct channel begun)
{
    for (int i = 0; i < ROUNDS; i++) {
        char token = channel_receive(c);
        if (i == 0)
            channel_send(begun, 'b');
        sched_yield();
        channel_send(c, token);
    }
    _exit(1);
}

static void check_readers(void)
{
    set_handler(SIGCHLD, child_must_succeed, SA_RESTART);
    struct channel c = channel_open(), begun = channel_open();
    pid_t taker = START_CHILD(keep_taking(c, begun));
    channel_send(c, 't');
    channel_receive(begun);
    CHECK_EQ(channel_receive(c), 't');
    child_kill(taker);
    channel_close(c);
    channel_close(begun);
}

int main(void)
{
    check_writers();
    check_readers();
    return 0;
}
