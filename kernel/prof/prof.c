/*
 * profil(2): the two halves of a tick, and the state behind the calls.
 *
 * The interrupt half notes (pc, mode) in the thread and sets WORK_PROF; the task half, on the way
 * back to user mode, increments.  It tries under prof.lock, where a page fault just fails; if it
 * does, it releases the lock, has the fault handled like the program's own write (a page not yet
 * there, a page that fork shared), and tries again.  A fault that cannot be handled turns
 * profiling off; the program goes on.
 *
 * Every tick of a profiled process enters the counts of struct profstat exactly once, in the same
 * step as its counter, so  counted + outside + full == user + system  holds at any moment.
 *
 * Two cases lose a tick from those counts, both by intent: the profile it belongs to was turned off
 * or replaced by another thread before it was binned (generation), or its counter's page is gone
 * (PROF_FAULT).  times(2) has it all the same.
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

/* What the thread owes to the profile that is on; NULL if none is.  One look at the generation
 * tells both whether it is on and which one it is: were they two, another CPU could turn it off in
 * between, and the tick be taken for the next one's. */
static struct prof_pending *pending_of(struct thread *thread, const struct prof *prof)
{
    uint32_t generation = __atomic_load_n(&prof->generation, __ATOMIC_RELAXED);
    if (!is_on(generation))
        return NULL;
    if (thread->owed.generation != generation) {
        thread->owed.generation = generation;
        thread->owed.count = 0;
        thread->owed.missed = 0;
    }
    __atomic_or_fetch(&thread->work, WORK_PROF, __ATOMIC_RELAXED);
    return &thread->owed;
}

/* Of these, the ticks at that pc. */
static struct prof_ticks *ticks_at(struct prof_pending *owed, uint64_t pc)
{
    for (uint32_t i = 0; i < owed->count; i++)
        if (owed->entry[i].pc == pc)
            return &owed->entry[i];
    assert(owed->count < PROF_PENDING_MAX); /* see prof.h: why there are so few */
    struct prof_ticks *fresh = &owed->entry[owed->count++];
    *fresh = (struct prof_ticks){.pc = pc};
    return fresh;
}

void prof_tick(struct thread *thread, bool user)
{
    struct prof *prof = thread->profile;
    if (!prof)
        return; /* one of the kernel's own threads: charged to no process */
    __atomic_fetch_add(user ? &prof->user_ticks : &prof->system_ticks, 1, __ATOMIC_RELAXED);
    struct prof_pending *owed = pending_of(thread, prof);
    if (!owed)
        return;
    struct prof_ticks *ticks = ticks_at(owed, arch_frame_pc(thread->frame));
    if (user)
        ticks->user++;
    else
        ticks->system++;
}

void prof_missed(struct thread *thread, uint64_t n)
{
    struct prof_pending *owed = thread->profile ? pending_of(thread, thread->profile) : NULL;
    if (owed)
        owed->missed += n;
}

/* ---- the task half ---- */

/* The user address of a pc's counter, or NULL. */
static uint16_t *counter_of(const struct prof_region *r, uint64_t pc)
{
    uint64_t counter;
    if (!prof_bin(pc, r->offset, r->scale, r->nbytes, &counter))
        return NULL;
    return (uint16_t *)r->counters + counter;
}

/* [prof->lock] Puts the ticks of one pc where they belong: 0; or -EFAULT, with nothing changed. */
static int count(struct prof *prof, const struct prof_ticks *ticks)
{
    struct profstat *stat = &prof->stat;
    uint32_t n = ticks->user + ticks->system;
    uint16_t *counter = counter_of(&prof->region, ticks->pc);
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
static void turn_on(struct prof *prof, const struct prof_region *region)
{
    prof->region = *region;
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

/* Makes the page of the pc's counter writable, as a write by the program would; [prof->lock] is
 * released meanwhile.  If that cannot be, the profile ends. */
__attribute__((noinline)) static void resolve_fault(struct thread *thread, struct prof *prof,
                                                    uint64_t pc)
{
    uint32_t generation = prof->generation;
    uint64_t addr = (uint64_t)counter_of(&prof->region, pc);
    spin_unlock(&prof->lock);
    int error = space_fault(thread->space, addr, SPACE_WRITE);
    spin_lock(&prof->lock);
    if (error && prof->generation == generation)
        turn_off(prof, PROF_FAULT);
}

/* [prof->lock] Nothing is owed when it returns.  The lock keeps interrupts off, and so ticks away
 * from what is owed; while a fault is handled without it, ticks may come, and even be for the same
 * entry. */
static inline void settle(struct thread *thread, struct prof *prof)
{
    struct prof_pending *owed = &thread->owed;
    __atomic_and_fetch(&thread->work, ~WORK_PROF, __ATOMIC_RELAXED); /* before looking */
    for (uint32_t n; (n = owed->count) > 0 && owed->generation == prof->generation;) {
        const struct prof_ticks *last = &owed->entry[n - 1];
        if (count(prof, last) == 0)
            owed->count = n - 1;
        else
            resolve_fault(thread, prof, last->pc);
    }
    if (owed->missed && owed->generation == prof->generation)
        prof->stat.ps_missed += owed->missed;
    owed->count = 0; /* what is left is of an earlier profile */
    owed->missed = 0;
}

void prof_flush(struct thread *thread)
{
    struct prof *prof = thread->profile;
    spin_lock(&prof->lock);
    settle(thread, prof);
    spin_unlock(&prof->lock);
}

/* ---- process events ---- */

void prof_fork(struct prof *parent, struct prof *child)
{
    spin_lock(&parent->lock);
    if (is_on(parent->generation)) {
        parent->stat.ps_forked++;
        turn_on(child, &parent->region);
    }
    spin_unlock(&parent->lock);
}

void prof_exec(struct thread *thread)
{
    struct prof *prof = thread->profile;
    spin_lock(&prof->lock);
    settle(thread, prof);
    if (is_on(prof->generation))
        turn_off(prof, PROF_EXEC);
    spin_unlock(&prof->lock);
}

/* ---- the calls ---- */

int prof_set(struct thread *thread, const struct prof_region *region)
{
    struct prof *prof = thread->profile;
    if (region->scale > PROF_SCALE_MAX || (region->scale != 0 && region->counters % 2 != 0))
        return -EINVAL;
    bool writable = region->scale == 0 || region->nbytes == 0 ||
                    space_allows(thread->space, region->counters, region->nbytes, SPACE_WRITE);
    spin_lock(&prof->lock);
    settle(thread, prof); /* to the last tick: one between this and the change would be lost */
    if (!writable)
        turn_off(prof, PROF_FAULT);
    else if (region->scale != 0)
        turn_on(prof, region);
    else if (is_on(prof->generation))
        turn_off(prof, PROF_CALL);
    spin_unlock(&prof->lock);
    return writable ? 0 : -EFAULT;
}

void prof_stat(struct thread *thread, struct profstat *stat)
{
    struct prof *prof = thread->profile;
    spin_lock(&prof->lock);
    settle(thread, prof);
    *stat = prof->stat;
    stat->ps_serial = (prof->generation + 1) / 2;
    stat->ps_state = is_on(prof->generation) ? PROF_ON : PROF_OFF;
    spin_unlock(&prof->lock);
    stat->ps_hz = clock_hz();
    stat->ps_flags = clock_skids() ? PROF_SKID : 0;
}
