/*
 * The kernel's trace.
 *
 * An event takes an entry of 16 bytes.  KTRACE_THREAD takes two: the second one holds the name. The
 * name of a lock is a constant of the kernel, so KTRACE_SLEEP has only its place.  KTRACE_READ
 * makes a struct ktrace_event of an entry, with the name in it.
 *
 * A writer may be in the middle of an event when another CPU turns the trace off.  So each CPU says
 * that it writes, and then looks whether the trace is on.  stop() does it the other way round: it
 * turns the trace off, and then waits until no CPU writes.
 *
 * A thread is introduced (KTRACE_THREAD) when it first runs in this trace: thread.traced is the
 * number of the last trace that knows it.
 */
#include "trace/trace.h"
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "core/round.h"
#include "core/string.h"
#include "mm/page.h"
#include "prof/prof.h"
#include "sched/mutex.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include <abi/errno.h>
#include <abi/limits.h>

extern const char kernel_text_start[];

#define ENTRIES_PER_PAGE (PAGE_SIZE / sizeof(struct entry))

struct entry {
    union {
        struct {
            uint64_t ns;
            uint32_t what;
            uint16_t detail;
            uint8_t kind;
        };
        char name[KTRACE_NAME_MAX]; /* behind KTRACE_THREAD */
    };
};

_Static_assert(sizeof(struct entry) == 16 && KTRACE_MAX <= PAGE_ARRAY_MAX * ENTRIES_PER_PAGE,
               "a page of pages has room for all");

bool trace_on;

/* One CPU's events, by cpu.id.  While the trace is on only that CPU uses them. */
static struct events {
    struct entry **pages; /* a page of pages */
    size_t count;         /* entries in use */
    size_t lost;          /* events */
    bool writing;         /* [atomic] */
} CPU_ALIGNED table[CPUS_MAX];

/* [mutex], except that writers read room and number. */
static struct mutex mutex = MUTEX_INIT(mutex, "trace");
static const struct profile *owner; /* whose it is; NULL: nobody's */
static size_t room;                 /* entries of each CPU, whole pages of them */
static uint32_t number;             /* of the last trace; the first is 1 */
static uint64_t stopped_ns;
static uint32_t read_cpu; /* the next event that is read */
static size_t read_index;

/* ---- writing; interrupts are off ---- */

static struct entry *entry_at(const struct events *events, size_t index)
{
    return &events->pages[index / ENTRIES_PER_PAGE][index % ENTRIES_PER_PAGE];
}

/* Room for an entry; NULL: it is lost. */
static struct entry *take(struct events *events)
{
    if (events->count < room)
        return entry_at(events, events->count++);
    events->lost++;
    return NULL;
}

static inline void add_event(struct events *events, enum ktrace_kind kind, uint64_t what,
                             uint32_t detail)
{
    struct entry *entry = take(events);
    if (entry)
        *entry = (struct entry){.ns = arch_clock_ns(),
                                .what = (uint32_t)what,
                                .detail = (uint16_t)detail,
                                .kind = (uint8_t)kind};
}

static void add_thread(struct events *events, struct thread *thread)
{
    thread->traced = number;
    add_event(events, KTRACE_THREAD, (uint32_t)thread->tid,
              thread->profile ? (uint32_t)thread->profile->pid : 0);
    struct entry *name = take(events);
    if (name)
        strlcpy(name->name, thread->name, sizeof(name->name));
}

/* The calling CPU writes.  False: the trace is off. */
static bool begin(struct events *events)
{
    (void)__atomic_exchange_n(&events->writing, true, __ATOMIC_SEQ_CST);
    return __atomic_load_n(&trace_on, __ATOMIC_RELAXED);
}

static void end(struct events *events)
{
    __atomic_store_n(&events->writing, false, __ATOMIC_RELEASE);
}

void trace_event(enum ktrace_kind kind, uint64_t what, uint32_t detail)
{
    struct events *events = &table[cpu_self()->id];
    if (begin(events))
        add_event(events, kind, what, detail);
    end(events);
}

void trace_thread(struct thread *thread)
{
    struct events *events = &table[cpu_self()->id];
    if (begin(events))
        add_thread(events, thread);
    end(events);
}

void trace_switch(const struct thread *from, struct thread *to)
{
    if (to->traced != number && to->tid != 0)
        trace_thread(to);
    if (from->state == THREAD_SLEEPING)
        trace_event(KTRACE_SLEEP, (uint64_t)(from->guard->name - kernel_text_start), 0);
    trace_event(KTRACE_SWITCH, (uint32_t)to->tid, from->state == THREAD_DEAD);
}

void trace_wake(const struct thread *thread)
{
    trace_event(KTRACE_WAKE, (uint32_t)thread->tid, thread->state == THREAD_NEW);
}

/* ---- on and off; the caller has the mutex ---- */

static void stop(void)
{
    if (!trace_on)
        return;
    arch_trace_entries(false);
    __atomic_store_n(&trace_on, false, __ATOMIC_SEQ_CST);
    for (uint32_t id = 0; id < cpu_count; id++)
        while (__atomic_load_n(&table[id].writing, __ATOMIC_ACQUIRE))
            machine_pause();
    stopped_ns = arch_clock_ns();
    read_cpu = 0;
    read_index = 0;
}

/* On or off, and all or a part of it. */
static void release(void)
{
    stop();
    for (uint32_t id = 0; id < cpu_count; id++) {
        page_array_free(table[id].pages);
        table[id].pages = NULL;
    }
    owner = NULL;
}

static int alloc_all(void)
{
    for (uint32_t id = 0; id < cpu_count; id++) {
        table[id].pages = page_array_alloc(room / ENTRIES_PER_PAGE);
        if (!table[id].pages) {
            release();
            return -ENOMEM;
        }
        table[id].count = table[id].lost = 0;
    }
    return 0;
}

/* No CPU switches while sched_lock is held.  So each CPU's events begin with the thread that runs.
 */
static int start(const struct profile *caller, size_t max)
{
    if (max == 0 || max > KTRACE_MAX)
        return -EINVAL;
    room = round_up(max, ENTRIES_PER_PAGE);
    int error = alloc_all();
    if (error)
        return error;
    spin_lock(&sched_lock);
    number++;
    for (uint32_t id = 0; id < cpu_count; id++) {
        struct thread *thread = cpu_table[id].current;
        if (thread->tid != 0)
            add_thread(&table[id], thread);
        add_event(&table[id], KTRACE_SWITCH, (uint32_t)thread->tid, 0);
    }
    __atomic_store_n(&trace_on, true, __ATOMIC_SEQ_CST);
    arch_trace_entries(true);
    spin_unlock(&sched_lock);
    owner = caller;
    return 0;
}

/* ---- reading ---- */

/* The next event, which is that of this CPU at that index, for a program. */
static struct ktrace_event next_event(void)
{
    const struct events *events = &table[read_cpu];
    struct ktrace_event event = {.kt_cpu = (uint8_t)read_cpu};
    if (read_index == events->count) {
        event.kt_kind = KTRACE_END;
        event.kt_ns = stopped_ns;
        event.kt_what = (uint32_t)events->lost;
        read_cpu++;
        read_index = 0;
        return event;
    }
    const struct entry *entry = entry_at(events, read_index++);
    event.kt_kind = entry->kind;
    event.kt_ns = entry->ns;
    event.kt_what = entry->what;
    event.kt_detail = entry->detail;
    if (event.kt_kind == KTRACE_SLEEP)
        strlcpy(event.kt_name, kernel_text_start + (int32_t)entry->what, KTRACE_NAME_MAX);
    if (event.kt_kind == KTRACE_THREAD && read_index < events->count)
        strlcpy(event.kt_name, entry_at(events, read_index++)->name, KTRACE_NAME_MAX);
    return event;
}

static int64_t read(struct ktrace_event *user_buf, size_t max)
{
    size_t n = 0;
    for (; n < max && read_cpu < cpu_count; n++) {
        struct ktrace_event event = next_event();
        if (copy_to_user(&user_buf[n], &event, sizeof(event)))
            return -EFAULT;
    }
    return (int64_t)n;
}

/* ---- the call ---- */

int64_t trace_call(const struct profile *caller, int what, struct ktrace_event *user_buf,
                   size_t max)
{
    bool starts = what == KTRACE_START;
    if (what < KTRACE_START || what > KTRACE_FREE)
        return -EINVAL;
    mutex_lock(&mutex);
    int64_t result = 0;
    if (owner != (starts ? NULL : caller))
        result = starts ? -EBUSY : -EPERM;
    else if (starts)
        result = start(caller, max);
    else if (what == KTRACE_READ)
        result = trace_on ? -EBUSY : read(user_buf, max);
    else if (what == KTRACE_STOP)
        stop();
    else
        release();
    mutex_unlock(&mutex);
    return result;
}

void trace_exit(const struct profile *caller)
{
    /* Only a process itself makes it its own, and this one makes no more calls. */
    if (__atomic_load_n(&owner, __ATOMIC_RELAXED) == caller)
        trace_call(caller, KTRACE_FREE, NULL, 0);
}
