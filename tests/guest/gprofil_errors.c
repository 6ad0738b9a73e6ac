/* gprofil: each error, in the order of the checks; each changes nothing. */
/* manual: openbsd, RETURN VALUES: value-0 */
/* manual: openbsd, ERRORS: ealready ebadf enotdir einval */
/* manual: openbsd, Left open: order later */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_errors"
#include "gprofil.h"

#define TOO_LARGE 65537u

static struct buffer *b;

/* Before the first call that succeeds. */
static void at_first(int file, int pipe_end)
{
    size_t rest = sizeof(*b) - sizeof(b->head);

    CHECK_FAILS(gprofil(NULL, 0, 1, 0, TOO_LARGE, 1000), EINVAL);
    CHECK_FAILS(gprofil(NULL, 0, 1, 0, UINT32_MAX, 1000), EINVAL);
    CHECK_EQ(gprofil(NULL, 0, 1, 0, 0, 1000), 0);
    CHECK_FAILS(gprofil(NULL, 0, 1, 0, 1, 1000), EBADF);
    CHECK_FAILS(gprofil(NULL, 0, 1, 0, 1, -2), EBADF);
    CHECK_FAILS(gprofil(NULL, 0, 1, 0, 1, INT32_MIN), EBADF);
    CHECK_FAILS(gprofil(NULL, 0, 1, 0, 1, file), ENOTDIR);
    CHECK_FAILS(gprofil(NULL, 0, 1, 0, 1, pipe_end), ENOTDIR);
    CHECK_FAILS(gprofil(NULL, 0, 0, 0, 1, -1), EINVAL);
    CHECK_FAILS(gprofil(b, sizeof(b->head) - 1, 0, 0, 1, -1), EINVAL);
    CHECK_FAILS(gprofil(b, sizeof(*b), rest + 1, 0, 1, -1), EINVAL);
    CHECK_FAILS(gprofil(b, sizeof(*b), SIZE_MAX, 0, 1, -1), EINVAL);
    CHECK_FAILS(gprofil(b, sizeof(*b), SIZE_MAX - sizeof(b->head) + 1, 0, 1, -1), EINVAL);
}

/* After it. */
static void later(void)
{
    struct profstat before = prof_now();

    CHECK_FAILS(gprofil(NULL, 0, 1, 0, TOO_LARGE, -1), EINVAL);
    CHECK_FAILS(gprofil(b + 1, sizeof(*b), SIZE_MAX, 0, 1, -1), EALREADY);
    CHECK_FAILS(gprofil(b, sizeof(*b) - 1, SIZE_MAX, 0, 1, 1000), EALREADY);
    CHECK_FAILS(gprofil(b, sizeof(*b) + 1, 0, 0, 1, -1), EALREADY);
    CHECK_FAILS(gprofil(NULL, 0, 0, 0, 1, -1), EALREADY);
    CHECK_FAILS(gprofil(b, sizeof(*b), sizeof(*b), 0, 1, 1000), EINVAL);
    struct profstat after = prof_now();
    CHECK_EQ(after.ps_serial, before.ps_serial);
    CHECK_EQ(after.ps_state, before.ps_state);
    CHECK_EQ(after.ps_reason, before.ps_reason);
}

int main(void)
{
    b = make_buffer();
    struct channel c = channel_open();
    int file = open("/bin/sh", O_RDONLY), device = open("/dev/null", O_RDWR);
    CHECK(file >= 0 && device >= 0);
    moncontrol(0);
    int status = IN_CHILD({
        CHECK_EQ(profil(b->counters, 0, 0, 1), 0); /* stays on */
        uint64_t serial = prof_now().ps_serial;
        CHECK_FAILS(gprofil(b, sizeof(*b), 0, 0, 1, device), ENOTDIR);
        CHECK_EQ(prof_now().ps_state, PROF_ON);
        at_first(file, c.in);
        CHECK_EQ(prof_now().ps_state, PROF_OFF); /* at_first has a call with scale 0 */
        CHECK_EQ(prof_now().ps_serial, serial);
        _exit(7); /* and no file comes of all these */
    });
    CHECK_EQ(WEXITSTATUS(status), 7);
    pid_t child = START_CHILD({
        at_first(file, c.in);
        CHECK_EQ(set_buffer(b, -1), 0);
        CHECK_EQ(prof_now().ps_state, PROF_ON);
        later();
        CHECK_EQ(gprofil(NULL, 0, 0, 0, 0, 1000), 0);
        CHECK_EQ(prof_now().ps_state, PROF_OFF);
        later();
        CHECK_EQ(gprofil(b, sizeof(*b), 0, 0, 1, 1000), 0); /* dirfd is not looked at any more */
        CHECK_EQ(gprofil(b, sizeof(*b), sizeof(*b) - sizeof(b->head), 8, 65536, -2), 0);
    });
    no_file(path_in("", child - 1));
    CHECK_EQ(child_wait(child), 0);
    static char bytes[sizeof(struct buffer)];
    read_exactly(path_in("", child), bytes, sizeof(bytes));
    no_file(path_in("", child - 1));
    return 0;
}
