/* The recording lets go of its file when its last process has ended, or left it by an exec or a
 * call: then the unlinked file's inode is free. */
/* machine: det=1 cpus=1 */
#include "record.h"

static char *self;

static int fd;

static void begin(unsigned flags)
{
    CHECK_EQ(profrecord(0, fd, flags), 0);
}

static void end_by_call(void)
{
    begin(PROF_RECORD_FORKS);
    CHECK_EQ(IN_CHILD(CHECK_EQ(profrecord(0, -1, 0), 0)), 0);
    CHECK_EQ(profrecord(0, -1, 0), 0);
}

static void end_by_exec(void)
{
    begin(0);
    BECOME(self, "exit");
}

static void end_with_next(void)
{
    begin(PROF_RECORD_AT_EXEC | PROF_RECORD_EXECS);
    BECOME(self, "exit");
}

static void never_exec(void)
{
    begin(PROF_RECORD_AT_EXEC);
}

static void never_exec_and_end(void)
{
    begin(PROF_RECORD_AT_EXEC);
    CHECK_EQ(profrecord(0, -1, 0), 0);
}

static void be_killed(void)
{
    begin(PROF_RECORD_FORKS);
    CHECK_KILLED(IN_CHILD(kill(getpid(), SIGKILL)), SIGKILL);
}

static void fail(void)
{
    begin(0);
    CHECK_FAILS(profrecord(0, fd, 0), EALREADY);
    CHECK_FAILS(profrecord(32767, fd, 0), ESRCH);
}

static ino_t inode_of(int file)
{
    struct stat st;
    CHECK_EQ(fstat(file, &st), 0);
    return st.st_ino;
}

/* A new file gets the lowest inode that is free: the one that was freed. */
static void check_free(ino_t ino)
{
    int other = open("/tmp/other", O_CREAT | O_WRONLY, 0600);
    CHECK_EQ(inode_of(other), ino);
    CHECK_EQ(unlink("/tmp/other"), 0);
    CHECK_EQ(close(other), 0);
}

int main(int argc, char *argv[])
{
    void (*const ways[])(void) = {end_by_call,        end_by_exec, end_with_next, never_exec,
                                  never_exec_and_end, be_killed,   fail};
    self = argv[0];
    if (argc > 1)
        return 0;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        fd = records_open();
        ino_t ino = inode_of(fd);
        CHECK_EQ(unlink(RECORDS), 0);
        CHECK_EQ(IN_CHILD(ways[i]()), 0);
        CHECK_EQ(close(fd), 0);
        check_free(ino);
    }
    return 0;
}
