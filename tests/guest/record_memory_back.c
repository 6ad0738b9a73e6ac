/* What recording takes is freed: the counters when a recording is ended, and with the process; the
 * recording, when the last process that has it is gone or execs; and what failed calls took.
 *
 *     record_memory_back [ROUNDS]
 */
/* machine: det=1 cpus=2 mem=32M */
#include "pages_available.h"
#include "record.h"

static int fd, rounds = 150;

static void begin_and_end(pid_t pid)
{
    for (int i = 0; i < rounds; i++) {
        CHECK_EQ(profrecord(pid, fd, 0), 0);
        if (pid == 0)
            prof_burn_alone(1);
        CHECK_EQ(profrecord(pid, -1, 0), 0);
    }
    CHECK_EQ(ftruncate(fd, 0), 0);
}

static void fail_to_begin(void)
{
    CHECK_EQ(profrecord(0, fd, PROF_RECORD_AT_EXEC), 0);
    for (int i = 0; i < rounds; i++) {
        CHECK_FAILS(profrecord(0, fd, 0), EALREADY);
        CHECK_FAILS(profrecord(32767, fd, 0), ESRCH);
    }
    CHECK_EQ(profrecord(0, -1, 0), 0);
}

static void recorded_child(int number)
{
    CHECK_EQ(profrecord(0, fd, number % 2 ? PROF_RECORD_FORKS : 0), 0);
    prof_spin(SPIN_TURNS);
    CHECK_EQ(IN_CHILD(), 0);
    if (number % 3 == 0)
        kill(getpid(), SIGINT);
}

/* Both are begun again: what is to be recorded from the next exec on, and what is ended by it. */
static void exec_child(char *self, int number)
{
    CHECK_EQ(profrecord(0, fd, number % 2 ? PROF_RECORD_AT_EXEC : PROF_RECORD_EXECS), 0);
    if (number % 5)
        BECOME(self, "0");
}

static void repeat(const char *what, size_t before, void (*child)(char *, int), char *self)
{
    for (int i = 0; i < rounds / 2; i++) {
        int status = IN_CHILD(child(self, i));
        CHECK(status == 0 || status == SIGINT);
    }
    CHECK_EQ(ftruncate(fd, 0), 0);
    check_freed(before, what);
}

static void plain(char *self, int number)
{
    (void)self;
    recorded_child(number);
}

int main(int argc, char *argv[])
{
    if (argc > 1)
        rounds = atoi(argv[1]);
    if (rounds == 0)
        return 0;
    fd = records_open();
    size_t before = pages_at_start();
    begin_and_end(0);
    check_freed(before, "begun and ended by itself");

    struct channel go = channel_open();
    pid_t pid = START_CHILD(channel_receive(go));
    begin_and_end(pid);
    channel_send(go, 'e');
    CHECK_EQ(child_wait(pid), 0);
    check_freed(before, "begun and ended by another");

    fail_to_begin();
    check_freed(before, "calls that failed");
    repeat("recorded processes and their children", before, plain, argv[0]);
    repeat("recorded processes that exec", before, exec_child, argv[0]);
    return 0;
}
