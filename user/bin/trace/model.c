/*
 * Makes threads and their states of the events.
 *
 * A thread's state changes at an event.  settle() then adds the time since the last change to a
 * column: the one for the state that ends.  So the columns of a thread add up to its whole time,
 * and those of a CPU to the time of the trace.  report.c compares the two.
 *
 * A thread has a stack: the system call that it is in, and the traps in there.
 */
#include "trace.h"

#include <sys/calls.h>

#define CALL_NAME(number, name, stub, result, arguments) #name,
static const char *const call_names[] = {SYSCALL_LIST(CALL_NAME)};
#undef CALL_NAME

static const char *const trap_names[] = {[KTRACE_FAULT] = "fault",
                                         [KTRACE_CLOCK] = "clock interrupt",
                                         [KTRACE_DEVICE] = "device interrupt",
                                         [KTRACE_OTHER_CPU] = "interrupt by another CPU",
                                         [KTRACE_RETURN] = "return"};

static const char *call_name(unsigned number)
{
    return number < sizeof(call_names) / sizeof(*call_names) ? call_names[number] : "?";
}

/* ---- threads ---- */

/* A name that stays. */
static const char *keep(const char *name)
{
    static char **names;
    static size_t count;

    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return names[i];
    names = tool_alloc(names, (count + 1) * sizeof(*names));
    return names[count++] = strdup(name);
}

/* The element behind the last one of an array that grows by doubling. */
#define GROW(array, count)                                                                     \
    (((count) & ((count) - 1)) == 0                                                            \
         ? (void)((array) = tool_alloc(array, ((count) ? 2 * (count) : 1) * sizeof(*(array)))) \
         : (void)0,                                                                            \
     (array) + (count)++)

static struct thread *add(struct model *model, uint32_t tid)
{
    struct thread *thread = GROW(model->threads, model->count);

    *thread = (struct thread){.tid = tid, .name = "", .begin = model->begin, .since = model->begin};
    return thread;
}

/* Its index.  A thread that no event has named yet has slept since before the trace. */
static int find(struct model *model, uint32_t tid)
{
    for (size_t i = model->count; i-- > model->cpus;)
        if (model->threads[i].tid == tid)
            return (int)i;
    struct thread *thread = add(model, tid);
    thread->state = SLEEPS;
    thread->reason = "something";
    return (int)model->count - 1;
}

const char *model_who(const struct model *model, int index)
{
    static char texts[4][64];
    static unsigned next;
    char *text = texts[next++ % 4];

    if (index < 0 || index < (int)model->cpus)
        return index < 0 ? "" : "an idle CPU";
    const struct thread *thread = &model->threads[index];
    if (thread->pid == 0)
        snprintf(text, sizeof(texts[0]), "%s", *thread->name ? thread->name : "a thread");
    else if (thread->several)
        snprintf(text, sizeof(texts[0]), "%s %u thread %u", thread->name, thread->pid, thread->tid);
    else
        snprintf(text, sizeof(texts[0]), "%s %u", thread->name, thread->pid);
    return text;
}

const char *model_call_text(const char *program, const char *call, uint32_t value)
{
    static char text[96];
    static const char *const with_fd[] = {"read",  "write", "close",    "fsync",
                                          "lseek", "fstat", "getdents", "dup",
                                          "dup2",  "fcntl", "ioctl",    "ftruncate"};

    for (size_t i = 0; i < sizeof(with_fd) / sizeof(*with_fd); i++)
        if (strcmp(call, with_fd[i]) == 0) {
            snprintf(text, sizeof(text), "%s(%d)", call, (int)value);
            return text;
        }
    if (strncmp(call, "futex", 5) != 0)
        return call;
    const char *symbol = symbols_find(program, value);
    if (symbol)
        snprintf(text, sizeof(text), "%s(%s)", call, symbol);
    else
        snprintf(text, sizeof(text), "%s(0x%x)", call, value);
    return text;
}

/* ---- spans ---- */

static struct span *add_span(struct thread *thread, enum span_kind kind, uint64_t begin,
                             uint64_t end)
{
    struct span *span = GROW(thread->spans, thread->count);

    *span = (struct span){.begin = begin,
                          .end = end,
                          .name = thread->name,
                          .by = -1,
                          .kind = (uint8_t)kind,
                          .depth = (uint8_t)thread->depth,
                          .cpu = (uint8_t)thread->cpu};
    return span;
}

static bool is_interrupt(const struct frame *frame)
{
    return !frame->is_call && frame->detail != KTRACE_FAULT && frame->detail != KTRACE_RETURN;
}

static const struct frame *top_of(const struct thread *thread)
{
    return thread->depth > 0 ? &thread->stack[thread->depth - 1] : NULL;
}

static enum column column_of(const struct thread *thread)
{
    const struct frame *top = top_of(thread);

    if (thread->state != RUNS)
        return thread->state == WAITS ? READY : ASLEEP;
    return !top ? USER : is_interrupt(top) ? INTERRUPT : KERNEL;
}

static void settle(struct model *model, struct thread *thread, uint64_t now)
{
    enum column column = column_of(thread);
    uint64_t ns = now - thread->since;
    bool idle = thread < model->threads + model->cpus;

    thread->since = now;
    if (thread->state == ENDED)
        return;
    if (thread->state == RUNS)
        model->cpu_sums[thread->cpu][idle && column == USER ? ASLEEP : column] += ns;
    thread->sums[column] += ns;
    for (unsigned i = 0; i < thread->depth; i++) {
        thread->stack[i].kernel += column == KERNEL ? ns : 0;
        thread->stack[i].asleep += column == ASLEEP ? ns : 0;
    }
}

static void push(struct thread *thread, const struct ktrace_event *event)
{
    if (thread->depth < DEPTH_MAX)
        thread->stack[thread->depth++] = (struct frame){.is_call = event->kt_kind == KTRACE_CALL,
                                                        .detail = event->kt_detail,
                                                        .value = event->kt_what,
                                                        .begin = event->kt_ns};
}

static void pop(struct thread *thread, uint64_t now)
{
    if (thread->depth == 0)
        return;
    const struct frame *frame = &thread->stack[--thread->depth];
    struct span *span = add_span(thread, frame->is_call ? SPAN_CALL : SPAN_TRAP, frame->begin, now);
    span->what = frame->is_call ? call_name(frame->detail) : trap_names[frame->detail % 6];
    span->value = frame->value;
    span->kernel = frame->kernel;
    span->asleep = frame->asleep;
}

/* ---- sleeping ---- */

static const struct frame *call_of(const struct thread *thread)
{
    for (unsigned i = 0; i < thread->depth; i++)
        if (thread->stack[i].is_call)
            return &thread->stack[i];
    return NULL;
}

/* For what a thread sleeps: the lock of its condition says it, and for a process's the call. */
static const char *reason_of(const struct thread *thread, const char *lock)
{
    static const char *const reasons[][2] = {
        {"pipe", "a pipe"},  {"process tree", "a child"}, {"console", "the terminal"},
        {"futex", "a lock"}, {"virtio disk", "the disk"}, {"cache", "the disk"},
        {"log", "the disk"},
    };
    const struct frame *call = call_of(thread);

    for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
        if (strcmp(reasons[i][0], lock) == 0)
            return reasons[i][1];
    if (strcmp(lock, "process") == 0) {
        const char *name = call ? call_name(call->detail) : "";
        return strcmp(name, "nanosleep") == 0 ? "the time"
               : strcmp(name, "exit") == 0    ? "a thread's end"
                                              : "a signal";
    }
    char text[64];
    snprintf(text, sizeof(text), "kernel: %s", lock);
    return keep(text);
}

static void end_sleep(struct model *model, struct thread *thread, uint64_t since, uint64_t now,
                      int by)
{
    const struct frame *call = call_of(thread);
    struct span *span = add_span(thread, SPAN_ASLEEP, since, now);

    span->what = thread->reason;
    span->call = call ? call_name(call->detail) : NULL;
    span->value = call ? call->value : 0;
    span->by = by;
    if (by >= 0) {
        const struct frame *top = top_of(&model->threads[by]);
        span->irq = top && is_interrupt(top) ? trap_names[top->detail % 6] : NULL;
    }
}

/* ---- events ---- */

/* The state of a thread that does not run ends.  Since when it had it. */
static uint64_t end_state(struct model *model, struct thread *thread, uint64_t now)
{
    uint64_t since = thread->since;

    settle(model, thread, now);
    return since;
}

static void wake(struct model *model, const struct ktrace_event *event, int by, uint32_t tracer)
{
    bool is_new = event->kt_detail;
    int index =
        is_new ? (add(model, event->kt_what), (int)model->count - 1) : find(model, event->kt_what);
    struct thread *thread = &model->threads[index], *waker = &model->threads[by];

    *GROW(model->wakes, model->wake_count) = (struct wake){event->kt_ns, by, index};
    if (is_new) {
        thread->begin = thread->since = event->kt_ns;
        thread->name = waker->name;
        thread->ours = waker->ours || waker->tid == tracer;
    } else if (thread->state == SLEEPS) {
        end_sleep(model, thread, end_state(model, thread, event->kt_ns), event->kt_ns, by);
    }
    thread->state = WAITS;
}

static void end_run(struct thread *thread, uint64_t now)
{
    unsigned depth = thread->depth;

    thread->depth = 0;
    add_span(thread, SPAN_RUN, thread->ran_from, now);
    thread->depth = depth;
}

static void leave(struct model *model, const struct ktrace_event *event, struct thread *from)
{
    settle(model, from, event->kt_ns);
    end_run(from, event->kt_ns);
    if (event->kt_detail) {
        while (from->depth > 0)
            pop(from, event->kt_ns);
        from->end = event->kt_ns;
        from->state = ENDED;
    } else {
        from->state = from->reason ? SLEEPS : WAITS;
    }
}

/* Another thread runs on that CPU.  Returns its index. */
static int switch_to(struct model *model, const struct ktrace_event *event, int from)
{
    int to = event->kt_what ? find(model, event->kt_what) : event->kt_cpu;
    struct thread *thread = &model->threads[to];

    if (from != to)
        leave(model, event, &model->threads[from]);
    if (thread->state == SLEEPS) /* no wake-up: it was ready before the trace */
        thread->state = WAITS;
    uint64_t since = end_state(model, thread, event->kt_ns);
    thread->cpu = event->kt_cpu;
    if (thread->state == WAITS && event->kt_ns > since && to >= (int)model->cpus)
        add_span(thread, SPAN_READY, since, event->kt_ns)->by = from;
    thread->state = RUNS;
    thread->reason = NULL;
    thread->ran_from = event->kt_ns;
    return to;
}

static void name(struct model *model, const struct ktrace_event *event)
{
    struct thread *thread = &model->threads[find(model, event->kt_what)];

    thread->name = keep(event->kt_name);
    thread->pid = event->kt_detail;
}

static void tick(struct model *model, const struct ktrace_event *event, int thread)
{
    struct tick *tick;

    if (event->kt_kind == KTRACE_TICK) {
        tick = GROW(model->ticks, model->tick_count);
        *tick = (struct tick){.ns = event->kt_ns,
                              .thread = thread,
                              .name = model->threads[thread].name,
                              .user = event->kt_detail,
                              .pcs = {event->kt_what},
                              .count = 1};
        return;
    }
    for (size_t i = model->tick_count; i-- > 0;)
        if (model->ticks[i].thread == thread) {
            tick = &model->ticks[i];
            if (tick->count < sizeof(tick->pcs) / sizeof(*tick->pcs))
                tick->pcs[tick->count++] = event->kt_what;
            return;
        }
}

/* The trace ends: so do all states, calls and traps. */
static void finish(struct model *model)
{
    for (size_t i = 0; i < model->count; i++) {
        struct thread *thread = &model->threads[i];

        for (size_t k = model->cpus; k < model->count; k++)
            thread->several |= k != i && model->threads[k].pid == thread->pid;
        if (thread->state == ENDED)
            continue;
        uint64_t since = end_state(model, thread, model->end);
        if (thread->state == RUNS)
            end_run(thread, model->end);
        if (thread->state == SLEEPS)
            end_sleep(model, thread, since, model->end, -1);
        if (thread->state == WAITS && i >= model->cpus)
            add_span(thread, SPAN_READY, since, model->end);
        while (thread->depth > 0)
            pop(thread, model->end);
        thread->end = model->end;
    }
}

struct model model_make(const struct events *events, uint32_t tracer)
{
    struct model model = {.cpus = events->cpus, .begin = events->begin, .end = events->end};
    int current[CPUS_MAX];

    for (unsigned cpu = 0; cpu < model.cpus; cpu++) {
        add(&model, 0)->cpu = cpu;
        current[cpu] = (int)cpu;
    }
    for (size_t i = 0; i < events->count; i++) {
        const struct ktrace_event *event = &events->list[i];
        int index = current[event->kt_cpu];
        struct thread *thread = &model.threads[index];

        switch (event->kt_kind) {
        case KTRACE_THREAD:
            name(&model, event);
            break;
        case KTRACE_SLEEP:
            thread->reason = reason_of(thread, event->kt_name);
            break;
        case KTRACE_SWITCH:
            current[event->kt_cpu] = switch_to(&model, event, index);
            break;
        case KTRACE_WAKE:
            wake(&model, event, index, tracer);
            break;
        case KTRACE_CALL:
        case KTRACE_TRAP:
            settle(&model, thread, event->kt_ns);
            push(thread, event);
            break;
        case KTRACE_CALL_END:
        case KTRACE_TRAP_END:
            settle(&model, thread, event->kt_ns);
            pop(thread, event->kt_ns);
            break;
        case KTRACE_TICK:
        case KTRACE_STACK:
            tick(&model, event, index);
            break;
        default:
            break;
        }
    }
    finish(&model);
    return model;
}
