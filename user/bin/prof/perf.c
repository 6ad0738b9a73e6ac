/*
 * An event is a line and its stack, the innermost function first:
 *
 *     sorts    12 0.129000: 1 cpu-clock:
 *                     401a30 sort_quick (/bin/sorts)
 *                     401200 main (/bin/sorts)
 *
 * The first line has the program, the process, the time, the number of ticks, and the event's name.
 * Each function has an address, its name and the file.  An empty line ends the event.  The time is
 * the CPU time of the process so far.  The address is where the function begins; a copy in another
 * function has 0.  Readers skip a name that begins with a parenthesis, so such names get brackets,
 * as perf has them.  A space would end the program's name or the file's.
 *
 * The format: perf-script(1) of Linux.
 */
#include "perf.h"

#include "prof.h"

#define UNKNOWN "[unknown]" /* perf's name of code without a symbol */

static void print_word(FILE *out, const char *text)
{
    for (; *text; text++)
        putc(isspace((unsigned char)*text) ? '_' : *text, out);
}

static void print_name(FILE *out, const char *name)
{
    size_t length = strlen(name);

    if (strcmp(name, NO_SYMBOL) == 0)
        fputs(UNKNOWN, out);
    else if (name[0] == '(')
        fprintf(out, "[%.*s]", (int)length - 2, name + 1);
    else
        fputs(name, out);
}

static void print_event(FILE *out, const struct record *record, const struct call *call,
                        uint64_t tick, uint32_t rate)
{
    const char *slash = strrchr(record->path, '/');

    print_word(out, slash ? slash + 1 : record->path);
    fprintf(out, " %d %llu.%06llu: 1 cpu-clock:\n", record->head.pr_pid,
            (unsigned long long)(tick / rate), (unsigned long long)(tick % rate * 1000000 / rate));
    for (; call->caller; call = call->caller) {
        bool has_address = call->symbol && call->symbol->low != UINT64_MAX;

        fprintf(out, "%16llx ", has_address ? (unsigned long long)call->symbol->low : 0);
        print_name(out, call->name);
        fputs(" (", out);
        print_word(out, record->path);
        fputs(")\n", out);
    }
    putc('\n', out);
}

void perf_print(FILE *out, struct stacks *stacks, const struct group *group,
                const struct program *program)
{
    for (size_t i = 0; i < group->nrecords; i++) {
        const struct record *record = group->records[i];
        const struct prof_stack *stack = NULL;
        uint64_t ticks = 0;

        while ((stack = records_next_stack(record, stack))) {
            const struct call *call = stacks_enter(stacks, program, stack, NULL);

            for (uint32_t tick = 0; call && tick < stack->ps_ticks; tick++)
                print_event(out, record, call, ++ticks, group->profile.rate);
        }
    }
}
