/* However a process ends, it leaves its record: at exit, by each signal that ends one, by its own
 * faults, by the end of its last thread.  And whatever it has done to its descriptors, its working
 * directory, and the file's name. */
/* machine: det=1 cpus=2 */
#include "record.h"
#include <pthread.h>

static int recording; /* the file's descriptor */

/* Runs the code in a recorded child; its record. */
#define RECORDED(...)                                         \
    ({                                                        \
        recording = records_open();                           \
        int recorded_status = IN_CHILD(begin(); __VA_ARGS__); \
        const struct prof_record *recorded = records_only();  \
        CHECK_EQ(recorded->pr_end, PROF_END_EXIT);            \
        CHECK_EQ(recorded->pr_status, recorded_status);       \
        CHECK(record_ticks_at(recorded, SPIN_PC) > 0);        \
        CHECK_EQ(recorded->pr_stat.ps_reason, PROF_CALL);     \
        CHECK_EQ(close(recording), 0);                        \
        recorded;                                             \
    })

static void begin(void)
{
    CHECK_EQ(profrecord(0, recording, 0), 0);
    prof_burn_alone(3);
}

static void signals(void)
{
    for (int sig = 1; sig < NSIG; sig++) {
        if (sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH ||
            (sig >= SIGCONT && sig <= SIGTTOU))
            continue; /* ignored, or it stops */
        CHECK_KILLED(RECORDED(kill(getpid(), sig))->pr_status, sig);
    }
}

static void *exit_thread(void *unused)
{
    prof_burn_alone(12);
    return unused;
}

static void last_thread(void)
{
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, exit_thread, NULL), 0);
    pthread_exit(NULL);
}

/* Nothing is left by which the process could reach the file. */
static void hide(void)
{
    CHECK_EQ(mkdir("/tmp/gone", 0777), 0);
    CHECK_EQ(chdir("/tmp/gone"), 0);
    CHECK_EQ(rmdir("/tmp/gone"), 0);
    for (int fd = 0; fd < OPEN_MAX; fd++)
        close(fd);
    prof_spin(1);
}

int main(void)
{
    CHECK_EQ(RECORDED(_exit(7))->pr_status, 7 << 8);
    signals();
    CHECK_KILLED(RECORDED(*(volatile int *)nowhere() = 1)->pr_status, SIGSEGV);
    CHECK_KILLED(RECORDED(__asm__ volatile("ud2"))->pr_status, SIGILL);
    const struct prof_record *r = RECORDED(last_thread());
    CHECK_EQ(r->pr_status, 0);
    CHECK(record_ticks_at(r, SPIN_PC) > 10); /* more than the first thread had */
    CHECK_EQ(RECORDED(hide())->pr_status, 0);
    return 0;
}
