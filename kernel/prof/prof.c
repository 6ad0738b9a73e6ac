/*
 * profil(2): the two halves of a tick, and the state behind the calls.
 *
 * The interrupt half records pc and mode in the thread and sets WORK_PROF.  The task half, before
 * the thread returns to user mode, finds the counter (prof/table.h) and increments it.  It tries
 * this with prof.lock held, when a page fault is not handled: the increment then fails and changes
 * nothing.  After a failure it releases the lock, has the fault handled like a write by the program
 * itself (a page that is not there yet, a page that fork shared), and tries again.  If the fault
 * cannot be handled, profiling is turned off, and the program goes on.
 *
 * Every tick of a profiled process enters the counts of struct profstat exactly once, in the same
 * step as its counter, so  counted + outside + full == user + system  holds at any moment.
 *
 * In two cases a tick is intentionally left out of those counts: another thread turned off or
 * replaced the profile while the tick was pending (generation), or the page of its counter is gone
 * (PROF_FAULT).  It is in times(2) all the same.
 */
#include "prof/prof.h"
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "sched/clock.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include "vm/space.h"
#include <abi/errno.h>

void prof_init(struct profile *prof)
{
    *prof = (struct profile){.lock = SPINLOCK_INIT("profile")};
}

static bool is_on(uint32_t generation)
{
    return generation % 2 != 0;
}

/* ---- the interrupt half ---- */

/* The thread's pending ticks of the profile that is on, those of an earlier one dropped; NULL if
 * none is on.  The generation says both whether one is on and which it is, and is read once: if it
 * were read twice, another CPU could turn the profile off in between, and the tick would count for
 * the next profile. */
static struct prof_pending *pending_of(struct thread *thread, const struct profile *prof)
{
    uint32_t generation = __atomic_load_n(&prof->generation, __ATOMIC_RELAXED);
    if (!is_on(generation))
        return NULL;
    if (thread->pending_ticks.generation != generation) {
        thread->pending_ticks.generation = generation;
        thread->pending_ticks.count = 0;
        thread->pending_ticks.missed = 0;
    }
    __atomic_or_fetch(&thread->work, WORK_PROF, __ATOMIC_RELAXED);
    return &thread->pending_ticks;
}

/* The entry for this pc, a new one if there is none. */
static struct prof_ticks *ticks_at(struct prof_pending *pending, uint64_t pc)
{
    struct prof_ticks *ticks = pending->entry;
    for (uint32_t left = pending->count; left > 0; left--, ticks++)
        if (ticks->pc == pc)
            return ticks;
    assert(pending->count < PROF_PENDING_MAX); /* see prof.h: why there are so few */
    pending->count++;
    *ticks = (struct prof_ticks){.pc = pc};
    return ticks;
}

void prof_tick(struct thread *thread, bool user)
{
    struct profile *prof = thread->profile;
    if (!prof)
        return; /* one of the kernel's own threads: charged to no process */
    __atomic_fetch_add(&prof->ticks[user], 1, __ATOMIC_RELAXED);
    if (prof->timed)
        __atomic_or_fetch(&thread->work, WORK_ITIMER, __ATOMIC_RELAXED);
    struct prof_pending *pending = pending_of(thread, prof);
    if (!pending)
        return;
    struct prof_ticks *ticks = ticks_at(pending, arch_frame_pc(thread->frame));
    if (user)
        ticks->user++;
    else
        ticks->system++;
}

void prof_missed(struct thread *thread, uint64_t n)
{
    struct prof_pending *pending = thread->profile ? pending_of(thread, thread->profile) : NULL;
    if (pending)
        pending->missed += n;
}

/* ---- the task half ---- */

/* [prof->lock] A new profile begins, whose table is now the profile's: its counts start at 0. */
static void turn_on(struct profile *prof, const struct prof_table *table)
{
    prof_table_free(&prof->table);
    prof->table = *table;
    prof->stat = (struct profstat){0};
    __atomic_store_n(&prof->generation, (prof->generation + 1) | 1, __ATOMIC_RELAXED);
}

/* [prof->lock] */
static void turn_off(struct profile *prof, uint32_t reason)
{
    if (is_on(prof->generation))
        __atomic_store_n(&prof->generation, prof->generation + 1, __ATOMIC_RELAXED);
    prof_table_free(&prof->table);
    prof->stat.ps_reason = reason;
}

/* Adds n to the counter at that user address; usercopy.h says what it returns. */
static int64_t add(const struct prof_table *table, uint64_t counter, uint32_t n)
{
    return table->wide ? count_user_u32((uint32_t *)counter, n, table->ceiling)
                       : count_user_u16((uint16_t *)counter, n, table->ceiling);
}

/* [prof->lock] The ticks filled their counter, or found it full. */
__attribute__((noinline)) static void count_full(struct profile *prof, uint32_t counted,
                                                 uint32_t left)
{
    prof->stat.ps_counted += counted;
    prof->stat.ps_full += left;
    if (prof->table.stops)
        turn_off(prof, PROF_FULL);
}

/* [prof->lock] Adds the ticks at one pc to its counter, if it has one, and to the counts: 0; or
 * -EFAULT, with nothing changed. */
static int count(struct profile *prof, const struct prof_ticks *ticks)
{
    struct profstat *stat = &prof->stat;
    uint64_t counter = prof_table_find(&prof->table, ticks->pc);
    uint32_t n = ticks->user + ticks->system;
    if (!counter) {
        stat->ps_outside += n;
    } else {
        int64_t room = add(&prof->table, counter, n);
        if (room > n)
            stat->ps_counted += n;
        else if (room >= 0)
            count_full(prof, room, n - room);
        else
            return room;
    }
    stat->ps_user += ticks->user;
    stat->ps_system += ticks->system;
    return 0;
}

/* [prof->lock] Handles the page fault at the pc's counter like one of the program's own, with the
 * lock released meanwhile.  If that fails, and the profile is still the same, it is turned off. */
__attribute__((noinline)) static void resolve_fault(struct thread *thread, struct profile *prof,
                                                    uint64_t pc)
{
    uint32_t generation = prof->generation;
    uint64_t counter = prof_table_find(&prof->table, pc);
    spin_unlock(&prof->lock);
    int error = space_fault(thread->space, counter, SPACE_WRITE);
    spin_lock(&prof->lock);
    if (error && prof->generation == generation)
        turn_off(prof, PROF_FAULT);
}

/* Returns the calling thread's profile, locked, with nothing pending.  While the lock is held
 * interrupts are off, so that no tick is added to what is pending; while resolve_fault() has
 * released it, some may be, even to the entry that is being counted.  So each iteration looks at
 * the last entry again. */
static struct profile *lock_flushed(struct thread *thread)
{
    struct profile *prof = thread->profile;
    struct prof_pending *pending = &thread->pending_ticks;
    spin_lock(&prof->lock);
    __atomic_and_fetch(&thread->work, ~WORK_PROF, __ATOMIC_RELAXED); /* before looking */
    while (pending->count > 0 && pending->generation == prof->generation) {
        const struct prof_ticks *last = &pending->entry[pending->count - 1];
        if (count(prof, last) == 0)
            pending->count--;
        else
            resolve_fault(thread, prof, last->pc);
    }
    if (pending->missed > 0 && pending->generation == prof->generation)
        prof->stat.ps_missed += pending->missed;
    pending->count = 0; /* what is left is of an earlier profile */
    pending->missed = 0;
    return prof;
}

/* Flattened, since it is this caller that runs at each tick. */
__attribute__((flatten)) void prof_flush(struct thread *thread)
{
    spin_unlock(&lock_flushed(thread)->lock);
}

/* ---- process events ---- */

void prof_fork(struct profile *parent, struct profile *child)
{
    spin_lock(&parent->lock);
    if (is_on(parent->generation)) {
        parent->stat.ps_forked++;
        struct prof_table table = prof_table_copy(&parent->table);
        turn_on(child, &table);
    }
    spin_unlock(&parent->lock);
}

void prof_exec(struct thread *thread)
{
    struct profile *prof = lock_flushed(thread);
    if (is_on(prof->generation))
        turn_off(prof, PROF_EXEC);
    spin_unlock(&prof->lock);
}

/* ---- the calls ---- */

static bool is_writable(struct space *space, const struct prof_histogram *h)
{
    return h->nbytes == 0 || space_allows(space, h->counters, h->nbytes, SPACE_WRITE);
}

/* Lets others run in between: each look takes a time proportional to the space's regions. */
static bool all_writable(struct thread *thread, const struct prof_table *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        if (!is_writable(thread->space, prof_table_at(table, i)))
            return false;
        if (__atomic_load_n(&thread->work, __ATOMIC_RELAXED) & WORK_RESCHED)
            sched_yield();
    }
    return is_writable(thread->space, &table->overflow);
}

int prof_set(struct thread *thread, struct prof_table *table)
{
    if (!all_writable(thread, table)) {
        prof_table_free(table);
        prof_stop(thread, PROF_FAULT);
        return -EFAULT;
    }
    struct profile *prof = lock_flushed(thread); /* no tick is lost between this and the change */
    turn_on(prof, table);
    spin_unlock(&prof->lock);
    return 0;
}

void prof_stop(struct thread *thread, uint32_t reason)
{
    struct profile *prof = lock_flushed(thread);
    if (is_on(prof->generation) || reason == PROF_FAULT)
        turn_off(prof, reason);
    spin_unlock(&prof->lock);
}

void prof_stat(struct thread *thread, struct profstat *stat)
{
    struct profile *prof = lock_flushed(thread);
    *stat = prof->stat;
    stat->ps_serial = (prof->generation + 1) / 2;
    stat->ps_state = is_on(prof->generation) ? PROF_ON : PROF_OFF;
    spin_unlock(&prof->lock);
    stat->ps_hz = clock_hz();
    stat->ps_flags = clock_skids() ? PROF_SKID : 0;
}

void prof_destroy(struct profile *prof)
{
    if (is_on(prof->generation))
        prof_table_free(&prof->table);
}
