/*
 * The run queue.  Shares take turns in rounds: in a round each share with a ready thread has its
 * turn once, for a slice.  A thread that wakes need not wait for its share's turn, as long as the
 * share has not used up its slice of this round.  So a process that mostly sleeps waits until the
 * thread that runs has had its slice.  And however often processes wake, each uses one slice before
 * the round goes on.
 *
 * The clock of rounds counts a slice for each round.  A share is at used_to_ns on that clock: the
 * time that its threads run moves it on, and if it is behind the round, it starts anew there.  A
 * thread runs for a whole slice, even if its share had less left.  Its share is then ahead, by two
 * slices at most, and no thread of it comes early until the rounds have caught up.
 *
 * In its turn a share runs a thread that has woken before one of the others, but not twice in a
 * row.
 *
 * Fork divides the time that the parent has left between parent and child.  With a new slice for
 * each child, processes that fork and end would keep all others waiting for ever.  The parent that
 * waits for the child gets back what the child has not used.  So a shell with many short commands
 * gets no less than a process that forks nothing.
 */
#include "sched/runq.h"
#include "sched/clock.h"
#include "sched/thread.h"

static struct list early = LIST_INIT(early);   /* struct thread.link: have woken, and go first */
static struct list shares = LIST_INIT(shares); /* struct share.link */
static uint64_t round_ns;                      /* when this round began, on the clock of rounds */

struct share runq_kernel = {.link = LIST_INIT(runq_kernel.link),
                            .woken = LIST_INIT(runq_kernel.woken),
                            .others = LIST_INIT(runq_kernel.others)};

void runq_init_share(struct share *share)
{
    list_init(&share->link);
    list_init(&share->woken);
    list_init(&share->others);
}

static bool has_time_left(const struct share *share)
{
    return share->used_to_ns < round_ns + CLOCK_SLICE_NS;
}

static void enter_round(struct share *share)
{
    if (share->used_to_ns < round_ns)
        share->used_to_ns = round_ns;
    else if (share->used_to_ns > round_ns + 2 * CLOCK_SLICE_NS)
        share->used_to_ns = round_ns + 2 * CLOCK_SLICE_NS;
}

void runq_split(struct share *from, struct share *to)
{
    uint64_t end_ns = round_ns + CLOCK_SLICE_NS;
    enter_round(from);
    if (has_time_left(from))
        from->used_to_ns += (end_ns - from->used_to_ns) / 2;
    to->used_to_ns = from->used_to_ns;
}

void runq_merge(const struct share *from, struct share *to)
{
    enter_round(to);
    if (from->used_to_ns < round_ns || !has_time_left(from))
        return;
    uint64_t left_ns = round_ns + CLOCK_SLICE_NS - from->used_to_ns;
    uint64_t used_ns = to->used_to_ns - round_ns;
    to->used_to_ns -= left_ns < used_ns ? left_ns : used_ns;
}

static void await_turn(struct share *share)
{
    share->turn_ns = round_ns + CLOCK_SLICE_NS;
    list_push_back(&shares, &share->link);
}

static void push(struct list *threads, struct thread *thread)
{
    list_push_back(threads, &thread->link);
    if (list_empty(&thread->share->link))
        await_turn(thread->share);
}

void runq_push(struct thread *thread)
{
    push(&thread->share->others, thread);
}

/* The kernel's threads come before those of processes, as the flusher has promised to have changes
 * on the disk in time, however many are busy. */
void runq_push_woken(struct thread *thread)
{
    struct share *share = thread->share;
    enter_round(share);
    if (share == &runq_kernel)
        list_push_front(&early, &thread->link);
    else if (has_time_left(share))
        list_push_back(&early, &thread->link);
    else
        push(&share->woken, thread);
}

/* The turn of the share that waits longest.  After a thread that had woken, another of the share
 * may follow at once. */
static struct thread *pop_of_share(void)
{
    struct share *share = list_entry(list_pop_front(&shares), struct share, link);
    struct list *woken = &share->woken, *others = &share->others;
    round_ns = share->turn_ns;
    share->woken_last = list_empty(others) || (!list_empty(woken) && !share->woken_last);
    struct list *link = list_pop_front(share->woken_last ? woken : others);
    if (!list_empty(others) && share->woken_last && has_time_left(share))
        list_push_front(&shares, &share->link);
    else if (!list_empty(others) || !list_empty(woken))
        await_turn(share);
    return list_entry(link, struct thread, link);
}

struct thread *runq_pop(void)
{
    struct list *link;
    while ((link = list_pop_front(&early))) {
        struct thread *thread = list_entry(link, struct thread, link);
        if (has_time_left(thread->share))
            return thread;
        push(&thread->share->woken, thread);
    }
    return list_empty(&shares) ? NULL : pop_of_share();
}

bool runq_is_empty(void)
{
    return list_empty(&early) && list_empty(&shares);
}
