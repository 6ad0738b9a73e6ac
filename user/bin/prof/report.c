/* What stands below the table: the totals, and what the shares do not show. */
#include "report.h"

#include <math.h>
#include <stdlib.h>

#include <abi/prof.h>

#include "../skewed.h"
#include "table.h"

#define FEW_TICKS 100 /* below this the report says how to get more */
#define HZ_MOST   10000

const char *report_count(uint64_t n, const char *what)
{
    static char text[64];

    snprintf(text, sizeof(text), "%llu %s%s", (unsigned long long)n, what, n == 1 ? "" : "s");
    return text;
}

/* The ticks' error, in seconds.  It is less than two ticks for each record: one for the period that
 * it begins in, and one for the period that it ends in.  A program that shares the CPU has these at
 * each of its turns too: they may be either way, so their sum is small beside the ticks. */
static double error_of(const struct profile *profile)
{
    const uint64_t *total = profile->totals;
    double ticks = (double)(total[GMON_USER] + total[GMON_SYSTEM]);
    double turns = total[GMON_READY_NS] > 0 ? sqrt(ticks) : 0;

    return (2 * fmax(1, (double)profile->records) + turns) / profile->rate;
}

/* A part of the time elapsed, unless it may be the ticks' error. */
static void print_part(FILE *out, bool *first, double seconds, const char *what,
                       const struct profile *profile)
{
    if (seconds <= error_of(profile))
        return;
    fprintf(out, ", %s%.*f s %s%s", *first ? "at least about " : "", table_places(profile->rate),
            seconds, *first ? "of it " : "", what);
    *first = false;
}

static void print_idle(FILE *out, const struct profile *profile, double idle)
{
    const uint64_t *total = profile->totals;
    double ready = fmin((double)total[GMON_READY_NS] / 1e9, idle);
    double disk = fmin((double)total[GMON_DISK_NS] / 1e9, idle - ready);
    bool first = true;

    print_part(out, &first, idle - ready - disk,
               total[GMON_READY_NS] > 0 ? "asleep" : "asleep or waiting", profile);
    print_part(out, &first, ready, "waiting for a CPU", profile);
    print_part(out, &first, disk, "waiting for the disk", profile);
}

/* Threads that run side by side have ticks each, so that none ran for at least what these leave of
 * the time elapsed: about, as ticks are a sample. */
static void print_times(FILE *out, const struct profile *profile)
{
    const uint64_t *total = profile->totals;
    double hz = profile->rate, elapsed = (double)total[GMON_ELAPSED_NS] / 1e9;
    double user = (double)total[GMON_USER] / hz, system = (double)total[GMON_SYSTEM] / hz;
    double idle = elapsed - user - system - (double)(total[GMON_MISSED] + profile->rest) / hz;
    int places = table_places(hz);

    fprintf(out, "%.*f s in user mode, %.*f s in the kernel; %.*f s elapsed", places, user, places,
            system, places, elapsed);
    if (profile->processes <= 1 && !total[GMON_ENDED] && idle > elapsed / 100)
        print_idle(out, profile, idle);
    fputs(".\n", out);
}

static void print_ending(FILE *out, uint64_t ended)
{
    if (ended == PROF_CALL)
        fprintf(out,
                "The program turned profiling off: what it did afterwards is not in the shares.\n");
    else if (ended == GMON_REPLACED)
        fprintf(out,
                "For a time the program had a profile of its own, whose ticks are not here.\n");
    else if (ended != 0)
        fprintf(out,
                "The profile ended early: its counters could not be written, or profil was called "
                "with\n"
                "memory that cannot.\n");
}

void report_unseen(FILE *out, const struct profile *profile)
{
    const uint64_t *total = profile->totals;
    double hz = profile->rate;

    if (total[GMON_OUTSIDE])
        fprintf(out, "%s outside the %s.\n", report_count(total[GMON_OUTSIDE], "tick"),
                profile->is_part ? "code that was profiled" : "program's text");
    if (total[GMON_FULL])
        fprintf(out,
                "%s found a full counter, or no room for a stack: the shares of their functions\n"
                "are too small.\n",
                report_count(total[GMON_FULL], "tick"));
    if (total[GMON_MISSED])
        fprintf(out,
                "Missed: %s without a tick, in which it had a CPU that got no time, or too\n"
                "little, or ended a thread: up to %.*f s are in no figure above.\n",
                report_count(total[GMON_MISSED], "period"), table_places(hz),
                (double)total[GMON_MISSED] / hz);
    if (total[GMON_FORKED])
        fprintf(out, "Not in this profile: %s; those that it waited for used %.*f s.\n",
                report_count(total[GMON_FORKED], "fork"), table_places(hz),
                (double)(total[GMON_CHILD_USER] + total[GMON_CHILD_SYSTEM]) / hz);
    if (total[GMON_LOST_CALLS])
        fprintf(out, "Not counted: %s, as the table of arcs was full.\n",
                report_count(total[GMON_LOST_CALLS], "call"));
    print_ending(out, total[GMON_ENDED]);
}

/* Not of a profile that was replaced: see GMON_REPLACED. */
static bool knows_times(const struct profile *profile)
{
    return profile->has_totals && profile->totals[GMON_ENDED] != GMON_REPLACED;
}

static uint64_t ticks_of(const struct profile *profile)
{
    const uint64_t *total = profile->totals;

    return knows_times(profile) ? total[GMON_USER] + total[GMON_SYSTEM] : profile->ticks;
}

void report_facts(FILE *out, const struct profile *profile, const char *notes)
{
    if (profile->rate == 0) {
        fputs("No ticks: the file has calls only.\n", out);
        return;
    }
    fprintf(out, "%s, %u a second%s\n", report_count(ticks_of(profile), "tick"), profile->rate,
            profile->ticks ? "; ± is one standard error." : ".");
    if (knows_times(profile))
        print_times(out, profile);
    fputs(notes, out);
    report_unseen(out, profile); /* a file without the times may know of these */
}

void report_skid(FILE *out, const struct profile *profile)
{
    if (profile->totals[GMON_FLAGS] & PROF_SKID)
        fputs(SKEWED, out);
}

void report_advice(FILE *out, const struct profile *profile)
{
    uint64_t ticks = ticks_of(profile);
    uint32_t hz = profile->rate;

    report_skid(out, profile);
    if (ticks < FEW_TICKS && hz <= HZ_MOST / 2)
        fprintf(out,
                "That is few: give it more work, or take %u times the ticks with KARGS=hz=%u\n"
                "(make qemu KARGS=hz=%u).\n",
                HZ_MOST / hz, HZ_MOST, HZ_MOST);
    else if (ticks < FEW_TICKS)
        fprintf(out, "That is few: give it more work.\n");
}

/* Whether ticks at one of several pcs, as a file has them, may be in a copy of another function. */
static bool hides_copies(const struct program *program, const struct profile *profile)
{
    for (size_t i = 0; i < profile->bin_count; i++) {
        const struct bin *bin = &profile->bins[i];

        if (bin->high - bin->low > 1 && inlined_has(program, bin->low, bin->high))
            return true;
    }
    return false;
}

void report_inlined(FILE *out, const struct program *program, const struct profile *profile)
{
    if (program->count == 0 || profile->ticks == 0)
        return;
    if (program->inlined.depth == 0)
        fputs("Functions that the compiler put into others are in the rows of these: the\n"
              "program has no table of them.\n",
              out);
    else if (hides_copies(program, profile))
        fputs("Functions that the compiler put into others are in the rows of these: a\n"
              "counter of a file is for several instructions.\n",
              out);
}

void report_print(FILE *out, const char *name, struct program *program,
                  const struct profile *profile, const struct view *view, const char *notes)
{
    struct rows rows = rows_make(program, profile, view);
    const struct table table = {.rate = profile->rate ? profile->rate : 1,
                                .what = "function",
                                .calls = profile->call_count > 0,
                                .base = view->base};

    if (rows.count == 0)
        fprintf(out, "No tick fell into the %s of %s%s.\n\n", profile->is_part ? "code" : "text",
                name, profile->is_part ? " that was profiled" : "");
    else
        table_print(out, &rows, &table);
    report_facts(out, profile, notes);
    report_inlined(out, program, profile);
    if (view->sort == 'c' && profile->call_count == 0)
        fprintf(out, "No calls to sort by: none was counted; a program built with -pg counts "
                     "them.\n");
    free(rows.row);
}
