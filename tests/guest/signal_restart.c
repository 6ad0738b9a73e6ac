/* A call that a handler interrupts: made again with SA_RESTART, EINTR without; nanosleep and
 * sigsuspend are never made again.  Ignored signals interrupt nothing. */
/* machine: cpus=2 */
#include "child.h"
#include "state_of.h"
#include <sched.h>
#include <time.h>

static volatile sig_atomic_t caught;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    caught++;
}

/* Sends the signal once the parent sleeps; then, when the handler has run, what it waits for. */
static void disturb(pid_t parent, int sig, struct channel go)
{
    for (int i = 0; i < 3; i++) {
        while (state_of(parent) != 'S')
            sched_yield();
        CHECK_EQ(kill(parent, sig), 0);
    }
    while (state_of(parent) != 'S')
        sched_yield();
    channel_send(go, 'g');
}

static void restarted(struct channel go)
{
    caught = 0;
    set_handler(SIGUSR1, handler, SA_RESTART);
    pid_t self = getpid(), pid = START_CHILD(disturb(self, SIGUSR1, go));
    CHECK_EQ(channel_receive(go), 'g');
    CHECK(caught > 0);
    CHECK_EQ(child_wait(pid), 0);

    /* waitpid: the child ends only when told. */
    struct channel told = channel_open();
    pid = START_CHILD(channel_receive(told));
    pid_t other = START_CHILD(disturb(self, SIGUSR1, told));
    caught = 0;
    int status;
    CHECK_EQ(waitpid(pid, &status, 0), pid);
    CHECK(caught > 0);
    CHECK_EQ(child_wait(other), 0);
    channel_close(told);
}

static void interrupted(struct channel go)
{
    set_handler(SIGUSR1, handler, 0);
    pid_t self = getpid(), pid = START_CHILD(disturb(self, SIGUSR1, go));
    char byte;
    for (int i = 0; i < 3; i++) {
        caught = 0;
        CHECK_FAILS(read(go.in, &byte, 1), EINTR);
        CHECK_EQ(caught, 1);
    }
    CHECK_EQ(channel_receive(go), 'g');
    CHECK_EQ(child_wait(pid), 0);

    struct channel never = channel_open();
    pid_t child = START_CHILD(channel_receive(never));
    pid = START_CHILD(disturb(self, SIGUSR1, go));
    int status;
    for (int i = 0; i < 3; i++)
        CHECK_FAILS(waitpid(child, &status, 0), EINTR);
    CHECK_EQ(channel_receive(go), 'g');
    CHECK_EQ(child_wait(pid), 0);
    channel_send(never, 'n');
    CHECK_EQ(child_wait(child), 0);
    channel_close(never);
}

static void sleep_is_cut(struct channel go, int flags)
{
    struct timespec want = {1000, 0};
    set_handler(SIGUSR1, handler, flags);
    pid_t self = getpid(), pid = START_CHILD(disturb(self, SIGUSR1, go));
    struct timespec left;
    for (int i = 0; i < 3; i++) {
        CHECK_FAILS(nanosleep(&want, &left), EINTR);
        CHECK(left.tv_sec < want.tv_sec ||
              (left.tv_sec == want.tv_sec && left.tv_nsec <= want.tv_nsec));
        CHECK(left.tv_sec > 500);
        CHECK_IN(left.tv_nsec, 0, 999999999);
        want = left;
    }
    CHECK_EQ(channel_receive(go), 'g');
    CHECK_EQ(child_wait(pid), 0);
}

/* Neither a signal that is ignored nor one that is blocked ends a sleep. */
static void undisturbed(struct channel go)
{
    sigset_t set = 1u << SIGUSR1;
    pid_t self = getpid();
    caught = 0;
    set_handler(SIGUSR1, handler, 0);
    signal(SIGUSR2, SIG_IGN);
    sigset_t old;
    CHECK_EQ(sigprocmask(SIG_BLOCK, &set, &old), 0);
    pid_t a = START_CHILD(disturb(self, SIGUSR1, go));
    char byte;
    CHECK_EQ(read(go.in, &byte, 1), 1);
    pid_t b = START_CHILD(disturb(self, SIGUSR2, go));
    CHECK_EQ(read(go.in, &byte, 1), 1);
    CHECK_EQ(child_wait(a), 0);
    CHECK_EQ(child_wait(b), 0);
    CHECK_EQ(caught, 0);
    CHECK_EQ(sigprocmask(SIG_SETMASK, &old, NULL), 0);
    CHECK_EQ(caught, 1);
}

int main(void)
{
    set_handler(SIGCHLD, child_must_succeed, SA_RESTART);
    struct channel go = channel_open();
    restarted(go);
    interrupted(go);
    sleep_is_cut(go, 0);
    sleep_is_cut(go, SA_RESTART);
    undisturbed(go);
    return 0;
}
