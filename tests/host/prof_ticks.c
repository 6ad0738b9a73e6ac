/*
 * The two halves of a tick (kernel/prof/prof.c) around a memory that faults when the test says so:
 * what a thread has pending is counted once, each pc at its own counter, and for its own profile
 * alone.
 */
/* sources: kernel/prof/prof.c kernel/prof/table.c */
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "check.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "mm/page.h"
#include "prof/prof.h"
#include "sched/clock.h"
#include "sched/thread.h"
#include "vm/space.h"
#include <abi/errno.h>
#define sched_yield host_sched_yield /* not the kernel's */
#include <pthread.h>
#undef sched_yield
#include <stdio.h>
#include <string.h>

/* ---- the kernel around it ---- */

struct cpu *this_cpu;
_Thread_local struct thread *this_thread;

static pthread_mutex_t big_lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int held; /* spin locks */

static bool memory_gone; /* the counters fault */
static bool resolvable;  /* and space_fault() maps their page */
static bool writable = true;
static int faults;             /* handled */
static void (*in_fault)(void); /* what happens meanwhile */
static void (*in_allows)(void);

_Noreturn void panic(const char *format, ...)
{
    printf("panic: %s\n", format);
    exit(1);
}

/* Calls the function that *hook says, once. */
static void happens(void (**hook)(void))
{
    void (*f)(void) = *hook;
    *hook = NULL;
    if (f)
        f();
}

void spin_lock(struct spinlock *lock)
{
    (void)lock;
    CHECK_EQ(held, 0);
    pthread_mutex_lock(&big_lock);
    held++;
}

void spin_unlock(struct spinlock *lock)
{
    (void)lock;
    CHECK_EQ(held, 1);
    held--;
    pthread_mutex_unlock(&big_lock);
}

bool spin_held(const struct spinlock *lock)
{
    (void)lock;
    return held > 0;
}

/* Not atomic: the caller holds the lock. */
int64_t count_user_u16(uint16_t *counter, uint32_t n, uint32_t ceiling)
{
    if (memory_gone)
        return -EFAULT;
    volatile uint16_t *cell = counter;
    uint32_t had = *cell, room = had < ceiling ? ceiling - had : 0;
    *cell = had + (n < room ? n : room);
    return room;
}

int64_t count_user_u32(uint32_t *counter, uint32_t n, uint32_t ceiling)
{
    if (memory_gone)
        return -EFAULT;
    volatile uint32_t *cell = counter;
    uint32_t had = *cell, room = had < ceiling ? ceiling - had : 0;
    *cell = had + (n < room ? n : room);
    return room;
}

/* The one page that a table of this test needs; free in the end. */
static _Alignas(PAGE_SIZE) char table_page[PAGE_SIZE];
static int pages_used;

void *page_alloc(void)
{
    CHECK_EQ(pages_used++, 0);
    return table_page;
}

void page_hold(void *page)
{
    (void)page;
    FAIL("no profile that forks has a table with pages");
}

void page_free(void *page)
{
    CHECK(page == table_page);
    CHECK_EQ(--pages_used, 0);
}

int space_fault(struct space *space, uint64_t addr, uint32_t access)
{
    (void)space, (void)addr;
    CHECK_EQ(held, 0);
    CHECK_EQ(access, SPACE_WRITE);
    faults++;
    happens(&in_fault);
    if (!resolvable)
        return -EFAULT;
    memory_gone = false;
    return 0;
}

bool space_allows(struct space *space, uint64_t addr, uint64_t nbytes, uint32_t access)
{
    (void)space, (void)addr, (void)nbytes;
    CHECK_EQ(held, 0);
    CHECK_EQ(access, SPACE_WRITE);
    happens(&in_allows);
    return writable;
}

uint32_t clock_hz(void)
{
    return 1000;
}

bool clock_skids(void)
{
    return false;
}

/* ---- threads of one process ---- */

#define CELLS 64

static struct profile prof;
static struct trap_frame frames[2];
static struct thread one, two;
static uint16_t buf[CELLS], other_buf[CELLS];

static struct prof_histogram histogram_of(uint16_t *counters)
{
    return (struct prof_histogram){(uint64_t)counters, 2 * CELLS, 1000, 65536};
}

static int on(struct thread *thread, uint16_t *counters)
{
    struct prof_histogram histogram = histogram_of(counters);
    struct prof_table table = prof_table_single(&histogram);
    return prof_set(thread, &table);
}

static void off(struct thread *thread)
{
    prof_stop(thread, PROF_CALL);
}

static struct profstat stat_of(struct thread *thread)
{
    struct profstat st;
    prof_stat(thread, &st);
    CHECK_EQ(st.ps_counted + st.ps_outside + st.ps_full, st.ps_user + st.ps_system);
    return st;
}

static void begin(void)
{
    prof_init(&prof);
    memset(&one, 0, sizeof(one));
    memset(&two, 0, sizeof(two));
    memset(buf, 0, sizeof(buf));
    memset(other_buf, 0, sizeof(other_buf));
    one.frame = &frames[0];
    two.frame = &frames[1];
    one.profile = two.profile = &prof;
    memory_gone = resolvable = false;
    writable = true;
    faults = 0;
}

/* n ticks while the thread is at the pc of that cell. */
static void ticks(struct thread *thread, int cell, int n, bool user)
{
    thread->frame->pc = 1000 + 2 * cell;
    for (int i = 0; i < n; i++)
        prof_tick(thread, user);
}

static void test_at_its_own_pc(void)
{
    begin();
    ticks(&one, 3, 5, true); /* off: in times(2) only */
    CHECK_EQ(one.work, 0);
    CHECK_EQ(prof.ticks[true], 5);
    CHECK_EQ(on(&one, buf), 0);
    for (int round = 0; round < 100; round++) {
        ticks(&one, 3, 2, true);
        CHECK(one.work & WORK_PROF);
        ticks(&one, 5, 3, false);
        ticks(&one, 3, 1, false);
        ticks(&one, 9, 1, true);
        prof_flush(&one);
        CHECK(!(one.work & WORK_PROF));
        CHECK_EQ(one.pending_ticks.count, 0);
        prof_flush(&one); /* nothing pending: nothing done */
    }
    CHECK_EQ(buf[3], 300);
    CHECK_EQ(buf[5], 300);
    CHECK_EQ(buf[9], 100);
    struct profstat st = stat_of(&one);
    CHECK_EQ(st.ps_user, 300);
    CHECK_EQ(st.ps_system, 400);
    CHECK_EQ(st.ps_counted, 700);
    CHECK_EQ(prof.ticks[true], 305);
    CHECK_EQ(prof.ticks[false], 400);
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_reason, PROF_NEVER);
    CHECK_EQ(st.ps_hz, 1000);
    CHECK_EQ(st.ps_flags, 0);
    CHECK_EQ(st.ps_serial, 1);
}

static void test_outside_full_missed(void)
{
    begin();
    CHECK_EQ(on(&one, buf), 0);
    one.frame->pc = 999; /* below, and above */
    prof_tick(&one, true);
    prof_missed(&one, 2);
    one.frame->pc = 1000 + 2 * CELLS;
    prof_tick(&one, false);
    prof_missed(&one, 3);
    CHECK_EQ(stat_of(&one).ps_outside, 2);
    CHECK_EQ(stat_of(&one).ps_missed, 5);
    prof_missed(&one, 4); /* without a tick, too */
    CHECK(one.work & WORK_PROF);
    prof_flush(&one);
    CHECK_EQ(stat_of(&one).ps_missed, 9);
    CHECK_EQ(one.pending_ticks.missed, 0);
    prof_missed(&two, 7); /* of a profile that is then over */
    CHECK_EQ(on(&one, buf), 0);
    prof_flush(&two);
    CHECK_EQ(stat_of(&one).ps_missed, 0);

    ticks(&one, 0, 65530, true);
    CHECK_EQ(stat_of(&one).ps_full, 0);
    ticks(&one, 0, 11, false); /* 5 fit */
    CHECK_EQ(stat_of(&one).ps_counted, 65535);
    CHECK_EQ(stat_of(&one).ps_full, 6);
    CHECK_EQ(buf[0], 65535);
    ticks(&one, 1, 1, true); /* the others go on */
    CHECK_EQ(stat_of(&one).ps_counted, 65536);
    CHECK_EQ(buf[1], 1);
    ticks(&one, 2, 70000, true); /* more than a counter holds, at once */
    CHECK_EQ(stat_of(&one).ps_counted, 65536 + 65535);
    CHECK_EQ(stat_of(&one).ps_full, 6 + 70000 - 65535);
    CHECK_EQ(buf[2], 65535);
    CHECK_EQ(buf[3], 0);
    for (int i = 0; i < 65541; i++) { /* one after the other */
        ticks(&one, 4, 1, true);
        prof_flush(&one);
    }
    CHECK_EQ(buf[4], 65535);
}

/* What a thread has pending for a profile that another has turned off or replaced is not part of
 * the next. */
static void test_over(void)
{
    begin();
    CHECK_EQ(on(&one, buf), 0);
    ticks(&one, 1, 1, true);
    prof_flush(&one);
    ticks(&one, 1, 4, true);
    prof_missed(&one, 4);
    off(&two);
    struct profstat st = stat_of(&two);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_CALL);
    CHECK_EQ(st.ps_counted, 1);
    prof_flush(&one);
    CHECK_EQ(buf[1], 1);
    CHECK_EQ(stat_of(&one).ps_counted, 1);
    ticks(&one, 1, 1, true); /* off: noted nowhere */
    CHECK_EQ(one.work, 0);

    CHECK_EQ(on(&one, buf), 0);
    ticks(&one, 1, 4, true);
    CHECK_EQ(on(&two, other_buf), 0);
    ticks(&one, 1, 1, true); /* the new profile's, at a pc that has ticks pending for the old one */
    prof_flush(&one);
    CHECK_EQ(buf[1], 1);
    CHECK_EQ(other_buf[1], 1);
    CHECK_EQ(stat_of(&one).ps_counted, 1);

    ticks(&one, 1, 4, true);
    off(&two);
    CHECK_EQ(on(&two, buf), 0); /* off and on again is another profile, too */
    prof_flush(&one);
    CHECK_EQ(buf[1], 1);
    CHECK_EQ(other_buf[1], 1);
    CHECK_EQ(stat_of(&one).ps_user, 0);

    ticks(&one, 1, 1, true);
    prof_missed(&one, 9);
    CHECK_EQ(on(&two, other_buf), 0);
    prof_missed(&one, 2);
    CHECK_EQ(stat_of(&one).ps_missed, 2);
    CHECK_EQ(stat_of(&one).ps_user, 0);
}

static void tick_again(void)
{
    ticks(&one, 6, 2, false);
}

/* The calling thread's own ticks are all of one profile or of the other, whenever they come. */
static void test_settled_by_the_call(void)
{
    begin();
    CHECK_EQ(on(&one, buf), 0);
    ticks(&one, 6, 3, true);
    in_allows = tick_again;
    CHECK_EQ(on(&one, other_buf), 0);
    prof_flush(&one);
    CHECK_EQ(buf[6] + other_buf[6], 5);
}

static void test_faults(void)
{
    begin();
    CHECK_EQ(on(&one, buf), 0);
    memory_gone = resolvable = true; /* a page not mapped yet */
    ticks(&one, 1, 2, true);
    ticks(&one, 2, 1, true);
    prof_flush(&one);
    CHECK_EQ(faults, 1);
    CHECK_EQ(buf[1], 2);
    CHECK_EQ(buf[2], 1);
    CHECK_EQ(stat_of(&one).ps_state, PROF_ON);

    memory_gone = true; /* and ticks come while it is mapped */
    ticks(&one, 6, 1, true);
    in_fault = tick_again;
    prof_flush(&one);
    CHECK_EQ(buf[6], 3);
    CHECK_EQ(one.pending_ticks.count, 0);

    memory_gone = true; /* outside: memory is not touched */
    faults = 0;
    ticks(&one, CELLS, 1, true);
    prof_flush(&one);
    CHECK_EQ(faults, 0);
    CHECK_EQ(stat_of(&one).ps_outside, 1);

    resolvable = false; /* the fault cannot be resolved */
    ticks(&one, 1, 1, true);
    prof_flush(&one);
    struct profstat st = stat_of(&one);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_FAULT);
    CHECK_EQ(st.ps_counted, 6);
    memory_gone = false;
    ticks(&one, 1, 1, true);
    prof_flush(&one);
    CHECK_EQ(buf[1], 2);
    off(&one); /* off already: the first reason stays */
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
    CHECK_EQ(on(&one, buf), 0); /* on again */
    CHECK_EQ(stat_of(&one).ps_reason, PROF_NEVER);
    ticks(&one, 1, 1, true);
    prof_flush(&one);
    CHECK_EQ(buf[1], 3);
}

static void replaced(void)
{
    struct thread *self = &two;
    memory_gone = false;
    CHECK_EQ(on(self, other_buf), 0);
    memory_gone = true;
}

/* While one thread's fault is handled another replaces the profile: the fault does not end the new
 * one. */
static void test_fault_of_an_earlier(void)
{
    begin();
    CHECK_EQ(on(&one, buf), 0);
    ticks(&one, 1, 1, true);
    memory_gone = true;
    in_fault = replaced;
    prof_flush(&one);
    struct profstat st = stat_of(&two);
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_reason, PROF_NEVER);
    CHECK_EQ(st.ps_user, 0);
    CHECK_EQ(buf[1], 0);
    CHECK_EQ(other_buf[1], 0);
    CHECK_EQ(one.pending_ticks.count, 0); /* a thread that ends waits for this */
}

static void test_fork(void)
{
    static struct profile child;
    static struct thread its;
    begin();
    prof_init(&child);
    prof_fork(&prof, &child); /* off */
    its = (struct thread){.frame = &frames[1], .profile = &child};
    CHECK_EQ(stat_of(&its).ps_state, PROF_OFF);
    CHECK_EQ(stat_of(&one).ps_forked, 0);

    CHECK_EQ(on(&one, buf), 0);
    ticks(&one, 40, 7, true);
    ticks(&one, 41, 7, false);
    prof_init(&child);
    prof_fork(&prof, &child);
    CHECK_EQ(child.ticks[true], 0);
    CHECK_EQ(child.ticks[false], 0);
    struct profstat st = stat_of(&its);
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_reason, PROF_NEVER);
    CHECK_EQ(st.ps_user + st.ps_system + st.ps_counted + st.ps_missed + st.ps_forked, 0);
    ticks(&its, 40, 2, true);
    prof_flush(&its);
    CHECK_EQ(stat_of(&its).ps_counted, 2);
    CHECK_EQ(buf[40], 2); /* one memory, here */
    st = stat_of(&one);
    CHECK_EQ(st.ps_counted, 14);
    CHECK_EQ(st.ps_forked, 1);
    CHECK_EQ(buf[40], 9);

    off(&one); /* the child's reason is its own */
    prof_init(&child);
    prof_fork(&prof, &child);
    CHECK_EQ(stat_of(&its).ps_reason, PROF_NEVER);
    CHECK_EQ(stat_of(&its).ps_state, PROF_OFF);
    CHECK_EQ(stat_of(&one).ps_forked, 1);
}

static void test_exec(void)
{
    begin();
    prof_exec(&one);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_NEVER);
    CHECK_EQ(on(&one, buf), 0);
    ticks(&one, 1, 3, false);
    prof_exec(&one);
    CHECK_EQ(buf[1], 3); /* flushed into the old memory */
    struct profstat st = stat_of(&one);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_EXEC);
    CHECK_EQ(st.ps_system, 3);
    prof_exec(&one);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_EXEC);
}

static void refused(struct prof_histogram histogram, int error, uint32_t state)
{
    struct prof_table table = prof_table_single(&histogram);
    CHECK_EQ(prof_set(&one, &table), error);
    CHECK_EQ(stat_of(&one).ps_state, state);
}

/* 0 bytes take any address.  EFAULT's reason is told also when the profile was never on, and when
 * it was turned off; turning off what is off leaves the reason. */
static void test_errors(void)
{
    begin();
    off(&one);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_NEVER);
    CHECK_EQ(on(&one, buf), 0);
    writable = false;
    refused((struct prof_histogram){8, 0, 0, 65536}, 0, PROF_ON);
    ticks(&one, 0, 1, true);
    CHECK_EQ(stat_of(&one).ps_outside, 1);
    refused((struct prof_histogram){8, 16, 0, 1}, -EFAULT, PROF_OFF);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);

    begin();
    writable = false;
    refused((struct prof_histogram){8, 16, 0, 1}, -EFAULT, PROF_OFF);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
    writable = true;
    CHECK_EQ(on(&one, buf), 0);
    off(&one);
    writable = false;
    refused((struct prof_histogram){8, 16, 0, 1}, -EFAULT, PROF_OFF);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
    off(&one);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
}

/* The tick that takes a counter to PROF_STOP_AT is counted and ends the profile; what is pending at
 * other pcs then changes nothing. */
static void test_stop(void)
{
    begin();
    struct prof_table table = prof_table_empty(PROF_STOP);
    struct prof region = {buf, sizeof(buf), 1000, 65536};
    CHECK_EQ(prof_table_add(&table, &region), 0);
    CHECK_EQ(prof_table_sort(&table), 0);
    CHECK_EQ(prof_set(&one, &table), 0);
    buf[1] = PROF_STOP_AT - 3;
    ticks(&one, 1, 2, true);
    CHECK_EQ(stat_of(&one).ps_state, PROF_ON);
    ticks(&one, 5, 1, true);
    ticks(&one, 1, 4, true);
    struct profstat st = stat_of(&one);
    CHECK_EQ(buf[1], PROF_STOP_AT);
    CHECK_EQ(buf[5], 0);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_FULL);
    CHECK_EQ(st.ps_counted, 3);
    CHECK_EQ(st.ps_full, 3);
    CHECK_EQ(st.ps_user, 6);

    begin();
    table = prof_table_empty(PROF_STOP);
    CHECK_EQ(prof_table_add(&table, &region), 0);
    CHECK_EQ(prof_set(&one, &table), 0);
    buf[1] = PROF_STOP_AT - 1;
    ticks(&one, 1, 1, true); /* just the one that it takes */
    CHECK_EQ(stat_of(&one).ps_state, PROF_OFF);
    CHECK_EQ(stat_of(&one).ps_counted, 1);
    CHECK_EQ(buf[1], PROF_STOP_AT);
}

/* Without PROF_STOP a counter that is above its ceiling, or at it, stays. */
static void test_wide(void)
{
    static uint32_t wide[CELLS];
    begin();
    struct prof_table table = prof_table_empty(PROF_UINT);
    struct prof regions[] = {{wide, 16, 1000, 65536}, {wide + 8, 16, 1010, 65536}};
    CHECK_EQ(prof_table_add(&table, &regions[0]), 0);
    CHECK_EQ(prof_table_add(&table, &regions[1]), 0);
    CHECK_EQ(prof_table_sort(&table), 0);
    CHECK_EQ(prof_set(&one, &table), 0);
    wide[0] = 65530;
    wide[1] = UINT32_MAX - 1;
    ticks(&one, 0, 10, true);
    ticks(&one, 3, 5, true); /* the second half of counter 1 */
    ticks(&one, 5, 7, true);
    struct profstat st = stat_of(&one);
    CHECK_EQ(wide[0], 65540);
    CHECK_EQ(wide[1], UINT32_MAX);
    CHECK_EQ(wide[8], 7);
    CHECK_EQ(st.ps_counted, 18);
    CHECK_EQ(st.ps_full, 4);
    CHECK_EQ(st.ps_state, PROF_ON);
    off(&one);
}

/* A kernel's own thread has no process to be charged to. */
static void test_kernel_thread(void)
{
    begin();
    one.profile = NULL;
    prof_missed(&one, 1);
    ticks(&one, 1, 1, false);
    CHECK_EQ(one.work, 0);
    CHECK_EQ(one.pending_ticks.count, 0);
}

/* ---- on several CPUs ---- */

#define THREADS 4
#define ROUNDS  300000

static void *work(void *arg)
{
    struct trap_frame frame = {1000};
    struct thread thread = {.frame = &frame, .profile = &prof};
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        frame.pc = i % 4 == 3 ? 10 : 1000 + 2 * (uint64_t)(i % 2);
        prof_tick(&thread, i % 3 != 0);
        prof_missed(&thread, 1);
        prof_flush(&thread);
        if (i % 1000 == 0)
            stat_of(&thread);
    }
    return NULL;
}

static void test_parallel(void)
{
    begin();
    CHECK_EQ(on(&one, buf), 0);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, work, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    struct profstat st = stat_of(&one);
    CHECK_EQ(st.ps_user, THREADS * ROUNDS / 3 * 2);
    CHECK_EQ(st.ps_system, THREADS * ROUNDS / 3);
    CHECK_EQ(st.ps_outside, THREADS * ROUNDS / 4);
    CHECK_EQ(st.ps_missed, THREADS * ROUNDS);
    CHECK_EQ(prof.ticks[true], THREADS * ROUNDS / 3 * 2);
    CHECK_EQ(buf[0] + buf[1], 2 * 65535);
    CHECK_EQ(st.ps_counted, 2 * 65535);
}

int main(void)
{
    test_at_its_own_pc();
    test_outside_full_missed();
    test_over();
    test_settled_by_the_call();
    test_faults();
    test_fault_of_an_earlier();
    test_fork();
    test_exec();
    test_errors();
    test_stop();
    test_wide();
    test_kernel_thread();
    test_parallel();
    CHECK_EQ(pages_used, 0);
    return 0;
}
