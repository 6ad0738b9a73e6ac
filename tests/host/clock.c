/*
 * The clock (kernel/sched/clock.c) on a machine whose time the test moves: one tick a period at its
 * moment, what is late or idle, slices, timers, the boot word hz=.
 */
/* sources: kernel/sched/clock.c kernel/sched/alarm.c kernel/sched/timer.c kernel/core/cmdline.c */
#include "sched/clock.h"
#include "arch/arch.h"
#include "check.h"
#include "core/cmdline.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "core/print.h"
#include "prof/kernel.h"
#include "prof/prof.h"
#include "sched/alarm.h"
#include "sched/moment.h"
#include "sched/runq.h"
#include "sched/thread.h"
#include "sched/timer.h"
#include <stdio.h>
#include <string.h>

#undef assert
#define SLICE_NS 10000000ull
#define PC       0x1234

/* ---- the kernel around it ---- */

struct cpu cpu_table[CPUS_MAX];
uint32_t cpu_count = 1;
struct cpu *this_cpu = &cpu_table[0];
_Thread_local struct thread *this_thread;

static uint64_t reading_ns, alarm_ns;
static bool others_ready;
static char printed[200];

/* The arguments of prof_tick and prof_missed. */
static struct {
    struct thread *thread, *missed_thread;
    bool user;
    uint64_t missed;
} last;
static uint64_t ticks, missed;
static uint64_t turn_ns; /* what the others take when this CPU sets an alarm */

_Noreturn void panic(const char *format, ...)
{
    printf("panic: %s\n", format);
    exit(1);
}

void print(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(printed, sizeof(printed), format, args);
    va_end(args);
}

uint64_t arch_clock_ns(void)
{
    return reading_ns;
}

uint64_t arch_rtc_seconds(void)
{
    return 1000000;
}

void arch_set_alarm(uint64_t deadline_ns, uint64_t now_ns)
{
    (void)now_ns;
    alarm_ns = deadline_ns;
    reading_ns += turn_ns;
}

void prof_tick(struct thread *thread, bool user)
{
    last.thread = thread;
    last.user = user;
    ticks++;
}

void prof_missed(struct thread *thread, uint64_t n)
{
    last.missed_thread = thread;
    last.missed = n;
    missed += n;
}

/* What the kernel's own profile was told of. */
bool prof_kernel_on;
static struct {
    uint64_t ticks, idle, next; /* the first period that it was not told of, */
    uint64_t left_out;          /* those in between */
    uint64_t pc;
} kernel;

static void kernel_told(uint64_t first, uint64_t end)
{
    CHECK(first >= kernel.next);
    CHECK(end >= first);
    kernel.left_out += first - kernel.next;
    kernel.next = end;
}

void prof_kernel_tick(uint64_t period, bool user, uint64_t pc)
{
    kernel_told(period, period + 1);
    CHECK_EQ(user, last.user);
    kernel.ticks++;
    kernel.pc = pc;
}

void prof_kernel_idle(uint64_t first, uint64_t end)
{
    kernel_told(first, end);
    kernel.idle += end - first;
}

/* A newer host's string.h declares it, with these names. */
size_t strlcpy(char *dest, const char *src, size_t n)
{
    return (size_t)snprintf(dest, n, "%s", src);
}

bool runq_is_empty(void)
{
    return !others_ready;
}

void machine_pause(void)
{
}

void irq_hold(void)
{
    this_cpu->irq_depth++;
}

void irq_release(void)
{
    this_cpu->irq_depth--;
}

void spin_init(struct spinlock *lock, const char *name)
{
    (void)lock, (void)name;
}

void spin_lock(struct spinlock *lock)
{
    (void)lock;
}

void spin_unlock(struct spinlock *lock)
{
    (void)lock;
}

/* ---- the tests ---- */

static struct thread idle, first, second;

/* Restarts the machine with that boot line, at that time, idle. */
static void boot(const char *line, uint64_t at_ns)
{
    cmdline_set(line);
    reading_ns = at_ns;
    others_ready = false;
    clock_init();
    memset(&cpu_table[0], 0, sizeof(cpu_table[0]));
    memset(&first, 0, sizeof(first));
    memset(&second, 0, sizeof(second));
    cpu_table[0].current = this_thread = &idle;
    alarm_init_cpu();
    timer_init_cpu();
    alarm_ns = UINT64_MAX;
    ticks = missed = 0;
    memset(&last, 0, sizeof(last));
    memset(&kernel, 0, sizeof(kernel));
    prof_kernel_on = false;
}

static void run(struct thread *to)
{
    clock_switch(to, &idle);
    this_cpu->current = this_thread = to;
}

static uint64_t period_ns(void)
{
    return NS_PER_SEC / clock_hz();
}

static uint64_t moment_of(uint64_t period)
{
    return period * period_ns() + moment_in_period(period, period_ns());
}

static void to_alarm(bool user)
{
    CHECK(alarm_ns != UINT64_MAX);
    reading_ns = alarm_ns;
    clock_interrupt(user, PC);
}

static void test_hz(void)
{
    static const char *const refused[] = {
        "hz=0", "hz=9", "hz=10001", "hz=4294967396", "hz=100000000000",
        "hz=",  "hz",   "hz=-5",    "hz=1e3"};
    static const struct {
        const char *word;
        uint32_t hz;
    } taken[] = {{"hz=10", 10},
                 {"hz=60", 60},
                 {"skid hz=100 fail", 100},
                 {"hz=10000", 10000},
                 {"hz=1000", 1000}};
    boot("", 0);
    CHECK_EQ(clock_hz(), 1000);
    for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        printed[0] = '\0';
        boot(refused[i], 0);
        CHECK_EQ(clock_hz(), 1000);
        CHECK(strstr(printed, "hz="));
        CHECK(strstr(printed, "10 to 10000"));
    }
    for (unsigned i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
        printed[0] = '\0';
        boot(taken[i].word, 0);
        CHECK_EQ(clock_hz(), taken[i].hz);
        CHECK_EQ(printed[0], '\0');
        run(&first); /* and it is the rate */
        while (reading_ns < 2 * NS_PER_SEC)
            to_alarm(true);
        CHECK(ticks + 1 >= 2 * taken[i].hz);
        CHECK(ticks <= 2 * taken[i].hz + 1);
    }
}

/* In every period one, at its moment, none missed; clock_ticks() tells as many. */
static void test_once_a_period(void)
{
    static const char *const rates[] = {"hz=10", "hz=60", "hz=1000", "hz=10000"};
    for (unsigned i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        boot(rates[i], 12345);
        run(&first);
        uint64_t begin = clock_ticks(), next = begin;
        while (ticks < 3000) {
            uint64_t had = ticks;
            to_alarm(ticks % 2);
            if (ticks == had) /* a slice's end, where ticks are rare */
                continue;
            CHECK_EQ(ticks, had + 1);
            CHECK_EQ(reading_ns, moment_of(next));
            next++;
            CHECK_EQ(last.thread, &first);
            CHECK_EQ(last.user, had % 2 == 1);
            CHECK_EQ(clock_ticks(), begin + ticks);
            reading_ns--;
            CHECK_EQ(clock_ticks(), begin + ticks - 1); /* not before its moment */
            reading_ns++;
        }
        CHECK_EQ(missed, 0);
    }
}

/* A spurious alarm takes no tick. */
static void test_not_before(void)
{
    boot("hz=1000", 0);
    run(&first);
    for (int i = 0; i < 100; i++) {
        reading_ns = alarm_ns - 1;
        uint64_t had = ticks;
        clock_interrupt(true, PC);
        CHECK_EQ(ticks, had);
        to_alarm(true);
        CHECK_EQ(ticks, had + 1);
    }
}

/* Late: the awaited tick is taken, those of the moments between are missed, the next is ahead. */
static void test_late(void)
{
    for (uint64_t late = 0; late < 40; late++) {
        boot("hz=1000", 5000000);
        run(&first);
        uint64_t period = alarm_self()->tick_period;
        reading_ns = moment_of(period + late);
        clock_interrupt(true, PC);
        CHECK_EQ(ticks, 1);
        CHECK_EQ(last.missed, late);
        CHECK_EQ(alarm_self()->tick_period, period + late + 1);
        CHECK_EQ(alarm_ns, moment_of(period + late + 1));
        CHECK(alarm_ns > reading_ns);

        boot("hz=1000", 5000000); /* a moment before that, one less */
        run(&first);
        reading_ns = moment_of(period + late + 1) - 1;
        clock_interrupt(true, PC);
        CHECK_EQ(ticks, 1);
        CHECK_EQ(last.missed, late);
        clock_interrupt(true, PC);
        CHECK_EQ(ticks, 1);
    }
}

/* Several CPUs under QEMU's instruction clock: who sets an alarm loses its turn.  A moment that
 * passed meanwhile is no moment of the thread's: missed, not charged. */
static void test_turns(void)
{
    boot("hz=1000", 5000000);
    run(&first);
    cpu_count = 2;
    turn_ns = 2 * period_ns();
    uint64_t begin = alarm_self()->tick_period;
    to_alarm(true); /* taken; and then the turn is lost */
    CHECK_EQ(ticks, 1);
    CHECK_EQ(missed, 0);
    clock_interrupt(true, PC);
    uint64_t passed = alarm_self()->tick_period - begin;
    CHECK(passed >= 2);
    CHECK_EQ(ticks, 1);
    CHECK_EQ(missed, passed - 1);
    CHECK_EQ(last.missed_thread, &first);
    turn_ns = 0;
    clock_interrupt(true, PC); /* still late for what passed since */
    while (alarm_ns <= reading_ns)
        clock_interrupt(true, PC);
    to_alarm(true);
    CHECK_EQ(ticks, 2);
    CHECK(last.user);
    cpu_count = 1;
}

static void test_idle(void)
{
    static struct timer timer;
    boot("hz=1000", 777);
    CHECK_EQ(alarm_ns, UINT64_MAX);
    for (int i = 0; i < 50; i++) {
        uint64_t had = ticks;
        run(&first);
        CHECK_EQ(alarm_ns, moment_of(clock_ticks()));
        CHECK_EQ(ticks, had);
        if (i % 2)
            to_alarm(true);
        run(&idle);
        CHECK_EQ(alarm_ns, UINT64_MAX);
        reading_ns += (uint64_t)i * 1234567;
        clock_interrupt(false, PC); /* a device's, or one that was on its way */
        CHECK_EQ(alarm_ns, UINT64_MAX);
        CHECK_EQ(ticks, had + i % 2); /* idle time is charged to no thread */
    }
    CHECK_EQ(missed, 0);
    timer_init(&timer, NULL);
    timer_arm(&timer, reading_ns + 123456789, 0);
    CHECK_EQ(alarm_ns, reading_ns + 123456789);
    CHECK(timer_cancel(&timer));
    CHECK(!timer_cancel(&timer));
}

/* Asleep and awake again does not move the moments. */
static void test_same_moments(void)
{
    boot("hz=100", 3);
    for (int i = 0; i < 200; i++) {
        run(&first);
        CHECK_EQ(alarm_ns, moment_of(clock_ticks()));
        reading_ns += 1234567;
        if (reading_ns >= alarm_ns)
            clock_interrupt(true, PC);
        run(&idle);
        reading_ns += 3456789;
    }
}

/* A tick that came due before the switch is charged to the previous thread, in the kernel. */
static void test_due_at_switch(void)
{
    boot("hz=1000", 0);
    run(&first);
    reading_ns = alarm_ns - 1;
    run(&second);
    CHECK_EQ(ticks, 0); /* not due */
    run(&first);
    reading_ns = alarm_ns;
    run(&second);
    CHECK_EQ(ticks, 1);
    CHECK_EQ(last.thread, &first);
    CHECK(!last.user);
    CHECK_EQ(last.missed, 0);
    clock_interrupt(true, PC);
    CHECK_EQ(ticks, 1); /* and not again */
    CHECK_EQ(alarm_ns, moment_of(alarm_self()->tick_period));
    CHECK(alarm_ns > reading_ns);
    reading_ns = moment_of(alarm_self()->tick_period + 2);
    run(&idle);
    CHECK_EQ(ticks, 2);
    CHECK_EQ(last.thread, &second);
    CHECK(!last.user);
    CHECK_EQ(last.missed, 2);
}

/* After 10 ms others get their turn, whatever the rate of the ticks. */
static void test_slices(void)
{
    static const char *const rates[] = {"hz=10", "hz=60", "hz=1000", "hz=10000"};
    for (unsigned i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        boot(rates[i], 1);
        others_ready = true;
        run(&first);
        for (uint64_t turn = 1; turn < 100; turn++) {
            do
                to_alarm(true);
            while (!(first.work & WORK_RESCHED));
            CHECK_EQ(reading_ns, 1 + turn * SLICE_NS);
            first.work = 0;
        }
    }
    /* No other thread is ready: no slice ends, and there are no interrupts but for ticks ... */
    boot("hz=1000", 1);
    run(&first);
    for (int i = 1; i < 1000; i++) {
        to_alarm(true);
        CHECK_EQ(ticks, (uint64_t)i);
        CHECK_EQ(first.work, 0);
    }
    /* ... unless ticks are so rare that a new thread would wait for long. */
    boot("hz=10", 1);
    run(&first);
    for (uint64_t turn = 1; turn < 100; turn++) {
        while (reading_ns < 1 + turn * SLICE_NS)
            to_alarm(true);
        CHECK_EQ(reading_ns, 1 + turn * SLICE_NS);
        CHECK_EQ(first.work, 0);
    }
}

/* Who gives up the CPU leaves a whole slice to the next, however late in its own that is, and there
 * is never more than one interrupt too many. */
static void test_slice_of_each(void)
{
    static const char *const rates[] = {"hz=10", "hz=60", "hz=1000", "hz=10000"};
    for (unsigned i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        boot(rates[i], 1);
        others_ready = true;
        run(&first);
        for (int turn = 0; turn < 100; turn++) {
            uint64_t begin = reading_ns, alarms = 0;
            while (alarm_ns < begin + SLICE_NS - 1 - turn)
                to_alarm(true);
            reading_ns = begin + SLICE_NS - 1 - turn;
            CHECK_EQ(first.work, 0);
            run(&second);
            begin = reading_ns;
            uint64_t had = ticks;
            for (; !(second.work & WORK_RESCHED); alarms++)
                to_alarm(true);
            CHECK_EQ(reading_ns, begin + SLICE_NS);
            CHECK(alarms <= ticks - had + 2);
            second.work = 0;
            run(&first);
        }
    }
}

/* The kernel's own profile is told of each period once, in order, of all but those that were
 * missed: whatever is late, idle, or due while interrupts are off. */
static void test_kernel_profile(void)
{
    boot("hz=1000", 777);
    prof_kernel_on = true;
    kernel.next = alarm_self()->tick_period;
    uint64_t begin = kernel.next;
    for (uint64_t i = 0; i < 1000; i++) {
        run(i % 3 == 0 ? &idle : i % 3 == 1 ? &first : &second);
        CHECK_EQ(kernel.ticks, ticks);
        reading_ns += i % 7 * 100000 + i % 50 / 49 * 5000000;
        if (i % 5 == 0)
            clock_interrupt(i % 2, PC);
        if (i % 11 == 0 && alarm_ns != UINT64_MAX) {
            uint64_t had = ticks;
            to_alarm(true);
            CHECK(ticks == had || kernel.pc == PC);
        }
        CHECK_EQ(kernel.ticks, ticks);
        if (i % 3 != 0)
            CHECK_EQ(clock_settle(), clock_ticks());
    }
    run(&first);
    CHECK_EQ(alarm_self()->tick_period, clock_ticks());
    CHECK(ticks > 100);
    CHECK(missed > 10);
    CHECK(kernel.idle > 100);
    kernel_told(clock_ticks(), clock_ticks());
    CHECK_EQ(kernel.left_out, missed);
    CHECK_EQ(kernel.ticks + kernel.idle + missed, clock_ticks() - begin);

    this_cpu->alarm_pc = 99; /* interrupts are off from there to the switch, */
    reading_ns = alarm_ns;
    run(&second);
    CHECK_EQ(kernel.pc, 99);
    this_cpu->alarm_pc = 98; /* or to the program's first instruction */
    to_alarm(true);
    to_alarm(true);
    CHECK_EQ(kernel.pc, 98);
    CHECK(!last.user);
}

/* ---- timers ---- */

#define TIMERS 5
static struct timer timers[TIMERS];
static int order[TIMERS], expired;

static void note(struct timer *timer)
{
    order[expired++] = (int)(timer - timers);
    CHECK(reading_ns >= timer->deadline_ns);
}

static void test_timers(void)
{
    static const uint64_t at_ns[TIMERS] = {5000123, 1000001, 5000123, 9999999, 1};
    static const int want[TIMERS] = {4, 1, 0, 2, 3}; /* or 2, 0: equal ones in any order */
    boot("hz=10", 0);
    expired = 0;
    for (int i = 0; i < TIMERS; i++) {
        timer_init(&timers[i], note);
        timer_arm(&timers[i], at_ns[i], 0);
    }
    while (expired < TIMERS) {
        int next = want[expired];
        CHECK_EQ(alarm_ns, at_ns[next]); /* to the nanosecond */
        to_alarm(false);
    }
    for (int i = 0; i < TIMERS; i++) {
        CHECK_EQ(at_ns[order[i]], at_ns[want[i]]);
        CHECK_EQ(timers[i].deadline_ns, at_ns[i]);
        CHECK(!timers[i].cpu);
    }
    CHECK_EQ(alarm_ns, UINT64_MAX);
    CHECK_EQ(ticks, 0);

    timer_arm(&timers[0], reading_ns + 100, 0);
    timer_arm(&timers[1], reading_ns + 200, 0);
    CHECK(timer_cancel(&timers[0]));
    expired = 0;
    reading_ns += 1000;
    clock_interrupt(false, PC);
    CHECK_EQ(expired, 1);
    CHECK_EQ(order[0], 1);
    CHECK(!timer_cancel(&timers[1]));
}

/* Many, armed and cancelled at random: each that is due is called once, the earlier ones first. */
#define MANY 300
static struct timer many[MANY];
static uint64_t latest_ns;
static int called[MANY];

static void note_one(struct timer *timer)
{
    called[timer - many]++;
    CHECK(timer->deadline_ns >= latest_ns);
    latest_ns = timer->deadline_ns;
}

static unsigned rng(unsigned below)
{
    static uint64_t state;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
}

static void test_many(void)
{
    static int want[MANY];
    boot("hz=10", 0);
    for (int i = 0; i < MANY; i++)
        timer_init(&many[i], note_one);
    for (int round = 0; round < 500; round++) {
        for (int i = 0; i < MANY; i++) {
            bool armed = many[i].cpu;
            if (!armed && rng(2))
                timer_arm(&many[i], reading_ns + 1 + rng(5000), 0);
            else if (armed && rng(8) == 0)
                CHECK(timer_cancel(&many[i]));
        }
        reading_ns += rng(2000);
        latest_ns = 0;
        uint64_t next_ns = UINT64_MAX;
        for (int i = 0; i < MANY; i++) {
            want[i] += many[i].cpu && many[i].deadline_ns <= reading_ns;
            if (many[i].cpu && many[i].deadline_ns > reading_ns && many[i].deadline_ns < next_ns)
                next_ns = many[i].deadline_ns;
        }
        clock_interrupt(false, PC);
        for (int i = 0; i < MANY; i++)
            CHECK_EQ(called[i], want[i]);
        CHECK_EQ(alarm_ns, next_ns);
    }
    for (int i = 0; i < MANY; i++)
        timer_cancel(&many[i]);
}

/* When functions have taken a while, the rest are called after threads have had some time. */
#define SLOW_NS 200000
#define MOST_NS 500000

static void take_long(struct timer *timer)
{
    (void)timer;
    expired++;
    reading_ns += SLOW_NS;
}

static void test_rest(void)
{
    boot("hz=10", 0);
    expired = 0;
    for (int i = 0; i < 10; i++) {
        timer_init(&many[i], take_long);
        timer_arm(&many[i], reading_ns + 1000, 0);
    }
    reading_ns += 1000;
    for (int seen = 3; seen < 12; seen += 3) {
        clock_interrupt(false, PC);
        CHECK_EQ(expired, seen);
        CHECK_EQ(alarm_ns, reading_ns + MOST_NS);
        reading_ns = alarm_ns;
    }
    clock_interrupt(false, PC);
    CHECK_EQ(expired, 10);
    CHECK_EQ(alarm_ns, UINT64_MAX);
}

/* A timer that repeats: whole intervals from its first deadline, however late; what has passed is
 * left out; cancelling it ends that, in its function, too. */
static bool cancels;

static void repeated(struct timer *timer)
{
    expired++;
    if (cancels)
        timer->interval_ns = 0; /* as timer_cancel() does, which waits for this function */
}

static void test_repeating(void)
{
    boot("hz=10", 0);
    expired = 0;
    struct timer *timer = &timers[0];
    timer_init(timer, repeated);
    uint64_t start_ns = reading_ns;
    timer_arm(timer, start_ns + 1000, 300);
    for (int i = 0; i < 10; i++) {
        CHECK_EQ(timer_deadline(timer), start_ns + 1000 + i * 300);
        CHECK_EQ(alarm_ns, timer_deadline(timer));
        reading_ns = alarm_ns + i; /* late */
        clock_interrupt(false, PC);
        CHECK_EQ(expired, i + 1);
    }
    reading_ns = start_ns + 1000 + 20 * 300 + 299;
    clock_interrupt(false, PC);
    CHECK_EQ(expired, 11);
    CHECK_EQ(timer_deadline(timer), start_ns + 1000 + 21 * 300);
    cancels = true;
    to_alarm(false);
    CHECK_EQ(expired, 12);
    CHECK_EQ(timer_deadline(timer), 0);
    CHECK_EQ(alarm_ns, UINT64_MAX);
    cancels = false;
    timer_arm(timer, reading_ns + 1000, 300);
    CHECK(timer_cancel(timer));
    CHECK_EQ(timer_deadline(timer), 0);
    CHECK_EQ(timer->interval_ns, 0);
}

/* A calendar that is set goes on from there, and the clock of deadlines does not jump. */
static void test_calendar(void)
{
    uint64_t now = clock_now_ns();

    clock_set_realtime(5000);
    reading_ns += 30;
    CHECK_EQ(clock_realtime_ns(), 5030);
    CHECK_EQ(clock_now_ns(), now + 30);
}

int main(void)
{
    test_hz();
    test_once_a_period();
    test_not_before();
    test_late();
    test_turns();
    test_idle();
    test_same_moments();
    test_due_at_switch();
    test_slices();
    test_slice_of_each();
    test_kernel_profile();
    test_timers();
    test_many();
    test_rest();
    test_repeating();
    test_calendar();
    return 0;
}
