/* The report: the columns of each process, then for each program its system calls and its waits. */
#include "trace.h"

#define WAITS_SHOWN 10

static const char *const columns[COLUMNS] = {"user", "kernel", "interrupt", "ready", "asleep"};

/* Microseconds, rounded. */
static uint64_t micro(uint64_t ns)
{
    return (ns + 500) / 1000;
}

static void print_ms(FILE *out, int width, uint64_t us)
{
    fprintf(out, "%*llu.%03llu", width - 4, (unsigned long long)(us / 1000),
            (unsigned long long)(us % 1000));
}

/* A row's cells.  Each is rounded so that they add up to the rounded sum. */
static void print_sums(FILE *out, const uint64_t *sums, const char *name)
{
    uint64_t sum = 0;

    for (int i = 0; i < COLUMNS; i++) {
        print_ms(out, 11, micro(sum + sums[i]) - micro(sum));
        sum += sums[i];
    }
    print_ms(out, 11, micro(sum));
    fprintf(out, "  %s\n", name);
}

/* A line if what was added up is not the time that has passed. */
static void check(FILE *out, const uint64_t *sums, uint64_t ns, const char *name)
{
    uint64_t sum = 0;

    for (int i = 0; i < COLUMNS; i++)
        sum += sums[i];
    if (sum != ns)
        fprintf(out, "%s: the columns have %llu ns, and %llu ns have passed\n", name,
                (unsigned long long)sum, (unsigned long long)ns);
}

static void print_threads(FILE *out, const struct model *model, size_t rows)
{
    uint64_t rest[COLUMNS] = {0};
    size_t shown = 0, hidden = 0;

    for (int i = 0; i < COLUMNS; i++)
        fprintf(out, "%11s", columns[i]);
    fprintf(out, "%11s  milliseconds of\n", "elapsed");
    for (size_t i = model->cpus; i < model->count; i++) {
        const struct thread *thread = &model->threads[i];
        if (!thread->ours)
            continue;
        check(out, thread->sums, thread->end - thread->begin, model_who(model, (int)i));
        if (shown < rows) {
            print_sums(out, thread->sums, model_who(model, (int)i));
            shown++;
            continue;
        }
        hidden++;
        for (int c = 0; c < COLUMNS; c++)
            rest[c] += thread->sums[c];
    }
    char text[64];
    snprintf(text, sizeof(text), "%zu more", hidden);
    if (hidden > 0)
        print_sums(out, rest, text);
    fputc('\n', out);
    for (unsigned cpu = 0; cpu < model->cpus; cpu++) {
        snprintf(text, sizeof(text), "CPU %u; asleep: idle", cpu);
        check(out, model->cpu_sums[cpu], model->end - model->begin, text);
        print_sums(out, model->cpu_sums[cpu], text);
    }
}

/* ---- for each program ---- */

/* A row of the tables of calls and of reasons. */
struct row {
    const char *name;
    uint64_t count, ns, kernel, asleep;
};

struct rows {
    struct row *list;
    size_t count;
};

static struct row *row_of(struct rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(rows->list[i].name, name) == 0)
            return &rows->list[i];
    rows->list = tool_alloc(rows->list, (rows->count + 1) * sizeof(*rows->list));
    rows->list[rows->count] = (struct row){.name = name};
    return &rows->list[rows->count++];
}

static int by_ns(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    return x->ns != y->ns ? (x->ns < y->ns ? 1 : -1) : strcmp(x->name, y->name);
}

static int by_length(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    uint64_t x_ns = x->end - x->begin, y_ns = y->end - y->begin;

    return x_ns != y_ns ? (x_ns < y_ns ? 1 : -1) : x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* The rows of one program's tables. */
struct program {
    struct rows calls, reasons;
    struct span *waits;
    size_t wait_count;
};

static void collect(struct program *program, const struct model *model, const char *name)
{
    for (size_t i = model->cpus; i < model->count; i++)
        for (size_t k = 0; k < model->threads[i].count; k++) {
            const struct span *span = &model->threads[i].spans[k];
            if (!model->threads[i].ours || strcmp(span->name, name) != 0 ||
                span->kind == SPAN_RUN || span->kind == SPAN_TRAP)
                continue;
            struct row *row =
                span->kind == SPAN_CALL
                    ? row_of(&program->calls, span->what)
                    : row_of(&program->reasons, span->kind == SPAN_READY ? "a CPU" : span->what);
            row->count++;
            row->ns += span->end - span->begin;
            row->kernel += span->kernel;
            row->asleep += span->asleep;
            if (span->kind == SPAN_CALL)
                continue;
            size_t n = program->wait_count++;
            program->waits = tool_alloc(program->waits, (n + 1) * sizeof(*program->waits));
            program->waits[n] = *span;
        }
}

static void print_calls(FILE *out, const struct rows *calls, const char *name, size_t rows)
{
    qsort(calls->list, calls->count, sizeof(*calls->list), by_ns);
    fprintf(out, "\n%11s%11s%11s%11s  milliseconds in calls of %s\n", "count", "all", "kernel",
            "asleep", name);
    for (size_t i = 0; i < calls->count && i < rows; i++) {
        const struct row *row = &calls->list[i];
        fprintf(out, "%11llu", (unsigned long long)row->count);
        print_ms(out, 11, micro(row->ns));
        print_ms(out, 11, micro(row->kernel));
        print_ms(out, 11, micro(row->asleep));
        fprintf(out, "  %s\n", row->name);
    }
}

/* The thread that ran longest while another one waited for a CPU; -1: none. */
static int keeper_of(const struct model *model, const struct span *wait)
{
    int keeper = -1;
    uint64_t most = 0;

    for (size_t i = model->cpus; i < model->count; i++) {
        uint64_t ns = 0;
        for (size_t k = 0; k < model->threads[i].count; k++) {
            const struct span *span = &model->threads[i].spans[k];
            uint64_t begin = span->begin > wait->begin ? span->begin : wait->begin;
            uint64_t end = span->end < wait->end ? span->end : wait->end;
            ns += span->kind == SPAN_RUN && begin < end ? end - begin : 0;
        }
        if (ns > most) {
            most = ns;
            keeper = (int)i;
        }
    }
    return keeper;
}

static void print_waits(FILE *out, const struct model *model, struct program *program,
                        const char *name)
{
    struct rows *reasons = &program->reasons;

    qsort(reasons->list, reasons->count, sizeof(*reasons->list), by_ns);
    fprintf(out, "\n%11s%11s  %s waited for\n", "count", "all", name);
    for (size_t i = 0; i < reasons->count; i++) {
        fprintf(out, "%11llu", (unsigned long long)reasons->list[i].count);
        print_ms(out, 11, micro(reasons->list[i].ns));
        fprintf(out, "  %s\n", reasons->list[i].name);
    }
    qsort(program->waits, program->wait_count, sizeof(*program->waits), by_length);
    fprintf(out, "\n%11s%11s  the longest waits of %s\n", "at", "ms", name);
    for (size_t i = 0; i < program->wait_count && i < WAITS_SHOWN; i++) {
        const struct span *span = &program->waits[i];
        print_ms(out, 11, micro(span->begin - model->begin));
        print_ms(out, 11, micro(span->end - span->begin));
        if (span->kind == SPAN_READY)
            fprintf(out, "  a CPU");
        else
            fprintf(out, "  %s", span->what);
        if (span->call)
            fprintf(out, ", in %s", model_call_text(span->name, span->call, span->value));
        int keeper = span->kind == SPAN_READY ? keeper_of(model, span) : -1;
        if (keeper >= 0)
            fprintf(out, ", kept by %s", model_who(model, keeper));
        else if (span->irq)
            fprintf(out, "; ended by the %s", span->irq);
        else if (span->kind == SPAN_ASLEEP && span->by >= 0)
            fprintf(out, "; ended by %s", model_who(model, span->by));
        fputc('\n', out);
    }
}

/* The names of the command's programs, in the order of their first spans. */
static struct rows programs_of(const struct model *model)
{
    struct rows names = {0};

    for (size_t i = model->cpus; i < model->count; i++)
        for (size_t k = 0; model->threads[i].ours && k < model->threads[i].count; k++)
            row_of(&names, model->threads[i].spans[k].name);
    return names;
}

void report_print(FILE *out, const struct model *model, const struct events *events, size_t rows)
{
    struct rows names = programs_of(model);

    print_threads(out, model, rows);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.list[i].name;
        struct program program = {0};
        if (strcmp(name, TOOL) == 0) /* the child, before it has become the command */
            continue;
        collect(&program, model, name);
        if (program.calls.count > 0)
            print_calls(out, &program.calls, name, rows);
        if (program.wait_count > 0)
            print_waits(out, model, &program, name);
    }
    for (unsigned cpu = 0; cpu < events->cpus; cpu++)
        if (events->lost[cpu] > 0)
            fprintf(out,
                    "\nCPU %u lost %llu events, all from %.3f ms on: times after that are wrong\n",
                    cpu, (unsigned long long)events->lost[cpu],
                    (double)(events->lost_from[cpu] - events->begin) / 1e6);
}
