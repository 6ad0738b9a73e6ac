/*
 * --html: a page with a time line.  The data is one JSON object, in a script element of the page
 * that the browser does not run:
 *
 *     {"command": TEXT, "begin": NS SINCE BOOT, "ns": LENGTH, "report": TEXT, "names": [TEXT, ...],
 *      "cpus": N, "lost": [NS, N, ...], "threads": [THREAD, ...], "wakes": [...], "ticks": [...]}
 *     THREAD = {"name": TEXT, "ours": 0 or 1, "from": NS, "to": NS, "sums": [...], "spans": [...]}
 *
 * Times are nanoseconds since the begin of the trace.  Threads and names are written as their
 * places in the lists, and -1 is none.
 *
 *     a span     begin, length, kind (enum span_kind), depth in the calls, CPU, name, who ended it
 *     a wake-up  when, the thread that wakes or -1 - CPU of an idle CPU, the woken thread
 *     a tick     when, the thread, how many functions, the functions from the innermost on
 *     "lost"     for each CPU: when it lost its first event, how many it lost
 */
#include "../json.h"
#include "trace.h"

#define MARK "@DATA@"

static struct {
    const char **list;
    size_t count;
} names;

static int number_of(const char *name)
{
    if (!name)
        return -1;
    for (size_t i = 0; i < names.count; i++)
        if (strcmp(names.list[i], name) == 0)
            return (int)i;
    names.list = tool_alloc(names.list, (names.count + 1) * sizeof(*names.list));
    names.list[names.count] = strdup(name);
    return (int)names.count++;
}

static const char *name_of(const struct model *model, int index, const struct span *span)
{
    switch (span->kind) {
    case SPAN_RUN:
        return model_who(model, index);
    case SPAN_READY:
        return "a CPU";
    case SPAN_CALL:
        return model_call_text(span->name, span->what, span->value);
    default:
        return span->what;
    }
}

static void print_thread(FILE *out, const struct model *model, int index)
{
    const struct thread *thread = &model->threads[index];

    fputs("{\"name\":", out);
    json_string(out, model_who(model, index));
    fprintf(out, ",\"ours\":%d,\"from\":%llu,\"to\":%llu,\"sums\":[", thread->ours,
            (unsigned long long)(thread->begin - model->begin),
            (unsigned long long)(thread->end - model->begin));
    for (int i = 0; i < COLUMNS; i++)
        fprintf(out, "%s%llu", i > 0 ? "," : "", (unsigned long long)thread->sums[i]);
    fputs("],\"spans\":[", out);
    for (size_t i = 0; i < thread->count; i++) {
        const struct span *span = &thread->spans[i];
        const char *by = span->irq                      ? span->irq
                         : span->by >= (int)model->cpus ? model_who(model, span->by)
                                                        : NULL;
        fprintf(out, "%s%llu,%llu,%d,%d,%d,%d,%d", i > 0 ? ",\n" : "",
                (unsigned long long)(span->begin - model->begin),
                (unsigned long long)(span->end - span->begin), span->kind, span->depth, span->cpu,
                number_of(name_of(model, index, span)), number_of(by));
    }
    fputs("]}", out);
}

static void print_ticks(FILE *out, const struct model *model)
{
    const char *comma = "";

    for (size_t i = 0; i < model->tick_count; i++) {
        const struct tick *tick = &model->ticks[i];
        int thread = tick->thread - (int)model->cpus;
        if (thread < 0)
            continue;
        fprintf(out, "%s%llu,%d,%u", comma, (unsigned long long)(tick->ns - model->begin), thread,
                tick->count);
        for (unsigned k = 0; k < tick->count; k++)
            fprintf(out, ",%d", number_of(symbols_of_tick(tick, k)));
        comma = ",\n";
    }
}

static void print_data(FILE *out, char **command, const struct model *model,
                       const struct events *events, const char *report)
{
    char text[1024] = "";

    for (; *command; command++) {
        strlcat(text, *command, sizeof(text));
        strlcat(text, command[1] ? " " : "", sizeof(text));
    }
    fputs("{\"command\":", out);
    json_string(out, text);
    fprintf(out, ",\"begin\":%llu,\"ns\":%llu,\"cpus\":%u,\n\"report\":",
            (unsigned long long)model->begin, (unsigned long long)(model->end - model->begin),
            model->cpus);
    json_string(out, report);
    fputs(",\n\"lost\":[", out);
    for (unsigned cpu = 0; cpu < model->cpus; cpu++)
        fprintf(out, "%s%llu,%llu", cpu > 0 ? "," : "",
                (unsigned long long)(events->lost[cpu] ? events->lost_from[cpu] - model->begin : 0),
                (unsigned long long)events->lost[cpu]);
    fputs("],\n\"threads\":[", out);
    for (size_t i = model->cpus; i < model->count; i++) {
        fputs(i > model->cpus ? ",\n" : "\n", out);
        print_thread(out, model, (int)i);
    }
    fputs("],\n\"wakes\":[", out);
    for (size_t i = 0; i < model->wake_count; i++) {
        int from = model->wakes[i].from - (int)model->cpus;
        fprintf(out, "%s%llu,%d,%d", i > 0 ? ",\n" : "",
                (unsigned long long)(model->wakes[i].ns - model->begin),
                from < 0 ? -1 - model->wakes[i].from : from, model->wakes[i].to - (int)model->cpus);
    }
    fputs("],\n\"ticks\":[", out);
    print_ticks(out, model);
    fputs("],\n\"names\":[", out);
    for (size_t i = 0; i < names.count; i++) {
        fputs(i > 0 ? "," : "", out);
        json_string(out, names.list[i]);
    }
    fputs("]}", out);
}

void page_print(FILE *out, const char *template, char **command, const struct model *model,
                const struct events *events, const char *report)
{
    FILE *file = fopen(template, "re");
    char *line = NULL;
    size_t room = 0;

    if (!file)
        tool_die(template);
    while (getline(&line, &room, file) > 0) {
        char *mark = strstr(line, MARK);
        if (mark)
            *mark = '\0';
        fputs(line, out);
        if (mark) {
            print_data(out, command, model, events, report);
            fputs(mark + strlen(MARK), out);
        }
    }
    free(line);
    fclose(file);
}
