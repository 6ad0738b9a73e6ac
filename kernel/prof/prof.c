/*
 * profil(2): the two halves of a tick, and the state behind the calls.
 *
 * The interrupt half notes (pc, mode) in the thread and sets WORK_PROF; the task half, on the way
 * back to user mode, increments.  It tries under prof.lock, where a page fault just fails; if it
 * does, it lets go of the lock, has the fault handled like the program's own write (a page not yet
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
#include "core/print.h"
#include "mm/space.h"
#include "prof/bin.h"
#include "sched/thread.h"
#include <abi/errno.h>

void prof_init(struct prof *prof)
{
    *prof = (struct prof){.lock = SPINLOCK_INIT("profile"), .stat.ps_hz = TICK_HZ};
}

/* ---- the interrupt half ---- */

static void owe(struct prof_pending *owed, uint64_t pc, bool user)
{
    struct prof_ticks *e = owed->entry;
    while (e < owed->entry + owed->count && e->pc != pc)
        e++;
    if (e == owed->entry + owed->count) {
        assert(owed->count < PROF_PENDING_MAX); /* see prof.h: why there are so few */
        *e = (struct prof_ticks){.pc = pc};
        owed->count++;
    }
    if (user)
        e->user++;
    else
        e->system++;
}

void prof_tick(struct thread *thread, bool user)
{
    struct prof *prof = thread->profile;
    if (!prof)
        return; /* the idle thread, or one of the kernel's: nobody's time */
    __atomic_fetch_add(user ? &prof->user_ticks : &prof->system_ticks, 1, __ATOMIC_RELAXED);
    if (!__atomic_load_n(&prof->on, __ATOMIC_ACQUIRE))
        return;
    uint32_t generation = __atomic_load_n(&prof->generation, __ATOMIC_RELAXED);
    if (thread->owed.generation != generation) {
        thread->owed.generation = generation;
        thread->owed.count = 0;
    }
    owe(&thread->owed, arch_frame_pc(thread->frame), user);
    __atomic_or_fetch(&thread->work, WORK_PROF, __ATOMIC_RELAXED);
}

/* ---- the task half ---- */

/* [prof->lock] Puts the ticks of one pc where they belong: 0; or -EFAULT, with nothing changed and
 * the counter's address stored. */
static int count(struct prof *prof, const struct prof_ticks *ticks, uint64_t *addr)
{
    const struct prof_region *r = &prof->region;
    struct profstat *stat = &prof->stat;
    uint32_t n = ticks->user + ticks->system;
    uint64_t counter;
    if (!prof_bin(ticks->pc, r->offset, r->scale, r->nbytes, &counter)) {
        stat->ps_outside += n;
    } else {
        uint16_t added;
        *addr = r->counters + 2 * counter;
        if (count_user_u16((uint16_t *)*addr, n < UINT16_MAX ? n : UINT16_MAX, &added) < 0)
            return -EFAULT;
        stat->ps_counted += added;
        stat->ps_full += n - added;
    }
    stat->ps_user += ticks->user;
    stat->ps_system += ticks->system;
    return 0;
}

/* [prof->lock] */
static void turn_off(struct prof *prof, uint32_t reason)
{
    __atomic_store_n(&prof->on, false, __ATOMIC_RELEASE);
    prof->generation++;
    prof->stat.ps_state = PROF_OFF;
    prof->stat.ps_reason = reason;
}

/* Has the counter's page made writable, as a write by the program would; [prof->lock] is let go
 * meanwhile.  If that cannot be, the profile ends. */
static void resolve_fault(struct thread *thread, struct prof *prof, uint64_t addr)
{
    uint32_t generation = prof->generation;
    spin_unlock(&prof->lock);
    int error = space_fault(thread->space, addr, SPACE_WRITE);
    spin_lock(&prof->lock);
    if (error && prof->generation == generation)
        turn_off(prof, PROF_FAULT);
}

/* The lock keeps interrupts off, and so ticks away from what is owed; while a fault is handled
 * without it, ticks may come, and even be for the same entry. */
void prof_flush(struct thread *thread)
{
    struct prof *prof = thread->profile;
    struct prof_pending *owed = &thread->owed;
    uint64_t addr;
    __atomic_and_fetch(&thread->work, ~WORK_PROF, __ATOMIC_RELAXED); /* before looking */
    spin_lock(&prof->lock);
    while (owed->count > 0 && owed->generation == prof->generation) {
        if (count(prof, &owed->entry[owed->count - 1], &addr) == 0)
            owed->count--;
        else
            resolve_fault(thread, prof, addr);
    }
    owed->count = 0; /* what is left is of an earlier profile */
    spin_unlock(&prof->lock);
}

/* ---- process events ---- */

void prof_fork(struct prof *parent, struct prof *child)
{
    prof_init(child);
    spin_lock(&parent->lock);
    child->region = parent->region;
    child->on = parent->on;
    child->stat.ps_state = parent->stat.ps_state;
    spin_unlock(&parent->lock);
}

void prof_exec(struct thread *thread)
{
    struct prof *prof = thread->profile;
    prof_flush(thread);
    spin_lock(&prof->lock);
    if (prof->on)
        turn_off(prof, PROF_EXEC);
    spin_unlock(&prof->lock);
}

/* ---- the calls ---- */

/* [prof->lock] A new profile begins: its counts start at 0. */
static void turn_on(struct prof *prof, const struct prof_region *region)
{
    prof->generation++;
    prof->region = *region;
    prof->stat = (struct profstat){.ps_hz = TICK_HZ, .ps_state = PROF_ON};
    __atomic_store_n(&prof->on, true, __ATOMIC_RELEASE);
}

int prof_set(struct thread *thread, const struct prof_region *region)
{
    struct prof *prof = thread->profile;
    if (region->scale > PROF_SCALE_MAX || (region->scale != 0 && region->counters % 2 != 0))
        return -EINVAL;
    prof_flush(thread);
    bool writable = region->scale == 0 || region->nbytes == 0 ||
                    space_allows(thread->space, region->counters, region->nbytes, SPACE_WRITE);
    spin_lock(&prof->lock);
    if (!writable)
        turn_off(prof, PROF_FAULT);
    else if (region->scale != 0)
        turn_on(prof, region);
    else if (prof->on)
        turn_off(prof, PROF_CALL);
    spin_unlock(&prof->lock);
    return writable ? 0 : -EFAULT;
}

void prof_stat(struct thread *thread, struct profstat *stat)
{
    struct prof *prof = thread->profile;
    prof_flush(thread);
    spin_lock(&prof->lock);
    *stat = prof->stat;
    spin_unlock(&prof->lock);
}
