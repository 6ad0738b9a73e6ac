/* Job control: signals that stop a process or let it go on, waitpid, SIGCHLD, orphaned groups. */
/* machine: cpus=2 */
#include "child.h"
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/procinfo.h>
#include <time.h>

static volatile sig_atomic_t count;

static void note(int sig)
{
    (void)sig;
    count++;
}

static void stopped_by(pid_t pid, int sig)
{
    int status = -1;
    CHECK_EQ(waitpid(pid, &status, WUNTRACED), pid);
    CHECK(WIFSTOPPED(status) && !WIFEXITED(status) && !WIFSIGNALED(status));
    CHECK_EQ(WSTOPSIG(status), sig);
    CHECK_EQ(waitpid(pid, &status, WUNTRACED | WNOHANG), 0); /* it is reported once */
}

static void goes_on(pid_t pid)
{
    int status = -1;
    CHECK_EQ(kill(pid, SIGCONT), 0);
    CHECK_EQ(waitpid(pid, &status, WCONTINUED), pid);
    CHECK(WIFCONTINUED(status) && !WIFSTOPPED(status) && !WIFEXITED(status));
    CHECK(!WIFSIGNALED(status));
}

static void ends(pid_t pid, int sig)
{
    CHECK_EQ(kill(pid, sig), 0);
    CHECK_KILLED(child_wait(pid), sig);
}

static void in_own_group(void)
{
    CHECK_EQ(setpgid(0, 0), 0);
}

static struct procinfo info_of(pid_t pid)
{
    static struct procinfo list[64];
    ssize_t n = proclist(list, 64);
    for (ssize_t i = 0; i < n; i++)
        if (list[i].pi_pid == pid)
            return list[i];
    FAIL("no such process");
}

static void *burn(void *unused)
{
    for (;;)
        if (unused)
            return NULL;
}

/* All threads of it, and it gets no ticks. */
static void stops_all(void)
{
    pid_t pid = START_CHILD({
        in_own_group();
        pthread_t t;
        CHECK_EQ(pthread_create(&t, NULL, burn, NULL), 0);
        burn(NULL);
    });
    static const int sigs[] = {SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(setpgid(pid, pid), 0);
        CHECK_EQ(kill(pid, sigs[i]), 0);
        stopped_by(pid, sigs[i]);
        CHECK_EQ(info_of(pid).pi_state, 'T');
        struct timespec time = {.tv_nsec = 60000000};
        nanosleep(&time, NULL); /* the other thread's last tick */
        clock_t before = info_of(pid).pi_utime;
        nanosleep(&time, NULL);
        CHECK_EQ(info_of(pid).pi_utime, before);
        goes_on(pid);
        CHECK(info_of(pid).pi_state != 'T');
    }
    CHECK_EQ(kill(pid, SIGSTOP), 0);
    stopped_by(pid, SIGSTOP);
    CHECK_EQ(kill(pid, SIGTERM), 0); /* stays pending */
    CHECK_EQ(waitpid(pid, NULL, WNOHANG), 0);
    goes_on(pid);
    CHECK_KILLED(child_wait(pid), SIGTERM);
}

/* While it is stopped, and in a sleep when a stop signal follows. */
static void is_killed(void)
{
    pid_t pid = START_CHILD(for (;;) pause());
    CHECK_EQ(kill(pid, SIGSTOP), 0);
    stopped_by(pid, SIGSTOP);
    ends(pid, SIGKILL);
    pid = START_CHILD(for (;;) pause());
    while (info_of(pid).pi_state != 'S')
        sched_yield();
    CHECK_EQ(kill(pid, SIGKILL), 0);
    CHECK_EQ(kill(pid, SIGSTOP), 0);
    CHECK_KILLED(child_wait(pid), SIGKILL);
}

/* A SIGCONT removes a pending stop signal, and a stop signal a pending SIGCONT. */
static void remove_each_other(void)
{
    sigset_t all, pending;
    sigfillset(&all);
    CHECK_EQ(IN_CHILD({
                 in_own_group();
                 signal(SIGCONT, note);
                 sigprocmask(SIG_BLOCK, &all, NULL);
                 kill(getpid(), SIGTSTP);
                 kill(getpid(), SIGCONT);
                 sigpending(&pending);
                 CHECK(sigismember(&pending, SIGCONT) && !sigismember(&pending, SIGTSTP));
                 kill(getpid(), SIGTTIN);
                 sigpending(&pending);
                 CHECK(!sigismember(&pending, SIGCONT) && sigismember(&pending, SIGTTIN));
                 signal(SIGTTIN, SIG_IGN);
                 sigpending(&pending);
                 CHECK(!sigismember(&pending, SIGTTIN));
             }),
             0);
    CHECK_FAILS(sigaction(SIGSTOP, &(struct sigaction){.sa_handler = SIG_IGN}, NULL), EINVAL);
}

/* A caught one does not stop; a handler of SIGCONT runs, and a sleep that was stopped goes on. */
static void handlers(void)
{
    struct channel go = channel_open();
    pid_t pid = START_CHILD({
        in_own_group();
        signal(SIGTSTP, note);
        raise(SIGTSTP);
        CHECK_EQ(count, 1);
        signal(SIGCONT, note);
        raise(SIGSTOP);
        CHECK_EQ(count, 2);
        signal(SIGCONT, SIG_DFL);
        channel_send(go, 'g');
        struct timespec time = {.tv_sec = 1};
        CHECK_EQ(nanosleep(&time, NULL), 0);
    });
    stopped_by(pid, SIGSTOP);
    goes_on(pid);
    CHECK_EQ(close(go.out), 0); /* the end of a child that failed is then seen */
    channel_receive(go);
    for (int i = 0; i < 20; i++) {
        CHECK_EQ(kill(pid, SIGSTOP), 0);
        stopped_by(pid, SIGSTOP);
        goes_on(pid);
    }
    CHECK_EQ(child_wait(pid), 0);
    CHECK_EQ(close(go.in), 0);
}

static void sigchld(void)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    CHECK_EQ(sigaction(SIGCHLD, &action, NULL), 0);
    count = 0;
    pid_t pid = START_CHILD(for (;;) pause());
    CHECK_EQ(kill(pid, SIGSTOP), 0);
    stopped_by(pid, SIGSTOP);
    while (count == 0)
        sched_yield();
    kill(pid, SIGCONT);
    while (count == 1)
        sched_yield();
    action.sa_flags |= SA_NOCLDSTOP;
    CHECK_EQ(sigaction(SIGCHLD, &action, NULL), 0);
    kill(pid, SIGSTOP);
    stopped_by(pid, SIGSTOP);
    goes_on(pid);
    CHECK_EQ(count, 2);
    ends(pid, SIGTERM);
    while (count == 2)
        sched_yield();
    signal(SIGCHLD, SIG_DFL);
}

/* The groups of a child: waitpid finds the stopped one among several. */
static void among_many(void)
{
    pid_t first = START_CHILD(in_own_group(); for (;;) pause());
    CHECK_EQ(setpgid(first, 0), 0);
    pid_t second = START_CHILD(for (;;) pause());
    CHECK_EQ(setpgid(second, first), 0);
    CHECK_EQ(kill(second, SIGSTOP), 0);
    int status;
    CHECK_EQ(waitpid(-first, &status, WUNTRACED), second);
    CHECK_EQ(kill(second, SIGCONT), 0);
    CHECK_EQ(waitpid(-1, &status, WCONTINUED), second);
    CHECK_EQ(waitpid(-1, &status, WCONTINUED | WUNTRACED | WNOHANG), 0);
    ends(first, SIGKILL);
    ends(second, SIGKILL);
}

/* SIGTSTP does not stop a member of an orphaned group; one that is stopped when its group becomes
 * orphaned is sent SIGHUP and SIGCONT. */
static void orphans(void)
{
    CHECK_EQ(IN_CHILD(CHECK_EQ(setsid(), getpid()); raise(SIGTSTP)), 0);
    struct channel told = channel_open();
    pid_t shell = START_CHILD({
        CHECK_EQ(setsid(), getpid());
        pid_t job = START_CHILD({
            in_own_group();
            signal(SIGHUP, note);
            count = 0;
            raise(SIGTSTP);
            CHECK_EQ(count, 1);
            channel_send(told, 'o');
        });
        stopped_by(job, SIGTSTP);
    });
    CHECK_EQ(child_wait(shell), 0);
    CHECK_EQ(close(told.out), 0);
    CHECK_EQ(channel_receive(told), 'o');
}

int main(void)
{
    stops_all();
    is_killed();
    remove_each_other();
    handlers();
    sigchld();
    among_many();
    orphans();
    return 0;
}
