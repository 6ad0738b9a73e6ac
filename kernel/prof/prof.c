/*
 * profil(2): the two halves of a tick, and the state behind the calls.
 *
 * The interrupt half records pc and mode in the thread and sets WORK_PROF.  The task half, before
 * the thread returns to user mode, finds the counter (prof/table.h) and increments it.  It tries
 * this with the session's lock held, when a page fault is not handled: the increment then fails and
 * changes nothing.  After a failure it releases the lock, has the fault handled like a write by the
 * program itself (a page that is not there yet, a page that fork shared), and tries again.  If the
 * fault cannot be handled, the session is turned off, and the program goes on.
 *
 * A record has its own lock, pending ticks and counts, so that neither session knows of the other;
 * the only code for both is the tick's.
 *
 * Every tick of a session enters its counts, struct profstat, exactly once, in the same step as its
 * counter, so  counted + outside + full == user + system  holds at any moment.
 *
 * In two cases a tick is intentionally left out of those counts: another thread turned off or
 * replaced the session's sink while the tick was pending (generation), or the page of its counter
 * is gone (PROF_FAULT).  times(2) still counts it.
 */
#include "prof/prof.h"
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "core/panic.h"
#include "prof/table_find.h"
#include "sched/clock.h"
#include "sched/thread.h"
#include "vm/space.h"
#include <abi/errno.h>

void prof_init(struct profile *prof)
{
    *prof = (struct profile){.session[PROF_OWN].lock = SPINLOCK_INIT("profile"),
                             .session[PROF_RECORD].lock = SPINLOCK_INIT("record")};
}

static bool is_on(uint32_t generation)
{
    return generation % 2 != 0;
}

/* ---- the interrupt half ---- */

/* The thread's pending ticks of the session, those of an earlier generation dropped; NULL if it is
 * off.  The generation is read once: it says both whether the session is on and which sink it has.
 * Between two readings another CPU could turn the session off and on, and the tick would count for
 * the next sink. */
static struct prof_pending *pending_of(struct thread *thread, const struct profile *prof,
                                       enum prof_session_kind which)
{
    uint32_t generation = __atomic_load_n(&prof->session[which].generation, __ATOMIC_ACQUIRE);
    if (!is_on(generation))
        return NULL;
    struct prof_pending *pending = &thread->pending_ticks[which];
    if (pending->generation != generation) {
        pending->generation = generation;
        pending->count = 0;
        pending->missed = 0;
    }
    __atomic_or_fetch(&thread->work, WORK_PROF, __ATOMIC_RELAXED);
    return pending;
}

/* The entry for the place that the thread is at, a new one if there is none. */
static struct prof_ticks *ticks_at(struct prof_pending *pending, const struct trap_frame *frame,
                                   bool is_stack)
{
    struct prof_ticks *ticks = pending->entry;
    for (uint32_t left = pending->count; left > 0; left--, ticks++)
        if (ticks->place.pc == arch_frame_pc(frame))
            return ticks;
    assert(pending->count < PROF_PENDING_MAX); /* see prof.h: why there are so few */
    pending->count++;
    ticks->n[false] = ticks->n[true] = 0;
    ticks->place.pc = arch_frame_pc(frame);
    if (is_stack)
        ticks->place = arch_frame_place(frame);
    return ticks;
}

/* The sink is looked at after the generation.  So if it is another by then, the generation is as
 * well, and the tick will be dropped. */
static inline void tick(struct thread *thread, const struct profile *prof,
                        enum prof_session_kind which, size_t mode)
{
    struct prof_pending *pending = pending_of(thread, prof, which);
    const struct prof_sink *sink = &prof->session[which].sink;
    if (!pending)
        return;
    bool is_stack = __atomic_load_n(&sink->kind, __ATOMIC_RELAXED) == PROF_SINK_STACKS;
    ticks_at(pending, thread->frame, is_stack)->n[mode]++;
}

void prof_tick(struct thread *thread, bool user)
{
    struct profile *prof = thread->profile;
    size_t mode = user;
    if (!prof) {
        prof_missed(thread, 1);
        return;
    }
    __atomic_fetch_add(&prof->ticks[mode], 1, __ATOMIC_RELAXED);
    if (prof->timed)
        __atomic_or_fetch(&thread->work, WORK_ITIMER, __ATOMIC_RELAXED);
    tick(thread, prof, PROF_OWN, mode);
    tick(thread, prof, PROF_RECORD, mode);
}

static void missed(struct thread *thread, enum prof_session_kind which, uint64_t n)
{
    struct prof_pending *pending = pending_of(thread, thread->profile, which);
    if (pending)
        pending->missed += n;
}

/* The thread has left its process, and will not come to where pending ticks are flushed. */
static void missed_at_end(struct profile *prof, uint64_t n)
{
    for (int i = 0; i < PROF_SESSIONS; i++) {
        struct prof_session *session = &prof->session[i];
        spin_lock(&session->lock);
        if (is_on(session->generation))
            session->stat.ps_missed += n;
        spin_unlock(&session->lock);
    }
}

void prof_missed(struct thread *thread, uint64_t n)
{
    if (thread->left)
        missed_at_end(thread->left, n);
    if (!thread->profile)
        return; /* one of the kernel's own threads: charged to no process */
    missed(thread, PROF_OWN, n);
    missed(thread, PROF_RECORD, n);
}

/* ---- the task half ---- */

static void free_sink(struct prof_sink *sink)
{
    if (sink->kind == PROF_SINK_TABLE)
        prof_table_free(&sink->table);
    *sink = (struct prof_sink){.kind = PROF_SINK_TABLE};
}

/* A second sink of the same kind, for another session. */
static struct prof_sink copy_sink(const struct prof_sink *sink)
{
    struct prof_sink copy = *sink;
    if (sink->kind == PROF_SINK_TABLE)
        copy.table = prof_table_copy(&sink->table);
    else if (sink->kind == PROF_SINK_STACKS)
        copy.stacks = prof_stacks_make(sink->stacks.start, sink->stacks.nbytes, sink->stacks.depth);
    return copy;
}

/* [session->lock] A new sink is the session's from now on: its counts start at 0. */
static void turn_on(struct prof_session *session, const struct prof_sink *sink)
{
    free_sink(&session->sink);
    session->sink = *sink;
    if (sink->kind == PROF_SINK_TABLE)
        session->add = sink->table.wide ? count_user_u32 : count_user_u16;
    session->stat = (struct profstat){0};
    __atomic_store_n(&session->generation, (session->generation + 1) | 1, __ATOMIC_RELEASE);
}

/* [session->lock] */
static void turn_off(struct prof_session *session, uint32_t reason)
{
    if (is_on(session->generation))
        __atomic_store_n(&session->generation, session->generation + 1, __ATOMIC_RELAXED);
    free_sink(&session->sink);
    session->stat.ps_reason = reason;
}

static uint32_t total(const struct prof_ticks *ticks)
{
    return ticks->n[false] + ticks->n[true];
}

/* [session->lock] The ticks enter the counts of all ticks. */
static void charge(struct profstat *stat, const struct prof_ticks *ticks)
{
    stat->ps_user += ticks->n[true];
    stat->ps_system += ticks->n[false];
}

/* [session->lock] */
static int failed_at(struct prof_session *session, uint64_t addr)
{
    session->fault = addr;
    return -EFAULT;
}

/* [session->lock] Gives the ticks at one pc to the sink, and adds them to the counts: 0; or -EFAULT
 * with nothing changed, when session->fault cannot be written as it is. */
static int count(struct prof_session *session, const struct prof_ticks *ticks)
{
    struct profstat *stat = &session->stat;
    const struct prof_table *table = &session->sink.table;
    uint32_t n = total(ticks);
    uint64_t counter = prof_table_find(table, ticks->place.pc);
    int64_t room = counter ? session->add((void *)counter, n, table->ceiling) : 0;
    if (room < 0)
        return failed_at(session, counter);
    charge(stat, ticks);
    if (!counter) {
        stat->ps_outside += n;
        return 0;
    }
    uint32_t counted = room < n ? room : n;
    stat->ps_counted += counted;
    stat->ps_full += n - counted;
    if (room <= n && table->stops)
        turn_off(session, PROF_FULL);
    return 0;
}

/* [session->lock] Stores the pc once for each of the ticks.  Returns as count() does; after -EFAULT
 * the ticks are those that are not stored yet. */
static int sample(struct prof_session *session, struct prof_ticks *ticks)
{
    const struct prof_samples samples = session->sink.samples;
    struct profstat *stat = &session->stat;
    while (total(ticks) > 0 && session->sampled < samples.max) {
        uint64_t place = samples.first + session->sampled * sizeof(ticks->place.pc);
        if (copy_to_user((void *)place, &ticks->place.pc, sizeof(ticks->place.pc)))
            return failed_at(session, place);
        session->sampled++;
        stat->ps_counted++;
        bool user = ticks->n[true] > 0;
        ticks->n[user]--;
        charge(stat, &(struct prof_ticks){.n = {!user, user}});
    }
    charge(stat, ticks);
    stat->ps_full += total(ticks);
    stat->ps_lost += total(ticks);
    if (session->sampled == samples.max)
        turn_off(session, PROF_FULL);
    return 0;
}

/* [session->lock] Stores the stack that the ticks sampled; returns as count() does. */
static int stack(struct prof_session *session, const struct prof_ticks *ticks)
{
    struct profstat *stat = &session->stat;
    uint32_t n = total(ticks);
    int error = prof_stacks_add(&session->sink.stacks, &ticks->place, n, &session->fault);
    if (error == -EFAULT)
        return error;
    if (error) {
        stat->ps_full += n;
        stat->ps_lost += n;
    } else {
        stat->ps_counted += n;
    }
    charge(stat, ticks);
    return 0;
}

/* [session->lock] Gives the ticks at one place to the sink; returns as the functions above. */
static int give(struct prof_session *session, struct prof_ticks *ticks)
{
    if (session->sink.kind == PROF_SINK_TABLE)
        return count(session, ticks);
    return session->sink.kind == PROF_SINK_STACKS ? stack(session, ticks) : sample(session, ticks);
}

/* [session->lock] Releases the lock, handles the page fault at a user address as if the program had
 * caused it, and takes the lock again.  If that fails, and the sink is still the same, turns the
 * session off. */
static void resolve_fault(struct thread *thread, struct prof_session *session, uint64_t addr)
{
    uint32_t generation = session->generation;
    spin_unlock(&session->lock);
    int error = space_fault(thread->space, addr, SPACE_WRITE);
    spin_lock(&session->lock);
    if (error && session->generation == generation)
        turn_off(session, PROF_FAULT);
}

/* [session->lock] Stores the beginning of a sink that is new to the process. */
static void begin_sink(struct thread *thread, struct prof_session *session)
{
    uint64_t fault;
    while (session->sink.kind == PROF_SINK_STACKS &&
           prof_stacks_begin(&session->sink.stacks, &fault))
        resolve_fault(thread, session, fault);
}

/* [session->lock] The last ticks have filled the session's sink, and so ended it.  Its counts still
 * get the ticks that are pending behind these. */
static void count_behind(struct prof_session *session, const struct prof_pending *pending,
                         bool samples)
{
    for (uint32_t i = 0; i < pending->count; i++) {
        uint32_t n = total(&pending->entry[i]);
        charge(&session->stat, &pending->entry[i]);
        session->stat.ps_full += n;
        session->stat.ps_lost += samples ? n : 0;
    }
    session->stat.ps_missed += pending->missed;
}

/* [session->lock] The session has got the first of the pending ticks. */
static void drop_first(struct prof_session *session, struct prof_pending *pending, bool samples)
{
    pending->count--;
    for (uint32_t i = 0; i < pending->count; i++)
        pending->entry[i] = pending->entry[i + 1];
    if (pending->generation != session->generation)
        count_behind(session, pending, samples);
}

/* [session->lock] Gives the thread's pending ticks to the session.  While the lock is held
 * interrupts are off, so no pending tick is added; while resolve_fault() has released it, ticks may
 * be added, even to the entry that is being counted.  So each iteration looks at the first entry
 * again. */
static void settle(struct thread *thread, struct prof_session *session,
                   struct prof_pending *pending)
{
    begin_sink(thread, session);
    while (pending->count > 0 && pending->generation == session->generation) {
        bool samples = session->sink.kind == PROF_SINK_SAMPLES;
        if (give(session, pending->entry) == 0)
            drop_first(session, pending, samples);
        else
            resolve_fault(thread, session, session->fault);
    }
    if (pending->generation == session->generation)
        session->stat.ps_missed += pending->missed;
    pending->count = 0; /* what is left is of an earlier generation */
    pending->missed = 0;
}

/* Returns a session of the calling thread's profile, locked, with nothing pending. */
static struct prof_session *lock_flushed(struct thread *thread, enum prof_session_kind which)
{
    struct prof_session *session = &thread->profile->session[which];
    spin_lock(&session->lock);
    settle(thread, session, &thread->pending_ticks[which]);
    return session;
}

void prof_flush(struct thread *thread)
{
    __atomic_and_fetch(&thread->work, ~WORK_PROF, __ATOMIC_RELAXED); /* before looking */
    for (enum prof_session_kind which = 0; which < PROF_SESSIONS; which++)
        if (is_on(__atomic_load_n(&thread->profile->session[which].generation, __ATOMIC_RELAXED)))
            spin_unlock(&lock_flushed(thread, which)->lock);
}

bool prof_is_flushed(const struct thread *thread)
{
    return !(__atomic_load_n(&thread->work, __ATOMIC_RELAXED) & WORK_PROF);
}

/* ---- process events ---- */

void prof_fork(struct profile *parent, struct profile *child)
{
    struct prof_session *own = &parent->session[PROF_OWN];
    spin_lock(&own->lock);
    own->stat.ps_forked += is_on(own->generation);
    if (is_on(own->generation)) {
        struct prof_sink sink = copy_sink(&own->sink);
        turn_on(&child->session[PROF_OWN], &sink);
    }
    spin_unlock(&own->lock);

    struct prof_session *record = &parent->session[PROF_RECORD];
    spin_lock(&record->lock);
    record->stat.ps_forked += is_on(record->generation);
    if (record->stat.ps_reason == PROF_FAULT) /* its counts have ended early, and not the record */
        record->stat.ps_forked++;
    spin_unlock(&record->lock);
}

void prof_exec(struct thread *thread)
{
    struct prof_session *own = lock_flushed(thread, PROF_OWN);
    if (is_on(own->generation))
        turn_off(own, PROF_EXEC);
    own->sampled = 0;
    spin_unlock(&own->lock);
}

/* ---- the calls ---- */

static bool is_writable(struct space *space, const struct prof_histogram *h)
{
    return h->nbytes == 0 || space_allows(space, h->counters, h->nbytes, SPACE_WRITE);
}

/* Ends early if the process is killed: each look takes a time proportional to the regions. */
static bool all_writable(struct thread *thread, const struct prof_table *table)
{
    for (uint32_t i = 0; i < table->count; i++) {
        if (process_is_killed() || !is_writable(thread->space, prof_table_at(table, i)))
            return false;
    }
    return is_writable(thread->space, &table->overflow);
}

int prof_set(struct thread *thread, struct prof_table *table)
{
    if (!table->lazy && !all_writable(thread, table)) {
        prof_table_free(table);
        prof_stop(thread, PROF_FAULT);
        return -EFAULT;
    }
    struct prof_sink sink = {.kind = PROF_SINK_TABLE, .table = *table};
    struct prof_session *own = lock_flushed(thread, PROF_OWN); /* no tick is lost between this and
                                                                  the change */
    turn_on(own, &sink);
    spin_unlock(&own->lock);
    return 0;
}

int prof_set_stacks(struct thread *thread, const struct prof_stacks *stacks)
{
    if (!space_allows(thread->space, stacks->start, stacks->nbytes, SPACE_WRITE)) {
        prof_stop(thread, PROF_FAULT);
        return -EFAULT;
    }
    struct prof_sink sink = {.kind = PROF_SINK_STACKS, .stacks = *stacks};
    struct prof_session *own = lock_flushed(thread, PROF_OWN);
    turn_on(own, &sink);
    begin_sink(thread, own);
    spin_unlock(&own->lock);
    return 0;
}

void prof_stop(struct thread *thread, uint32_t reason)
{
    struct prof_session *own = lock_flushed(thread, PROF_OWN);
    if (is_on(own->generation) || reason == PROF_FAULT)
        turn_off(own, reason);
    spin_unlock(&own->lock);
}

/* A misaligned array is replaced by one that is not in user memory. */
int64_t prof_sample(struct thread *thread, const struct prof_samples *samples)
{
    struct prof_sink sink = {.kind = PROF_SINK_SAMPLES, .samples = *samples};
    if (samples->first % sizeof(uint64_t) != 0)
        sink.samples.first = USER_END;
    struct prof_session *own = lock_flushed(thread, PROF_OWN);
    int64_t before = own->sampled;
    own->sampled = 0;
    if (samples->max > 0)
        turn_on(own, &sink);
    else if (is_on(own->generation))
        turn_off(own, PROF_CALL);
    spin_unlock(&own->lock);
    return before;
}

/* [session->lock] */
static void read_stat(const struct prof_session *session, struct profstat *stat)
{
    *stat = session->stat;
    stat->ps_serial = (session->generation + 1) / 2;
    stat->ps_state = is_on(session->generation) ? PROF_ON : PROF_OFF;
    stat->ps_hz = clock_hz();
    stat->ps_flags = clock_skids() ? PROF_SKID : 0;
}

void prof_stat(struct thread *thread, struct profstat *stat)
{
    struct prof_session *own = lock_flushed(thread, PROF_OWN);
    read_stat(own, stat);
    spin_unlock(&own->lock);
}

/* ---- records ---- */

void prof_record_begin(struct profile *prof, const struct prof_sink *sink)
{
    struct prof_session *record = &prof->session[PROF_RECORD];
    spin_lock(&record->lock);
    assert(!is_on(record->generation));
    turn_on(record, sink);
    spin_unlock(&record->lock);
}

void prof_record_end(struct profile *prof, struct profstat *stat)
{
    struct thread *self = current_thread();
    struct prof_session *record = &prof->session[PROF_RECORD];
    if (self->profile == prof)
        lock_flushed(self, PROF_RECORD);
    else
        spin_lock(&record->lock);
    if (is_on(record->generation))
        turn_off(record, PROF_CALL);
    read_stat(record, stat);
    spin_unlock(&record->lock);
}

/* ---- the end ---- */

void prof_destroy(struct profile *prof)
{
    for (int i = 0; i < PROF_SESSIONS; i++)
        free_sink(&prof->session[i].sink);
}
