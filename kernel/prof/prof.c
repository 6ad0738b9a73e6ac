/*
 * profil(2): the two halves of a tick, and the state behind the calls.
 *
 * The interrupt half records pc and mode in the thread and sets WORK_PROF.  The task half, before
 * the thread returns to user mode, finds the counter (prof/bin.c) and increments it.  It tries this
 * with prof.lock held, when a page fault is not handled: the increment then fails and changes
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
#include "prof/bin.h"
#include "sched/clock.h"
#include "sched/thread.h"
#include "vm/space.h"
#include <abi/errno.h>

void prof_init(struct prof *prof)
{
    *prof = (struct prof){.lock = SPINLOCK_INIT("profile")};
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
static struct prof_pending *pending_of(struct thread *thread, const struct prof *prof)
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
    for (uint32_t i = 0; i < pending->count; i++)
        if (pending->entry[i].pc == pc)
            return &pending->entry[i];
    assert(pending->count < PROF_PENDING_MAX); /* see prof.h: why there are so few */
    struct prof_ticks *fresh = &pending->entry[pending->count++];
    *fresh = (struct prof_ticks){.pc = pc};
    return fresh;
}

void prof_tick(struct thread *thread, bool user)
{
    struct prof *prof = thread->profile;
    if (!prof)
        return; /* one of the kernel's own threads: charged to no process */
    __atomic_fetch_add(user ? &prof->user_ticks : &prof->system_ticks, 1, __ATOMIC_RELAXED);
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

/* The user address of a pc's counter, or NULL. */
static uint16_t *counter_of(const struct prof_histogram *h, uint64_t pc)
{
    uint64_t counter;
    if (!prof_bin(pc, h->offset, h->scale, h->nbytes, &counter))
        return NULL;
    return (uint16_t *)h->counters + counter;
}

/* [prof->lock] Adds the ticks at one pc to its counter and to the counts: 0; or -EFAULT, with
 * nothing changed. */
static int count(struct prof *prof, const struct prof_ticks *ticks)
{
    struct profstat *stat = &prof->stat;
    uint32_t n = ticks->user + ticks->system;
    uint16_t *counter = counter_of(&prof->histogram, ticks->pc);
    if (counter) {
        int added = count_user_u16(counter, n < UINT16_MAX ? n : UINT16_MAX);
        if (added < 0)
            return added;
        stat->ps_counted += added;
        stat->ps_full += n - added;
    } else {
        stat->ps_outside += n;
    }
    stat->ps_user += ticks->user;
    stat->ps_system += ticks->system;
    return 0;
}

/* [prof->lock] A new profile begins: its counts start at 0. */
static void turn_on(struct prof *prof, const struct prof_histogram *histogram)
{
    prof->histogram = *histogram;
    prof->stat = (struct profstat){0};
    __atomic_store_n(&prof->generation, (prof->generation + 1) | 1, __ATOMIC_RELAXED);
}

/* [prof->lock] */
static void turn_off(struct prof *prof, uint32_t reason)
{
    if (is_on(prof->generation))
        __atomic_store_n(&prof->generation, prof->generation + 1, __ATOMIC_RELAXED);
    prof->stat.ps_reason = reason;
}

/* [prof->lock] Handles the page fault at the pc's counter like one of the program's own, with the
 * lock released meanwhile.  If that fails, and the profile is still the same, it is turned off. */
__attribute__((noinline)) static void resolve_fault(struct thread *thread, struct prof *prof,
                                                    uint64_t pc)
{
    uint32_t generation = prof->generation;
    uint64_t addr = (uint64_t)counter_of(&prof->histogram, pc);
    spin_unlock(&prof->lock);
    int error = space_fault(thread->space, addr, SPACE_WRITE);
    spin_lock(&prof->lock);
    if (error && prof->generation == generation)
        turn_off(prof, PROF_FAULT);
}

/* [prof->lock] Nothing is pending when it returns.  While the lock is held interrupts are off, so
 * that no tick is added to what is pending; while resolve_fault() has released it, some may be,
 * even to the entry that is being counted.  So each iteration looks at the last entry again. */
static inline void flush(struct thread *thread, struct prof *prof)
{
    struct prof_pending *pending = &thread->pending_ticks;
    __atomic_and_fetch(&thread->work, ~WORK_PROF, __ATOMIC_RELAXED); /* before looking */
    for (uint32_t n; (n = pending->count) > 0 && pending->generation == prof->generation;) {
        const struct prof_ticks *last = &pending->entry[n - 1];
        if (count(prof, last) == 0)
            pending->count = n - 1;
        else
            resolve_fault(thread, prof, last->pc);
    }
    if (pending->missed && pending->generation == prof->generation)
        prof->stat.ps_missed += pending->missed;
    pending->count = 0; /* what is left is of an earlier profile */
    pending->missed = 0;
}

void prof_flush(struct thread *thread)
{
    struct prof *prof = thread->profile;
    spin_lock(&prof->lock);
    flush(thread, prof);
    spin_unlock(&prof->lock);
}

/* ---- process events ---- */

void prof_fork(struct prof *parent, struct prof *child)
{
    spin_lock(&parent->lock);
    if (is_on(parent->generation)) {
        parent->stat.ps_forked++;
        turn_on(child, &parent->histogram);
    }
    spin_unlock(&parent->lock);
}

void prof_exec(struct thread *thread)
{
    struct prof *prof = thread->profile;
    spin_lock(&prof->lock);
    flush(thread, prof);
    if (is_on(prof->generation))
        turn_off(prof, PROF_EXEC);
    spin_unlock(&prof->lock);
}

/* ---- the calls ---- */

int prof_set(struct thread *thread, const struct prof_histogram *histogram)
{
    struct prof *prof = thread->profile;
    if (histogram->scale > PROF_SCALE_MAX ||
        (histogram->scale != 0 && histogram->counters % 2 != 0))
        return -EINVAL;
    bool writable =
        histogram->scale == 0 || histogram->nbytes == 0 ||
        space_allows(thread->space, histogram->counters, histogram->nbytes, SPACE_WRITE);
    spin_lock(&prof->lock);
    flush(thread, prof); /* to the last tick: one between this and the change would be lost */
    if (!writable)
        turn_off(prof, PROF_FAULT);
    else if (histogram->scale != 0)
        turn_on(prof, histogram);
    else if (is_on(prof->generation))
        turn_off(prof, PROF_CALL);
    spin_unlock(&prof->lock);
    return writable ? 0 : -EFAULT;
}

void prof_stat(struct thread *thread, struct profstat *stat)
{
    struct prof *prof = thread->profile;
    spin_lock(&prof->lock);
    flush(thread, prof);
    *stat = prof->stat;
    stat->ps_serial = (prof->generation + 1) / 2;
    stat->ps_state = is_on(prof->generation) ? PROF_ON : PROF_OFF;
    spin_unlock(&prof->lock);
    stat->ps_hz = clock_hz();
    stat->ps_flags = clock_skids() ? PROF_SKID : 0;
}
