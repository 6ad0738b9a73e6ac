/* fork of a profiled process: the child is profiled too, into its own copy of the counters and with
 * its own counts, which start at 0; that of another is not. */
/* machine: det=1 cpus=2 kargs=hz=10000 shift=5 */
#include "child.h"
#include "parts.h"
#include "prof.h"
#include <signal.h>

#define CHILDREN 30
#define SIGNALS  60

static unsigned short counter[1]; /* of prof_spin */

static void on(void)
{
    CHECK_EQ(profil(counter, sizeof(counter), SPIN_PC, 65536), 0);
}

/* ---- what the child begins with ---- */

static void check_begun(void)
{
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_reason, PROF_NEVER);
    CHECK_EQ(st.ps_serial, 1); /* it is the child's first */
    CHECK_EQ(st.ps_hz, 10000);
    CHECK_EQ(st.ps_forked, 0);
    CHECK(st.ps_user + st.ps_system < 200); /* the parent had 300 */
}

static void state(void)
{
    on();
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    on();
    prof_burn(150);
    prof_burn(150);
    CHECK_EQ(IN_CHILD(check_begun()), 0);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    CHECK_EQ(prof_now().ps_serial, 2);
    CHECK(prof_now().ps_user >= 300);
}

/* ---- whose memory is counted into ---- */

static void count_in_child(unsigned short before)
{
    CHECK_EQ(counter[0], before); /* a copy of the parent's */
    prof_burn(150);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK(prof_now().ps_counted >= 140);
    CHECK_EQ(counter[0] - before, prof_now().ps_counted);
}

static void counters(void)
{
    on();
    prof_burn(150);
    unsigned short before = counter[0];
    CHECK(before >= 140);
    CHECK_EQ(IN_CHILD(count_in_child(before)), 0);
    CHECK_EQ(counter[0], before);
    prof_burn(100);
    CHECK(counter[0] >= before + 50);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(counter[0], prof_now().ps_counted);
}

/* ---- a parent that is not profiled, or not any more ---- */

static void check_off(void)
{
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_NEVER);
    CHECK_EQ(st.ps_serial, 0);
    unsigned short before = counter[0];
    clock_t start = prof_ticks();
    while (prof_ticks() - start < 50)
        prof_spin(SPIN_TURNS);
    CHECK_EQ(counter[0], before);
    CHECK_EQ(prof_now().ps_user + prof_now().ps_system, 0);
}

static void off(void)
{
    CHECK_EQ(IN_CHILD(check_off()), 0);
    on();
    prof_burn(100);
    CHECK_EQ(profil(NULL, 0, 0, 0), 0);
    CHECK_EQ(IN_CHILD(check_off()), 0);
    CHECK_EQ(prof_now().ps_forked, 0);
}

/* ---- each tick of the child, from its first instruction on, and none of its parent's ---- */

static void check_exact(void)
{
    struct prof_total total = prof_total();
    CHECK_EQ(total.st.ps_user + total.st.ps_system, total.ticks);
    prof_burn(20);
    total = prof_total();
    CHECK_EQ(total.st.ps_user + total.st.ps_system, total.ticks);
}

static void exact(void)
{
    on();
    struct prof_total start = prof_total();
    for (int i = 1; i <= CHILDREN; i++) {
        CHECK_EQ(IN_CHILD(check_exact()), 0);
        CHECK_EQ(prof_now().ps_forked, i);
    }
    struct prof_total end = prof_total();
    CHECK(end.ticks - start.ticks >= CHILDREN);
    CHECK_EQ(end.st.ps_user + end.st.ps_system - start.st.ps_user - start.st.ps_system,
             end.ticks - start.ticks);
}

/* ---- a fork that a signal to its group sends back before it has made a child ---- */

static volatile int taken;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    taken++;
}

/* On the other CPU: a signal every now and then, which comes at any moment of a fork. */
static void send_to_group(void)
{
    for (int i = 0;; i++) {
        prof_spin(1 + 100 * (i % 97));
        CHECK_EQ(kill(0, SIGUSR1), 0);
    }
}

/* The check is one that is always come to: another would be missing where no signal came. */
static void wait_for(pid_t pid)
{
    pid_t ended;
    do
        ended = waitpid(pid, NULL, 0);
    while (ended < 0 && errno == EINTR);
    CHECK_EQ(ended, pid);
}

static void again(void)
{
    CHECK_EQ(setpgid(0, 0), 0);
    set_handler(SIGUSR1, handler, 0);
    pid_t sender = START_CHILD(send_to_group());
    on();
    for (int i = 0; taken < SIGNALS; i++) {
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0)
            _exit(0);
        wait_for(child);
        CHECK_EQ(prof_now().ps_forked, i + 1);
    }
    CHECK_EQ(kill(sender, SIGKILL), 0);
    wait_for(sender);
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {
        {"off", off}, {"state", state}, {"counters", counters}, {"exact", exact}, {"again", again}};
    return RUN_PARTS(parts, argc, argv);
}
