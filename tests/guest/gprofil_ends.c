/* gprofil: however the process ends, the kernel writes the file before its parent learns of it: the
 * counters with the last tick, the calls, and the header. */
/* manual: openbsd, DESCRIPTION: at-exit */
/* manual: openbsd, Left open: killed */
/* machine: det=1 */
/* flags: -pg */
#define GPROFIL_TEST "gprofil_ends"
#include "gprofil.h"
#include <pthread.h>

static struct buffer *b, *seen;

static void *spin(void *arg)
{
    for (;;)
        prof_spin(SPIN_TURNS);
    return arg;
}

static void end_by(int sig)
{
    if (sig == 0)
        _exit(3);
    if (sig == SIGSEGV)
        *(volatile int *)nowhere() = 1;
    if (sig == SIGKILL) { /* also while another thread runs */
        pthread_t thread;
        CHECK_EQ(pthread_create(&thread, NULL, spin, NULL), 0);
    }
    kill(getpid(), sig);
    for (;;)
        prof_spin(SPIN_TURNS);
}

/* A child ends so; how many ticks it has counted is in the file. */
static void check_end(int sig)
{
    struct channel c = channel_open();
    pid_t child = START_CHILD({
        CHECK_EQ(set_buffer(b, -1), 0);
        prof_burn(20);
        struct profstat st = prof_now();
        CHECK_EQ(write(c.out, &st.ps_counted, sizeof(st.ps_counted)), sizeof(st.ps_counted));
        end_by(sig);
    });
    int status = child_wait(child);
    if (sig == 0)
        CHECK_EQ(WEXITSTATUS(status), 3);
    else
        CHECK_KILLED(status, sig);
    uint64_t counted;
    CHECK_EQ(read(c.in, &counted, sizeof(counted)), sizeof(counted));
    channel_close(c);
    read_exactly(path_in("", child), seen, sizeof(*seen));
    CHECK_EQ(memcmp(&seen->head, &b->head, sizeof(b->head)), 0);
    CHECK_EQ(memcmp(seen->calls, b->calls, sizeof(b->calls)), 0);
    CHECK(seen->counters[0] >= 10); /* the loop's */
    CHECK(prof_sum(seen->counters, COUNTERS) >= counted);
}

int main(void)
{
    static const int ends[] = {0,       SIGKILL, SIGSEGV, SIGTERM, SIGABRT, SIGINT,
                               SIGPROF, SIGUSR1, SIGPIPE, SIGILL,  SIGALRM, SIGQUIT};

    b = make_buffer();
    seen = make_buffer();
    moncontrol(0);
    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
        check_end(ends[i]);
    return 0;
}
