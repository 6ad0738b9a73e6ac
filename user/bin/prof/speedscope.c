/*
 * A sample of the file is the list of its functions' numbers, the outermost first, and has a
 * weight: the time of its ticks.  So the file's time is CPU time, and has no gaps where the process
 * slept.
 *
 * The format: https://www.speedscope.app/file-format-schema.json
 */
#include "speedscope.h"

#include <limits.h>

#include "../json.h"
#include "numbers.h"
#include "prof.h"
#include "temporary.h"

#define NS 1000000000ull /* of a second */

void speedscope_begin(struct speedscope *speedscope, FILE *out, const char *name)
{
    *speedscope = (struct speedscope){.out = out, .frames = temporary_file()};
    fputs("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n", out);
    json_member(out, "exporter", "Tally's prof");
    json_member(out, "name", name);
    fputs("\"profiles\":[", out);
}

static void print_path(struct speedscope *speedscope, struct numbers *numbers,
                       const struct call *call)
{
    if (call->caller->caller) {
        print_path(speedscope, numbers, call->caller);
        putc(',', speedscope->out);
    }
    bool is_new;
    unsigned number = numbers_get(numbers, call->symbol, call->name, &is_new);
    fprintf(speedscope->out, "%u", number);
    if (is_new) {
        fputs(number > 0 ? ",\n{\"name\":" : "\n{\"name\":", speedscope->frames);
        json_string(speedscope->frames, call->name);
        putc('}', speedscope->frames);
    }
}

/* Prints the samples for which the stacks have room: these are the first ones.  Returns how many.
 */
static size_t print_samples(struct speedscope *speedscope, struct numbers *numbers,
                            struct stacks *stacks, const struct record *record)
{
    size_t count = 0;

    for (const struct prof_stack *stack = NULL; (stack = records_next_stack(record, stack));) {
        const struct call *call = stacks_enter(stacks, numbers->program, stack, NULL);

        if (call) {
            fputs(count++ > 0 ? ",\n[" : "\n[", speedscope->out);
            print_path(speedscope, numbers, call);
            putc(']', speedscope->out);
        }
    }
    return count;
}

/* Prints the weights of the first samples, and returns their sum. */
static uint64_t print_weights(FILE *out, const struct record *record, size_t count, uint32_t rate)
{
    const struct prof_stack *stack = NULL;
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        stack = records_next_stack(record, stack);
        uint64_t weight = stack->ps_ticks * NS / rate;
        fprintf(out, i > 0 ? ",%llu" : "%llu", (unsigned long long)weight);
        sum += weight;
    }
    return sum;
}

void speedscope_add(struct speedscope *speedscope, struct stacks *stacks, const struct group *group,
                    const struct program *program)
{
    struct numbers numbers = numbers_begin(program, speedscope->count);
    FILE *out = speedscope->out;

    for (size_t i = 0; i < group->nrecords; i++) {
        const struct record *record = group->records[i];
        char name[PATH_MAX + 16];

        if (!records_next_stack(record, NULL))
            continue;
        snprintf(name, sizeof(name), "%s (process %d)", record->path, record->head.pr_pid);
        fputs(speedscope->profiles++ > 0 ? ",\n{" : "\n{", out);
        json_member(out, "type", "sampled");
        json_member(out, "name", name);
        json_member(out, "unit", "nanoseconds");
        fputs("\"startValue\":0,\n\"samples\":[", out);
        size_t count = print_samples(speedscope, &numbers, stacks, record);
        fputs("],\n\"weights\":[", out);
        uint64_t sum = print_weights(out, record, count, group->profile.rate);
        fprintf(out, "],\n\"endValue\":%llu}", (unsigned long long)sum);
    }
    speedscope->count = numbers.last;
    numbers_free(&numbers);
}

void speedscope_end(struct speedscope *speedscope)
{
    fputs("],\n\"shared\":{\"frames\":[", speedscope->out);
    rewind(speedscope->frames);
    for (int c; (c = getc(speedscope->frames)) != EOF;)
        putc(c, speedscope->out);
    fputs("]}}\n", speedscope->out);
    fclose(speedscope->frames);
}
