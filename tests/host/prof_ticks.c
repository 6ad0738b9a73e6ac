/*
 * The two halves of a tick (kernel/prof/prof.c) around a memory that faults when the test says so:
 * what a thread has pending is counted once, each pc at its own counter, and for its own profile
 * alone.
 */
/* sources: kernel/prof/prof.c kernel/prof/stacks.c kernel/prof/table.c */
#include "arch/arch.h"
#include "arch/callstack.h"
#include "arch/usercopy.h"
#include "check.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "mm/page.h"
#include "prof/prof.h"
#include "sched/clock.h"
#define sched_yield kernel_sched_yield /* the host has another */
#include "sched/sched.h"
#undef sched_yield
#include "sched/thread.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- the kernel around it ---- */

struct cpu *this_cpu;
_Thread_local struct thread *this_thread;

static pthread_mutex_t big_lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int held; /* spin locks */

static bool memory_gone; /* the counters fault */
static int gone_after;   /* so many samples, if not 0 */
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

void sched_yield_if_due(void)
{
}

bool process_is_killed(void)
{
    return false;
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
int64_t count_user_u16(void *counter, uint32_t n, uint32_t ceiling)
{
    if (memory_gone)
        return -EFAULT;
    volatile uint16_t *cell = counter;
    uint32_t had = *cell, room = had < ceiling ? ceiling - had : 0;
    *cell = had + (n < room ? n : room);
    return room;
}

int64_t count_user_u32(void *counter, uint32_t n, uint32_t ceiling)
{
    if (memory_gone)
        return -EFAULT;
    volatile uint32_t *cell = counter;
    uint32_t had = *cell, room = had < ceiling ? ceiling - had : 0;
    *cell = had + (n < room ? n : room);
    return room;
}

int copy_to_user(void *user_dst, const void *src, size_t n)
{
    CHECK_EQ(held, 1);
    if (memory_gone || (uint64_t)user_dst >= USER_END)
        return -EFAULT;
    memcpy(user_dst, src, n);
    if (gone_after > 0)
        memory_gone = --gone_after == 0;
    return 0;
}

unsigned callstack_read(const struct user_place *place, uint64_t restorer, uint64_t *pcs,
                        unsigned max, bool *cut)
{
    (void)restorer;
    CHECK_EQ(held, 1);
    pcs[0] = place->pc;
    pcs[1] = 7;
    *cut = max < 2;
    return max < 2 ? max : 2;
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
static struct thread one, two, stranger; /* of another process */
static uint16_t buf[CELLS], other_buf[CELLS], record_buf[CELLS];

static struct prof_histogram histogram_of(uint16_t *counters)
{
    return (struct prof_histogram){
        .counters = (uint64_t)counters, .nbytes = 2 * CELLS, .offset = 1000, .scale = 65536};
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

static void check_sum(const struct profstat *st)
{
    CHECK_EQ(st->ps_counted + st->ps_outside + st->ps_full, st->ps_user + st->ps_system);
}

static struct profstat stat_of(struct thread *thread)
{
    struct profstat st;
    prof_stat(thread, &st);
    check_sum(&st);
    return st;
}

static void begin_record(uint16_t *counters)
{
    struct prof_histogram histogram = histogram_of(counters);
    struct prof_sink sink = {.kind = PROF_SINK_TABLE, .table = prof_table_single(&histogram)};
    prof_record_begin(&prof, &sink);
}

/* The thread is of the process, or not. */
static struct profstat end_record(struct thread *caller)
{
    this_thread = caller;
    struct profstat st;
    prof_record_end(&prof, &st);
    check_sum(&st);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_hz, 1000);
    return st;
}

static void begin(void)
{
    prof_init(&prof);
    memset(&one, 0, sizeof(one));
    memset(&two, 0, sizeof(two));
    memset(buf, 0, sizeof(buf));
    memset(other_buf, 0, sizeof(other_buf));
    memset(record_buf, 0, sizeof(record_buf));
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
        CHECK_EQ(one.pending_ticks[PROF_OWN].count, 0);
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
    CHECK_EQ(one.pending_ticks[PROF_OWN].missed, 0);
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
    CHECK_EQ(one.pending_ticks[PROF_OWN].count, 0);

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
    CHECK_EQ(one.pending_ticks[PROF_OWN].count, 0); /* a thread that ends waits for this */
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
    refused((struct prof_histogram){.counters = 8, .nbytes = 0, .offset = 0, .scale = 65536}, 0,
            PROF_ON);
    ticks(&one, 0, 1, true);
    CHECK_EQ(stat_of(&one).ps_outside, 1);
    refused((struct prof_histogram){.counters = 8, .nbytes = 16, .offset = 0, .scale = 1}, -EFAULT,
            PROF_OFF);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);

    begin();
    writable = false;
    refused((struct prof_histogram){.counters = 8, .nbytes = 16, .offset = 0, .scale = 1}, -EFAULT,
            PROF_OFF);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
    writable = true;
    CHECK_EQ(on(&one, buf), 0);
    off(&one);
    writable = false;
    refused((struct prof_histogram){.counters = 8, .nbytes = 16, .offset = 0, .scale = 1}, -EFAULT,
            PROF_OFF);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
    off(&one);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
}

/* The tick that takes a counter to PROF_STOP_AT is counted and ends the profile.  What came before
 * it is counted, too; what is pending behind it changes no counter, and is told as lost. */
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
    prof_missed(&one, 2);
    CHECK_EQ(stat_of(&one).ps_state, PROF_ON);
    ticks(&one, 5, 1, true);
    ticks(&one, 1, 4, true);
    ticks(&one, 6, 2, false);
    prof_missed(&one, 7);
    struct profstat st = stat_of(&one);
    CHECK_EQ(buf[1], PROF_STOP_AT);
    CHECK_EQ(buf[5], 1);
    CHECK_EQ(buf[6], 0);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_FULL);
    CHECK_EQ(st.ps_counted, 4);
    CHECK_EQ(st.ps_full, 5);
    CHECK_EQ(st.ps_lost, 0);
    CHECK_EQ(st.ps_user, 7);
    CHECK_EQ(st.ps_system, 2);
    CHECK_EQ(st.ps_missed, 9);
    prof_flush(&one);
    CHECK_EQ(stat_of(&one).ps_missed, 9);

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
    CHECK_EQ(one.pending_ticks[PROF_OWN].count, 0);
}

/* ---- pcsample ---- */

static uint64_t pcs[CELLS];

static int64_t sample_into(uint64_t *samples, uint64_t max)
{
    return prof_sample(&one, &(struct prof_samples){(uint64_t)samples, max});
}

static void begin_samples(void)
{
    begin();
    memset(pcs, 0, sizeof(pcs));
    gone_after = 0;
}

/* Each tick's pc is stored, as often as there are ticks and in their order; the last element ends
 * it, and what is pending behind is told as lost. */
static void test_samples(void)
{
    begin_samples();
    CHECK_EQ(sample_into(pcs, 10), 0);
    ticks(&one, 1, 2, true);
    ticks(&one, 2, 1, false);
    prof_flush(&one);
    CHECK_EQ(pcs[0], 1002);
    CHECK_EQ(pcs[1], 1002);
    CHECK_EQ(pcs[2], 1004);
    CHECK_EQ(pcs[3], 0);
    struct profstat st = stat_of(&one);
    CHECK_EQ(st.ps_user, 2);
    CHECK_EQ(st.ps_system, 1);
    CHECK_EQ(st.ps_counted, 3);
    CHECK_EQ(st.ps_outside, 0);
    ticks(&one, 3, 6, true);
    CHECK_EQ(stat_of(&one).ps_state, PROF_ON);
    ticks(&one, 4, 2, true);
    ticks(&one, 4, 2, false);
    ticks(&one, 5, 2, true);
    st = stat_of(&one);
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_FULL);
    CHECK_EQ(st.ps_counted, 10);
    CHECK_EQ(st.ps_full, 5);
    CHECK_EQ(st.ps_lost, 5);
    CHECK_EQ(st.ps_user, 12);
    CHECK_EQ(pcs[8], 1006);
    CHECK_EQ(pcs[9], 1008);
    CHECK_EQ(pcs[10], 0);

    CHECK_EQ(sample_into(NULL, 0), 10); /* off already: the first reason stays */
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FULL);
    CHECK_EQ(sample_into(pcs, 1), 0);
    ticks(&one, 5, 1, true); /* just the one that it takes */
    CHECK_EQ(stat_of(&one).ps_state, PROF_OFF);
    CHECK_EQ(stat_of(&one).ps_lost, 0);
    CHECK_EQ(pcs[0], 1010);
    CHECK_EQ(sample_into(pcs, CELLS), 1);
    ticks(&one, 6, 1, true);
    CHECK_EQ(sample_into(NULL, 0), 1); /* with the pending one */
    CHECK_EQ(stat_of(&one).ps_reason, PROF_CALL);
    CHECK_EQ(sample_into(NULL, 0), 0);
    prof_flush(&one);
    ticks(&one, 6, 1, true);
    CHECK_EQ(one.work, 0);
}

/* A fault in the middle of several ticks: none is stored twice, none is lost, and those that come
 * meanwhile are behind the others. */
static void test_samples_fault(void)
{
    begin_samples();
    sample_into(pcs, CELLS);
    gone_after = 3;
    resolvable = true;
    ticks(&one, 1, 5, true);
    ticks(&one, 2, 5, false);
    in_fault = tick_again;
    struct profstat st = stat_of(&one);
    CHECK_EQ(faults, 1);
    CHECK_EQ(st.ps_counted, 12);
    CHECK_EQ(st.ps_user, 5);
    for (int i = 0; i < 12; i++)
        CHECK_EQ(pcs[i], i < 5 ? 1002 : i < 10 ? 1004 : 1012);
    CHECK_EQ(pcs[12], 0);

    resolvable = false;
    gone_after = 2;
    ticks(&one, 3, 5, true);
    st = stat_of(&one);
    CHECK_EQ(st.ps_reason, PROF_FAULT);
    CHECK_EQ(st.ps_counted, 14);
    CHECK_EQ(st.ps_user, 7);
    CHECK_EQ(pcs[14], 0);
    memory_gone = false;
    CHECK_EQ(sample_into((uint64_t *)((char *)pcs + 4), 4), 14); /* misaligned */
    ticks(&one, 3, 1, true);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
    CHECK_EQ(sample_into(pcs, 0), 0);
}

/* It and profil end each other; what it stored is told by the next call all the same.  fork's child
 * begins at the first element. */
static void test_samples_and_others(void)
{
    static struct profile child;
    begin_samples();
    CHECK_EQ(on(&one, buf), 0);
    sample_into(pcs, CELLS);
    ticks(&one, 1, 2, true);
    CHECK_EQ(on(&one, buf), 0);
    CHECK_EQ(stat_of(&one).ps_counted, 0);
    ticks(&one, 1, 1, true);
    prof_flush(&one);
    CHECK_EQ(buf[1], 1);
    CHECK_EQ(pcs[2], 0);
    CHECK_EQ(sample_into(pcs, CELLS), 2);
    ticks(&one, 2, 3, true);
    prof_flush(&one);

    prof_init(&child);
    prof_fork(&prof, &child);
    struct thread its = {.frame = &frames[1], .profile = &child};
    ticks(&its, 9, 1, true);
    CHECK_EQ(stat_of(&its).ps_counted, 1);
    CHECK_EQ(pcs[0], 1018); /* one memory, here */
    CHECK_EQ(pcs[1], 1004);
    CHECK_EQ(prof_sample(&its, &(struct prof_samples){0, 0}), 1);

    ticks(&one, 2, 1, true);
    prof_exec(&one);
    CHECK_EQ(pcs[3], 1004);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_EXEC);
    CHECK_EQ(sample_into(NULL, 0), 0);
}

/* ---- profstack ---- */

#define SAMPLE_NBYTES (sizeof(struct prof_stack) + 2 * sizeof(uint64_t))

static _Alignas(8) char stacks[1000];

static uint64_t stacks_used(void)
{
    return *(uint64_t *)stacks;
}

static const struct prof_stack *stack_number(int i)
{
    return (struct prof_stack *)(stacks + PROF_STACKS_START + i * SAMPLE_NBYTES);
}

static int stacks_into(struct thread *thread, uint64_t nbytes)
{
    this_thread = thread;
    struct prof_stacks into = prof_stacks_make((uint64_t)stacks, nbytes, PROF_STACK_MAX);
    return prof_set_stacks(thread, &into);
}

static void test_stacks(void)
{
    begin_samples();
    CHECK_EQ(stacks_into(&one, PROF_STACKS_START + 3 * SAMPLE_NBYTES + 7), 0);
    CHECK_EQ(stacks_used(), PROF_STACKS_START);
    ticks(&one, 1, 2, true);
    ticks(&one, 1, 3, false);
    prof_flush(&one);
    CHECK_EQ(stacks_used(), PROF_STACKS_START + SAMPLE_NBYTES);
    CHECK_EQ(stack_number(0)->ps_ticks, 5);
    CHECK_EQ(stack_number(0)->ps_depth, 2);
    CHECK_EQ(stack_number(0)->ps_flags, 0);
    CHECK_EQ(stack_number(0)->ps_pc[0], 1002);
    CHECK_EQ(stack_number(0)->ps_pc[1], 7);
    ticks(&one, 2, 1, true);
    ticks(&one, 3, 1, true);
    prof_flush(&one);
    CHECK_EQ(stack_number(1)->ps_pc[0], 1004);
    CHECK_EQ(stack_number(2)->ps_pc[0], 1006);
    CHECK_EQ(stat_of(&one).ps_counted, 7);
    ticks(&one, 4, 6, true);
    struct profstat st = stat_of(&one);
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_counted, 7);
    CHECK_EQ(st.ps_full, 6);
    CHECK_EQ(st.ps_lost, 6);
    CHECK_EQ(stacks_used(), PROF_STACKS_START + 3 * SAMPLE_NBYTES);
}

/* A fault at the sample, or at the word that counts it: the sample is stored once. */
static void test_stacks_fault(void)
{
    for (int writes = 0; writes < 2; writes++) {
        begin_samples();
        resolvable = true;
        CHECK_EQ(stacks_into(&one, sizeof(stacks)), 0);
        ticks(&one, 1, 2, true);
        gone_after = writes;
        memory_gone = writes == 0;
        in_fault = tick_again;
        struct profstat st = stat_of(&one);
        CHECK_EQ(faults, 1);
        CHECK(st.ps_counted >= 4);
        CHECK_EQ(stacks_used(), PROF_STACKS_START + 2 * SAMPLE_NBYTES);
        CHECK_EQ(stack_number(0)->ps_ticks + stack_number(1)->ps_ticks, st.ps_counted);
    }
    begin_samples();
    CHECK_EQ(stacks_into(&one, sizeof(stacks)), 0);
    ticks(&one, 1, 2, true);
    memory_gone = true;
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
    memory_gone = false;
    CHECK_EQ(stacks_used(), PROF_STACKS_START);
    memory_gone = true; /* at the call itself, after the memory was looked at */
    CHECK_EQ(stacks_into(&one, sizeof(stacks)), 0);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
    writable = false;
    CHECK_EQ(stacks_into(&one, sizeof(stacks)), -EFAULT);
}

/* fork's child begins anew, when it first settles: until then its memory has its parent's word. */
static void test_stacks_fork(void)
{
    static struct profile child;
    begin_samples();
    CHECK_EQ(stacks_into(&one, PROF_STACKS_START + SAMPLE_NBYTES), 0);
    ticks(&one, 1, 2, true);
    ticks(&one, 2, 1, true);
    prof_flush(&one); /* it is full */
    prof_init(&child);
    prof_fork(&prof, &child);
    struct thread its = {.frame = &frames[1], .profile = &child};
    this_thread = &its;
    prof_flush(&its);
    CHECK_EQ(stacks_used(), PROF_STACKS_START);
    ticks(&its, 3, 1, true);
    CHECK_EQ(stat_of(&its).ps_counted, 1);
    CHECK_EQ(stack_number(0)->ps_pc[0], 1006);
}

/* ---- a record ---- */

/* One tick is counted in the program's own session and in the record, and each is turned on and off
 * without the other. */
static void test_both(void)
{
    begin();
    begin_record(record_buf);
    ticks(&one, 1, 2, true);
    CHECK_EQ(record_buf[1], 0);
    CHECK(!prof_is_flushed(&one));
    prof_flush(&one);
    CHECK(prof_is_flushed(&one));
    CHECK_EQ(record_buf[1], 2);
    CHECK_EQ(stat_of(&one).ps_serial, 0);

    CHECK_EQ(on(&one, buf), 0);
    ticks(&one, 1, 3, false);
    prof_missed(&one, 4);
    CHECK(!prof_is_flushed(&one));
    prof_flush(&one);
    CHECK(prof_is_flushed(&one));
    CHECK_EQ(buf[1], 3);
    CHECK_EQ(record_buf[1], 5);
    CHECK_EQ(stat_of(&one).ps_missed, 4);

    ticks(&one, 2, 1, true);
    struct profstat st = end_record(&one);
    CHECK_EQ(st.ps_reason, PROF_CALL);
    CHECK_EQ(st.ps_user, 3);
    CHECK_EQ(st.ps_system, 3);
    CHECK_EQ(st.ps_counted, 6);
    CHECK_EQ(st.ps_missed, 4);
    CHECK_EQ(st.ps_serial, 1);
    CHECK_EQ(record_buf[2], 1);
    CHECK_EQ(stat_of(&one).ps_state, PROF_ON);
    ticks(&one, 2, 1, true);
    CHECK_EQ(one.work, WORK_PROF);
    CHECK_EQ(stat_of(&one).ps_counted, 5);
    CHECK_EQ(record_buf[2], 1);
    CHECK_EQ(end_record(&one).ps_counted, 6); /* ended already: the same */
}

/* Ticks that the program's own session drops, since it was turned off, replaced or ended by exec,
 * are in the record. */
static void test_dropped_and_recorded(void)
{
    begin();
    begin_record(record_buf);
    CHECK_EQ(on(&one, buf), 0);
    ticks(&one, 1, 4, true);
    CHECK_EQ(on(&two, other_buf), 0);
    ticks(&one, 1, 1, true);
    ticks(&one, 2, 1, true);
    off(&two);
    ticks(&one, 3, 1, true);
    prof_flush(&one);
    prof_flush(&one);
    CHECK_EQ(buf[1] + other_buf[1] + other_buf[2], 0);
    CHECK_EQ(record_buf[1], 5);
    CHECK_EQ(record_buf[2], 1);
    CHECK_EQ(record_buf[3], 1);

    CHECK_EQ(on(&one, buf), 0);
    ticks(&one, 5, 1, true);
    prof_exec(&one);
    CHECK_EQ(buf[5], 1);
    ticks(&one, 5, 1, true);
    struct profstat st = end_record(&one);
    CHECK_EQ(st.ps_counted, 9);
    CHECK_EQ(record_buf[5], 2);
    CHECK_EQ(buf[5], 1);
}

/* What is pending elsewhere when another process ends the record is in no count, and not in the
 * next record. */
static void test_record_of_another(void)
{
    begin();
    begin_record(record_buf);
    ticks(&one, 1, 2, true);
    prof_flush(&one);
    ticks(&one, 1, 3, true);
    CHECK_EQ(end_record(&stranger).ps_counted, 2);
    prof_flush(&one);
    CHECK_EQ(record_buf[1], 2);
    ticks(&one, 1, 3, true);
    CHECK_EQ(one.work, 0);

    begin_record(record_buf);
    ticks(&one, 1, 3, true);
    end_record(&stranger);
    begin_record(record_buf);
    ticks(&one, 2, 1, true);
    struct profstat st = end_record(&one);
    CHECK_EQ(st.ps_counted, 1);
    CHECK_EQ(record_buf[1], 2);
    CHECK_EQ(record_buf[2], 1);
}

/* A fault ends the session whose counter it is. */
static void test_fault_of_one(void)
{
    begin();
    begin_record(record_buf);
    struct prof_histogram empty = {
        .counters = (uint64_t)buf, .nbytes = 0, .offset = 0, .scale = 65536};
    struct prof_table table = prof_table_single(&empty);
    CHECK_EQ(prof_set(&one, &table), 0);
    ticks(&one, 1, 1, true);
    memory_gone = resolvable = true;
    in_fault = tick_again;
    prof_flush(&one);
    CHECK_EQ(faults, 1);
    CHECK_EQ(record_buf[1], 1);
    CHECK_EQ(record_buf[6], 2);
    memory_gone = true;
    resolvable = false;
    ticks(&one, 1, 1, true);
    prof_flush(&one);
    CHECK_EQ(stat_of(&one).ps_state, PROF_ON);
    CHECK_EQ(stat_of(&one).ps_outside, 4);
    struct profstat st = end_record(&one);
    CHECK_EQ(st.ps_reason, PROF_FAULT);
    CHECK_EQ(st.ps_counted, 3);

    begin();
    CHECK_EQ(on(&one, buf), 0);
    struct prof_sink sink = {.kind = PROF_SINK_TABLE, .table = prof_table_single(&empty)};
    prof_record_begin(&prof, &sink);
    memory_gone = true;
    ticks(&one, 1, 1, true);
    CHECK_EQ(stat_of(&one).ps_reason, PROF_FAULT);
    memory_gone = false;
    ticks(&one, 1, 1, true);
    st = end_record(&one);
    CHECK_EQ(st.ps_outside, 2);
    CHECK_EQ(st.ps_reason, PROF_CALL);
}

/* A record does not go on in fork's child by itself; it counts the fork. */
static void test_fork_recorded(void)
{
    static struct profile child;
    begin();
    begin_record(record_buf);
    prof_init(&child);
    prof_fork(&prof, &child);
    struct thread its = {.frame = &frames[1], .profile = &child};
    ticks(&its, 1, 1, true);
    CHECK_EQ(its.work, 0);
    CHECK_EQ(stat_of(&one).ps_forked, 0);
    CHECK_EQ(end_record(&one).ps_forked, 1);
    prof_fork(&prof, &child);
    CHECK_EQ(end_record(&one).ps_forked, 1);

    begin_record(record_buf); /* its counts end early, as memory is out, and it does not */
    memory_gone = true;
    resolvable = false;
    ticks(&one, 1, 1, true);
    prof_flush(&one);
    prof_fork(&prof, &child);
    struct profstat st = end_record(&one);
    CHECK_EQ(st.ps_reason, PROF_FAULT);
    CHECK_EQ(st.ps_forked, 1);
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
        prof_flush(&thread);
        if (i % 1000 == 0)
            stat_of(&thread);
    }
    return NULL;
}

static bool all_ended;

/* Turns the program's own session on and off all the time. */
static void *toggle_own(void *arg)
{
    struct thread thread = {.profile = &prof};
    (void)arg;
    while (!__atomic_load_n(&all_ended, __ATOMIC_RELAXED)) {
        CHECK_EQ(on(&thread, buf), 0);
        CHECK_EQ(on(&thread, other_buf), 0);
        off(&thread);
    }
    return NULL;
}

/* From another process, begins and ends a record all the time: what it says is in the counters. */
static void *toggle_record(void *arg)
{
    (void)arg;
    do {
        memset(record_buf, 0, sizeof(record_buf));
        begin_record(record_buf);
        struct profstat st = end_record(&stranger);
        CHECK_EQ(st.ps_counted, (uint64_t)record_buf[0] + record_buf[1]);
    } while (!__atomic_load_n(&all_ended, __ATOMIC_RELAXED));
    return NULL;
}

static void run_threads(void *(*beside)(void *arg))
{
    all_ended = false;
    pthread_t threads[THREADS], another;
    if (beside)
        CHECK_EQ(pthread_create(&another, NULL, beside, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_create(&threads[i], NULL, work, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        CHECK_EQ(pthread_join(threads[i], NULL), 0);
    __atomic_store_n(&all_ended, true, __ATOMIC_RELAXED);
    if (beside)
        CHECK_EQ(pthread_join(another, NULL), 0);
}

/* Each of the threads' ticks is at one place, once. */
static void test_parallel_samples(void)
{
    static uint64_t many[THREADS * ROUNDS + 1];
    begin_samples();
    CHECK_EQ(sample_into(many, THREADS * ROUNDS + 1), 0);
    run_threads(NULL);
    struct profstat st = stat_of(&one);
    CHECK_EQ(st.ps_counted, THREADS * ROUNDS);
    CHECK_EQ(sample_into(NULL, 0), THREADS * ROUNDS);
    int at_10 = 0;
    for (int i = 0; i < THREADS * ROUNDS; i++) {
        CHECK(many[i] == 10 || many[i] == 1000 || many[i] == 1002);
        at_10 += many[i] == 10;
    }
    CHECK_EQ(at_10, THREADS * ROUNDS / 4);
    CHECK_EQ(many[THREADS * ROUNDS], 0);
}

static void check_all_counted(const struct profstat *st, const uint16_t *counters)
{
    CHECK_EQ(st->ps_user, THREADS * ROUNDS / 3 * 2);
    CHECK_EQ(st->ps_system, THREADS * ROUNDS / 3);
    CHECK_EQ(st->ps_outside, THREADS * ROUNDS / 4);
    CHECK_EQ(st->ps_missed, THREADS * ROUNDS);
    CHECK_EQ(counters[0] + counters[1], 2 * 65535);
    CHECK_EQ(st->ps_counted, 2 * 65535);
}

static void test_parallel(void)
{
    begin();
    CHECK_EQ(on(&one, buf), 0);
    run_threads(NULL);
    struct profstat st = stat_of(&one);
    check_all_counted(&st, buf);
    CHECK_EQ(prof.ticks[true], THREADS * ROUNDS / 3 * 2);
}

/* Each tick is in the record, whichever of the program's own sessions it belongs to, if any. */
static void test_parallel_record(void)
{
    begin();
    begin_record(record_buf);
    run_threads(toggle_own);
    struct profstat st = end_record(&one);
    check_all_counted(&st, record_buf);
}

/* And in the program's own session, whatever is done with records. */
static void test_parallel_own(void)
{
    begin();
    CHECK_EQ(on(&one, buf), 0);
    run_threads(toggle_record);
    struct profstat st = stat_of(&one);
    check_all_counted(&st, buf);
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
    test_samples();
    test_samples_fault();
    test_samples_and_others();
    test_stacks();
    test_stacks_fault();
    test_stacks_fork();
    test_both();
    test_dropped_and_recorded();
    test_record_of_another();
    test_fault_of_one();
    test_fork_recorded();
    test_parallel();
    test_parallel_record();
    test_parallel_own();
    test_parallel_samples();
    CHECK_EQ(pages_used, 0);
    return 0;
}
