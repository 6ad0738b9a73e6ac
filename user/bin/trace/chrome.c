/* The events in the JSON form of Chrome's trace viewer, which Perfetto reads: "Trace Event Format",
 * Google.  Spans are complete events (X), wake-ups are flows (s, f), ticks are instants (i). */
#include "../json.h"
#include "trace.h"

#define CPUS_PID 1000000 /* the lanes of the CPUs are a process of this number; pids are below */

/* Prints the members that each event has. */
static void begin(FILE *out, const struct model *model, const char *phase, const char *name,
                  uint32_t pid, uint32_t tid, uint64_t ns)
{
    static bool behind_another;

    ns -= model->begin;
    fprintf(out, "%s{\"ph\":\"%s\",\"pid\":%u,\"tid\":%u,\"ts\":%llu.%03u,\"name\":",
            behind_another ? ",\n" : "", phase, pid, tid, (unsigned long long)(ns / 1000),
            (unsigned)(ns % 1000));
    json_string(out, name);
    behind_another = true;
}

static void print_name(FILE *out, const struct model *model, const char *what, uint32_t pid,
                       uint32_t tid, const char *name)
{
    begin(out, model, "M", what, pid, tid, model->begin);
    fputs(",\"args\":{\"name\":", out);
    json_string(out, name);
    fputs("}}", out);
}

static void print_span(FILE *out, const struct model *model, uint32_t pid, uint32_t tid,
                       const char *name, const struct span *span)
{
    uint64_t ns = span->end - span->begin;

    begin(out, model, "X", name, pid, tid, span->begin);
    fprintf(out, ",\"dur\":%llu.%03u", (unsigned long long)(ns / 1000), (unsigned)(ns % 1000));
    if (span->kind == SPAN_ASLEEP && span->by >= 0) {
        fputs(",\"args\":{\"ended by\":", out);
        json_string(out, span->irq ? span->irq : model_who(model, span->by));
        putc('}', out);
    }
    putc('}', out);
}

static void print_thread(FILE *out, const struct model *model, int index)
{
    const struct thread *thread = &model->threads[index];

    print_name(out, model, "process_name", thread->pid, thread->tid, thread->name);
    print_name(out, model, "thread_name", thread->pid, thread->tid, model_who(model, index));
    for (size_t i = 0; i < thread->count; i++) {
        const struct span *span = &thread->spans[i];
        char text[96];
        if (span->kind == SPAN_RUN)
            print_span(out, model, CPUS_PID, span->cpu, model_who(model, index), span);
        else if (span->kind == SPAN_READY)
            print_span(out, model, thread->pid, thread->tid, "waits for a CPU", span);
        else if (span->kind == SPAN_ASLEEP) {
            snprintf(text, sizeof(text), "asleep: %s", span->what);
            print_span(out, model, thread->pid, thread->tid, text, span);
        } else
            print_span(out, model, thread->pid, thread->tid,
                       span->kind == SPAN_CALL
                           ? model_call_text(span->name, span->what, span->value)
                           : span->what,
                       span);
    }
}

static void print_wakes(FILE *out, const struct model *model)
{
    for (size_t i = 0; i < model->wake_count; i++) {
        const struct wake *wake = &model->wakes[i];
        for (int end = 0; end < 2; end++) {
            int index = end ? wake->to : wake->from;
            const struct thread *thread = &model->threads[index];
            bool idle = index < (int)model->cpus;
            begin(out, model, end ? "f" : "s", "wake-up", idle ? CPUS_PID : thread->pid,
                  idle ? (uint32_t)index : thread->tid, wake->ns);
            fprintf(out, ",\"cat\":\"wake\",\"id\":%zu%s}", i, end ? ",\"bp\":\"e\"" : "");
        }
    }
}

void chrome_print(FILE *out, const struct model *model)
{
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", out);
    for (unsigned cpu = 0; cpu < model->cpus; cpu++) {
        char text[16];
        snprintf(text, sizeof(text), "CPU %u", cpu);
        print_name(out, model, "process_name", CPUS_PID, cpu, "CPUs");
        print_name(out, model, "thread_name", CPUS_PID, cpu, text);
    }
    for (size_t i = model->cpus; i < model->count; i++)
        print_thread(out, model, (int)i);
    print_wakes(out, model);
    for (size_t i = 0; i < model->tick_count; i++) {
        const struct tick *tick = &model->ticks[i];
        const struct thread *thread = &model->threads[tick->thread];
        if (tick->thread < (int)model->cpus)
            continue;
        begin(out, model, "i", symbols_of_tick(tick, 0), thread->pid, thread->tid, tick->ns);
        fputs(",\"s\":\"t\"}", out);
    }
    fputs("\n]}\n", out);
}
