/* gprofil: a fork's child, and its child, write files of their own, of their own memory; exec ends
 * it, and one that fails does not. */
/* manual: openbsd, Left open: fork-exec */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_fork"
#include "gprofil.h"

static struct buffer *b, seen;

static uint64_t calls_in_file(pid_t pid)
{
    read_exactly(path_in("", pid), &seen, sizeof(seen));
    return seen.calls[0].gr_count;
}

int main(int argc, char **argv)
{
    b = make_buffer();
    moncontrol(0);
    if (argc > 1) { /* the note is there again, and nothing of before the exec */
        CHECK_FAILS(set_buffer(b + 1, 1000), EBADF);
        _exit(0);
    }
    struct channel c = channel_open();
    pid_t child = START_CHILD({
        b->calls[0].gr_count = 1;
        CHECK_EQ(set_buffer(b, -1), 0);
        pid_t grandchild = START_CHILD({
            CHECK_EQ(prof_now().ps_state, PROF_ON);
            CHECK_FAILS(set_buffer(b + 1, -1), EALREADY);
            b->calls[0].gr_count = 2;
            prof_burn(3);
        });
        CHECK_EQ(child_wait(grandchild), 0);
        CHECK_EQ(write(c.out, &grandchild, sizeof(grandchild)), sizeof(grandchild));
    });
    CHECK_EQ(child_wait(child), 0);
    pid_t grandchild;
    CHECK_EQ(read(c.in, &grandchild, sizeof(grandchild)), sizeof(grandchild));
    CHECK_EQ(calls_in_file(child), 1);
    CHECK(seen.counters[0] < 3);
    CHECK_EQ(calls_in_file(grandchild), 2);
    CHECK(seen.counters[0] >= 2);

    child = START_CHILD({
        CHECK_EQ(set_buffer(b, -1), 0);
        BECOME(argv[0], "again");
    });
    CHECK_EQ(child_wait(child), 0);
    no_file(path_in("", child));
    child = START_CHILD({
        CHECK_EQ(set_buffer(b, -1), 0);
        BECOME("/t/gprofil_without_note");
    });
    CHECK_EQ(child_wait(child), 0);
    no_file(path_in("", child));
    child = START_CHILD({
        CHECK_EQ(set_buffer(b, -1), 0);
        CHECK_FAILS(execl("/tmp", "tmp", NULL), EACCES);
        CHECK_FAILS(execl("/nothing", "nothing", NULL), ENOENT);
    });
    CHECK_EQ(child_wait(child), 0);
    CHECK_EQ(calls_in_file(child), 1);
    return 0;
}
