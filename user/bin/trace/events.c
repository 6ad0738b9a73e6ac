/* Reads the kernel's events, and merges those of the CPUs. */
#include "trace.h"

#include <sys/ktrace.h>

#define STEP 4096 /* events that are read at once */

void events_start(size_t each)
{
    if (ktrace(KTRACE_START, NULL, each) == 0)
        return;
    if (errno == EBUSY)
        fprintf(stderr, "%s: another trace runs; wait until it has ended\n", TOOL);
    else if (errno == ENOMEM)
        fprintf(stderr, "%s: not enough memory for %zu events on each CPU; try -n %zu\n", TOOL,
                each, each / 4);
    else
        tool_error("ktrace");
    exit(TOOL_FAILURE);
}

/* Merges the CPUs' events, which stand one CPU behind the other.  Each CPU's are in order. */
static void merge(struct events *events)
{
    struct ktrace_event *merged = tool_alloc(NULL, events->count * sizeof(*merged));
    size_t next[CPUS_MAX] = {0}, end[CPUS_MAX] = {0};

    for (size_t i = 0; i < events->count; i++)
        end[events->list[i].kt_cpu] = i + 1;
    for (unsigned cpu = 1; cpu < events->cpus; cpu++)
        next[cpu] = end[cpu - 1];
    for (size_t n = 0; n < events->count; n++) {
        const struct ktrace_event *first = NULL;
        for (unsigned cpu = 0; cpu < events->cpus; cpu++) {
            const struct ktrace_event *event = &events->list[next[cpu]];
            if (next[cpu] < end[cpu] && (!first || event->kt_ns < first->kt_ns))
                first = event;
        }
        merged[n] = *first;
        next[first->kt_cpu]++;
    }
    free(events->list);
    events->list = merged;
}

struct events events_stop(void)
{
    struct events events = {0};

    if (ktrace(KTRACE_STOP, NULL, 0) != 0)
        tool_die("ktrace");
    ssize_t n;
    do {
        events.list = tool_alloc(events.list, (events.count + STEP) * sizeof(*events.list));
        n = ktrace(KTRACE_READ, events.list + events.count, STEP);
        if (n < 0)
            tool_die("ktrace");
        events.count += (size_t)n;
    } while (n > 0);
    ktrace(KTRACE_FREE, NULL, 0);

    const struct ktrace_event *last = &events.list[events.count - 1];
    events.begin = events.list[0].kt_ns;
    events.end = last->kt_ns;
    events.cpus = last->kt_cpu + 1u;
    for (size_t i = 0; i < events.count; i++) {
        const struct ktrace_event *event = &events.list[i];

        if (event->kt_ns < events.begin)
            events.begin = event->kt_ns;
        if (event->kt_kind == KTRACE_END && event->kt_what > 0) {
            events.lost[event->kt_cpu] = event->kt_what;
            events.lost_from[event->kt_cpu] = i > 0 ? event[-1].kt_ns : event->kt_ns;
        }
    }
    merge(&events);
    return events;
}
