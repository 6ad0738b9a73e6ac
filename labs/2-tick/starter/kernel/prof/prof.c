/*
 * profil(2): the two halves of a tick, and the state behind the calls.
 *
 * This is where lab 2 begins, see doc/course/2-tick/handout.md.  prof.h is the contract, and says
 * why there are two halves.  "To write" stands above each function that is yours; it compiles, and
 * does nothing yet.  All else is given, and need not be changed, but may be.  "[off]" above a
 * function: interrupts are off, by irq_hold(), so that no tick comes.
 *
 * What is here, and what is to be written, need only be right for a process with one thread.
 *
 * Every tick of a session enters its counts, struct profstat, exactly once, in the same step as its
 * counter, so  counted + outside + full == user + system  holds at any moment.
 *
 * Threads, several CPUs, fork and exec are lab 3: until then session->lock is not needed, and a
 * session's generation is 1 while it is on and 0 while it is off.
 */
#include "prof/prof.h"
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include "prof/table_find.h"
#include "sched/clock.h"
#include "sched/sched.h"
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

static uint32_t work_of(enum prof_session_kind which)
{
    return which == PROF_OWN ? WORK_PROF : WORK_RECORD;
}

/* ---- the interrupt half ---- */

/* To write.  The tick is pending from now on in that session of the thread's profile, if it is on:
 * prof.h says what a thread has of it.  arch/arch.h knows the pc that the thread will return to. Of
 * a place where a sink of stacks wants a sample, all of struct user_place is needed. */
static void tick(struct thread *thread, const struct profile *prof, enum prof_session_kind which,
                 size_t mode)
{
    (void)thread;
    (void)prof;
    (void)which;
    (void)mode;
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

/* To write.  The same for n periods without a tick. */
static void missed(struct thread *thread, enum prof_session_kind which, uint64_t n)
{
    (void)thread;
    (void)which;
    (void)n;
}

/* The thread has left its process, and will not come to where pending ticks are flushed. */
static void missed_at_end(struct profile *prof, uint64_t n)
{
    for (int i = 0; i < PROF_SESSIONS; i++)
        if (is_on(prof->session[i].generation))
            prof->session[i].stat.ps_missed += n;
}

__attribute__((noinline)) void prof_missed(struct thread *thread, uint64_t n)
{
    if (thread->left)
        missed_at_end(thread->left, n);
    if (!thread->profile)
        return; /* one of the kernel's own threads: charged to no process */
    missed(thread, PROF_OWN, n);
    missed(thread, PROF_RECORD, n);
}

/* ---- on and off ---- */

static void free_sink(struct prof_sink *sink)
{
    if (sink->kind == PROF_SINK_TABLE)
        prof_table_free(&sink->table);
    *sink = (struct prof_sink){.kind = PROF_SINK_TABLE};
}

/* [off] A new sink is the session's from now on: its counts start at 0. */
static void turn_on(struct prof_session *session, const struct prof_sink *sink)
{
    free_sink(&session->sink);
    session->sink = *sink;
    if (sink->kind == PROF_SINK_TABLE)
        session->add = sink->table.wide ? count_user_u32 : count_user_u16;
    session->stat = (struct profstat){0};
    session->generation = 1;
}

/* [off] */
static void turn_off(struct prof_session *session, uint32_t reason)
{
    session->generation = 0;
    free_sink(&session->sink);
    session->stat.ps_reason = reason;
}

/* ---- the task half ---- */

static uint32_t total(const struct prof_ticks *ticks)
{
    return ticks->n[false] + ticks->n[true];
}

/* [off] The ticks enter the counts of all ticks. */
static void charge(struct profstat *stat, const struct prof_ticks *ticks)
{
    stat->ps_user += ticks->n[true];
    stat->ps_system += ticks->n[false];
}

/* [off] */
static int failed_at(struct prof_session *session, uint64_t addr)
{
    session->fault = addr;
    return -EFAULT;
}

/* To write.  [off] Gives the ticks at one pc to their counter, which the session's table knows, and
 * to the session's counts: 0; or failed_at() the user address that cannot be written as it is, with
 * nothing changed.  session->add increments.  A table that `stops` turns the session off when one
 * of its counters is full, with the reason PROF_FULL. */
static int count(struct prof_session *session, const struct prof_ticks *ticks)
{
    (void)session;
    (void)ticks;
    return 0;
}

/* [off] Moves one of the pending ticks to the counts. */
static void charge_one(struct profstat *stat, struct prof_ticks *ticks)
{
    if (ticks->n[true] > 0) {
        ticks->n[true]--;
        stat->ps_user++;
    } else {
        ticks->n[false]--;
        stat->ps_system++;
    }
}

/* [off] Stores the pc once for each of the ticks; returns as count() does, but those stored until
 * then are not among the ticks any more. */
__attribute__((noinline)) static int sample(struct prof_session *session, struct prof_ticks *ticks)
{
    const struct prof_samples samples = session->sink.samples;
    struct profstat *stat = &session->stat;
    while (total(ticks) > 0 && session->sampled < samples.max) {
        uint64_t place = samples.first + session->sampled * sizeof(ticks->place.pc);
        if (copy_to_user((void *)place, &ticks->place.pc, sizeof(ticks->place.pc)))
            return failed_at(session, place);
        session->sampled++;
        stat->ps_counted++;
        charge_one(stat, ticks);
    }
    charge(stat, ticks);
    stat->ps_full += total(ticks);
    stat->ps_lost += total(ticks);
    if (session->sampled == samples.max)
        turn_off(session, PROF_FULL);
    return 0;
}

/* [off] Stores the stack that the ticks sampled; returns as count() does. */
__attribute__((noinline)) static int stack(struct prof_session *session,
                                           const struct prof_ticks *ticks)
{
    struct profstat *stat = &session->stat;
    uint32_t n = total(ticks);
    int error = prof_stacks_begin(&session->sink.stacks, &session->fault);
    if (!error)
        error = prof_stacks_add(&session->sink.stacks, &ticks->place, n, &session->fault);
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

/* [off] Gives the ticks at one place to the sink; returns as the functions above. */
__attribute__((unused)) /* until it is called */
static int
give(struct prof_session *session, struct prof_ticks *ticks)
{
    if (session->sink.kind == PROF_SINK_TABLE)
        return count(session, ticks);
    return session->sink.kind == PROF_SINK_STACKS ? stack(session, ticks) : sample(session, ticks);
}

/* To write.  [off] Has the page fault at a user address handled as if the program had written there
 * itself.  One that cannot be handled turns the session off, with the reason PROF_FAULT. Interrupts
 * are off again when it returns. */
static void resolve_fault(struct thread *thread, struct prof_session *session, uint64_t addr)
{
    (void)thread;
    (void)addr;
    turn_off(session, PROF_FAULT);
}

/* [off] Stores the beginning of a sink that is new to the process. */
static void begin_sink(struct thread *thread, struct prof_session *session)
{
    uint64_t fault;
    while (session->sink.kind == PROF_SINK_STACKS &&
           prof_stacks_begin(&session->sink.stacks, &fault))
        resolve_fault(thread, session, fault);
}

/* To write.  Returns a session of the calling thread's profile, with nothing of the thread pending
 * in it, and interrupts off: all was given to the session, and the periods without a tick are in
 * ps_missed. */
static struct prof_session *begin_flushed(struct thread *thread, enum prof_session_kind which)
{
    struct prof_session *session = &thread->profile->session[which];
    irq_hold();
    __atomic_and_fetch(&thread->work, ~work_of(which), __ATOMIC_RELAXED);
    begin_sink(thread, session);
    return session;
}

void prof_flush(struct thread *thread)
{
    begin_flushed(thread, PROF_OWN);
    irq_release();
}

void prof_flush_record(struct thread *thread)
{
    begin_flushed(thread, PROF_RECORD);
    irq_release();
}

bool prof_is_flushed(const struct thread *thread)
{
    return !(__atomic_load_n(&thread->work, __ATOMIC_RELAXED) & (WORK_PROF | WORK_RECORD));
}

/* ---- process events: lab 3 ---- */

/* The child is not profiled. */
void prof_fork(struct profile *parent, struct profile *child)
{
    (void)parent;
    (void)child;
}

/* The profile goes on: programs that are on must not exec yet. */
void prof_exec(struct thread *thread)
{
    (void)thread;
}

/* ---- the calls ---- */

/* To write: see prof.h.  space_allows() knows what memory is writable, prof_table_at() has each of
 * the table's histograms, and the table's overflow counter is one more.  A histogram of no bytes is
 * right wherever it is. */
int prof_set(struct thread *thread, struct prof_table *table)
{
    (void)thread;
    prof_table_free(table);
    return -ENOSYS;
}

/* To write: see prof.h.  The reason PROF_FAULT is kept even of a session that is off, any other
 * only of one that is on. */
void prof_stop(struct thread *thread, uint32_t reason)
{
    (void)thread;
    (void)reason;
}

/* [off] */
static void read_stat(const struct prof_session *session, struct profstat *stat)
{
    *stat = session->stat;
    stat->ps_serial = (session->generation + 1) / 2;
    stat->ps_state = is_on(session->generation) ? PROF_ON : PROF_OFF;
    stat->ps_hz = clock_hz();
    stat->ps_flags = clock_skids() ? PROF_SKID : 0;
}

/* To write: see prof.h. */
void prof_stat(struct thread *thread, struct profstat *stat)
{
    read_stat(&thread->profile->session[PROF_OWN], stat);
}

/* ---- calls with other sinks: given ---- */

int prof_set_stacks(struct thread *thread, const struct prof_stacks *stacks)
{
    if (!space_allows(thread->space, stacks->start, stacks->nbytes, SPACE_WRITE)) {
        prof_stop(thread, PROF_FAULT);
        return -EFAULT;
    }
    struct prof_sink sink = {.kind = PROF_SINK_STACKS, .stacks = *stacks};
    struct prof_session *own = begin_flushed(thread, PROF_OWN);
    turn_on(own, &sink);
    begin_sink(thread, own);
    irq_release();
    return 0;
}

/* A misaligned array is replaced by one that is not in user memory. */
int64_t prof_sample(struct thread *thread, const struct prof_samples *samples)
{
    struct prof_sink sink = {.kind = PROF_SINK_SAMPLES, .samples = *samples};
    if (samples->first % sizeof(uint64_t) != 0)
        sink.samples.first = USER_END;
    struct prof_session *own = begin_flushed(thread, PROF_OWN);
    int64_t before = own->sampled;
    own->sampled = 0;
    if (samples->max > 0)
        turn_on(own, &sink);
    else if (is_on(own->generation))
        turn_off(own, PROF_CALL);
    irq_release();
    return before;
}

/* ---- records ---- */

void prof_record_begin(struct profile *prof, const struct prof_sink *sink)
{
    struct prof_session *record = &prof->session[PROF_RECORD];
    irq_hold();
    assert(!is_on(record->generation));
    turn_on(record, sink);
    irq_release();
}

void prof_record_end(struct profile *prof, struct profstat *stat)
{
    struct thread *self = current_thread();
    struct prof_session *record = &prof->session[PROF_RECORD];
    if (self->profile == prof)
        begin_flushed(self, PROF_RECORD);
    else
        irq_hold();
    if (is_on(record->generation))
        turn_off(record, PROF_CALL);
    read_stat(record, stat);
    irq_release();
}

/* ---- the end ---- */

void prof_destroy(struct profile *prof)
{
    for (int i = 0; i < PROF_SESSIONS; i++)
        free_sink(&prof->session[i].sink);
}
