/*
 * One table if there is one group: the program, summed over its processes.  With several, a table
 * of the groups first, and then one for each that has ticks.
 */
#include "recorded.h"

#include <libgen.h>
#include <limits.h>
#include <stdarg.h>

#include "by_line.h"
#include "callgrind.h"
#include "counted.h"
#include "folded.h"
#include "page.h"
#include "perf.h"
#include "prof.h"
#include "report.h"
#include "speedscope.h"
#include "stacks.h"
#include "table.h"
#include "temporary.h"
#include "tree.h"

#define NAME_NBYTES (PATH_MAX + 128)
#define REST_LEAST  10 /* ticks in no record, of which the report tells */

/* Appends a line to an allocated text, which is moved. */
static void note(char **notes, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void note(char **notes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *line;
    if (vasprintf(&line, format, arguments) < 0)
        tool_die("memory");
    va_end(arguments);
    *notes = tool_alloc(*notes, strlen(*notes) + strlen(line) + 1);
    strcat(*notes, line);
    free(line);
}

static char *no_notes(void)
{
    return strcpy(tool_alloc(NULL, 1), "");
}

/* How the process ended that it was all about; NULL: as it should, or it is not known. */
static const struct prof_record *bad_ending(const struct recorded *recorded)
{
    const struct prof_record *last = NULL;

    for (size_t i = 0; i < recorded->records->count; i++)
        if (recorded->records->record[i].head.pr_pid == recorded->pid)
            last = &recorded->records->record[i].head;
    return last && !records_ended_well(last) ? last : NULL;
}

static void note_ending(char **notes, const struct recorded *recorded,
                        const struct options *options)
{
    const struct prof_record *last = bad_ending(recorded);

    if (last)
        note(notes, "%s: %s%s.\n", recorded->name, records_ending(last),
             last->pr_end == PROF_END_EXEC && !options->follow ? ", which --follow shows" : "");
}

static void note_unseen_parts(char **notes, const struct group *group,
                              const struct options *options)
{
    if (group->execed > 0 && !options->follow)
        note(notes, "%zu of them went on as %s, which --follow shows.\n", group->execed,
             group->execed == 1 ? "another program" : "other programs");
    if (group->unprofiled > 0)
        note(notes, "%zu of them could not be profiled, as there was no memory for the counters.\n",
             group->unprofiled);
}

static void note_sum(char **notes, const struct group *group, const struct options *options)
{
    size_t processes = group->profile.processes;

    if (processes <= 1)
        return;
    note(notes, "The sum of %zu processes", processes);
    if (group->killed > 0)
        note(notes, ", %zu of them killed by %s", group->killed,
             group->killed == 1 ? "a signal" : "signals");
    note(notes, "; --children shows each.\n");
    note_unseen_parts(notes, group, options);
}

/* How many recordings ended before their process, but for the one that prof itself may have ended:
 * that of a process that it was told. */
static uint64_t count_ended_early(const struct recorded *recorded)
{
    uint64_t ended = 0;

    for (size_t i = 0; i < recorded->records->count; i++) {
        const struct prof_record *head = &recorded->records->record[i].head;

        ended +=
            head->pr_end == PROF_END_CALL && (recorded->program || head->pr_pid != recorded->pid);
    }
    return ended;
}

/* Each start takes a tick or two: that of a few processes is nothing to tell. */
static void note_rest(char **notes, const struct recorded *recorded, const struct options *options)
{
    uint64_t rest = recorded->groups->rest;
    double hz = recorded->groups->group[0].profile.rate;
    bool others = false;

    for (size_t i = 0; i < recorded->groups->count; i++)
        others |= recorded->groups->group[i].execed > 0 && !options->follow;
    if (rest >= REST_LEAST)
        note(notes, "In no row: %.*f s of starting and ending processes%s.\n", table_places(hz),
             (double)rest / hz, others ? ", and of other programs" : "");
}

/* What is in no figure. */
static void note_unseen(char **notes, const struct recorded *recorded,
                        const struct options *options)
{
    uint64_t running = groups_running(recorded->records, options->follow);
    uint64_t early = count_ended_early(recorded);
    uint64_t lost = recorded->records->lost;

    if (early > 0)
        note(notes, "In no figure here: what %llu %s did after profrecord ended the recording.\n",
             (unsigned long long)early, early == 1 ? "process" : "processes");
    if (running > 0)
        note(notes, "In no figure here: %llu %s.\n", (unsigned long long)running,
             running == 1 ? "child that still runs" : "children that still run");
    if (lost > 0)
        note(notes, "%s could not be written: no room in the temporary file.\n",
             report_count(lost, "record"));
}

/* --- several groups --- */

/* The path of a group's program, allocated. */
static char *path_of(const struct group *group)
{
    return printable(strdup(group->first->path));
}

/* What a group is called: a program, or a process and how it ended. */
static void name_group(char name[NAME_NBYTES], const struct group *group, bool apart)
{
    const struct prof_record *head = &group->first->head;

    if (apart)
        snprintf(name, NAME_NBYTES, "%d %s, %s", head->pr_pid, basename(group->first->path),
                 records_ending(head));
    else
        snprintf(name, NAME_NBYTES, "%s", group->first->path);
    printable(name);
}

static uint64_t ticks_of(const struct profile *profile)
{
    return profile->totals[GMON_USER] + profile->totals[GMON_SYSTEM];
}

/* The sum of all groups, without bins. */
static struct group sum_of(const struct groups *groups)
{
    struct group sum = groups->group[0];

    sum.profile = (struct profile){.rate = sum.profile.rate, .has_totals = true};
    sum.killed = sum.execed = sum.unprofiled = 0;
    for (size_t i = 0; i < groups->count; i++)
        groups_add(&sum, &groups->group[i]);
    return sum;
}

/* A row for each group. */
static void print_groups(FILE *out, const struct groups *groups, const struct profile *sum,
                         const struct options *options)
{
    struct rows rows = {.row = tool_alloc(NULL, (groups->count + 1) * sizeof(*rows.row))};
    const struct table table = {.rate = sum->rate,
                                .what = options->children ? "process" : "program"};

    for (size_t i = 0; i < groups->count; i++) {
        char name[NAME_NBYTES];

        name_group(name, &groups->group[i], options->children);
        rows.row[rows.count++] = (struct row){
            .name = strdup(name), .low = i, .ticks = ticks_of(&groups->group[i].profile)};
    }
    rows_arrange(&rows, sum->ticks, &options->view);
    table_print(out, &rows, &table);
    free(rows.row);
}

/* Whether the group is of that program, whose file may be another by now. */
static bool fits(const struct program *program, const struct group *group)
{
    return program->ino == group->first->head.pr_ino &&
           program->mtime_ns == group->first->head.pr_mtime_ns &&
           program->low == (group->profile.low & ~1ul) &&
           program->high == ((group->profile.high + 1) & ~1ul);
}

/* Reads the program of a group; one that cannot be read has no symbols, which the notes tell. */
static void read_program(const struct group *group, struct program *program, char **notes)
{
    const char *problem;

    if (program_read(group->first->path, program, &problem) == 0) {
        if (fits(program, group))
            return;
        program_free(program);
        problem = "is another program now";
    }
    memset(program, 0, sizeof(*program));
    note(notes, "%s: %s\n", path_of(group), problem);
}

static void add_stacks(struct stacks *stacks, const struct group *group,
                       const struct program *program, const char *above)
{
    for (size_t i = 0; i < group->nrecords; i++)
        stacks_add(stacks, program, group->records[i], above);
}

static void note_stacks(char **notes, const struct stacks *stacks, uint64_t without)
{
    if (stacks->cut > 0)
        note(notes, "%s with more callers than are known.\n", report_count(stacks->cut, "tick"));
    if (stacks->left > 0)
        note(notes,
             "%s in no row: there was no memory for more paths of calls. A machine with more\n"
             "(MEM=) has room for all.\n",
             report_count(stacks->left, "tick"));
    if (without > 0)
        note(notes, "%s without a stack: %s\n", report_count(without, "tick"),
             stacks->root.total + stacks->left > 0
                 ? "there was no room for more. They are the last, and in no row."
                 : "this kernel takes no stack samples (lab 5).");
}

/* The memory in which ticks are counted is the program's, which may write to it. */
static void note_changed(char **notes, const struct group *group)
{
    const struct profile *profile = &group->profile;
    uint64_t shown = profile->ticks + profile->totals[GMON_OUTSIDE] + profile->totals[GMON_FULL] +
                     group->without_stack;
    uint64_t taken = ticks_of(profile);

    if (shown < taken)
        note(notes, "%s in no row: the program changed the memory in which they are counted.\n",
             report_count(taken - shown, "tick"));
    else if (shown > taken)
        note(notes,
             "%s too many in the rows: the program changed the memory in which they are\n"
             "counted.\n",
             report_count(shown - taken, "tick"));
}

/* prof asked the kernel for counters in place of stacks, as it takes none. */
static bool has_pcs_only(const struct group *group)
{
    for (size_t i = 0; i < group->nrecords; i++)
        if (group->records[i]->head.pr_nhits > 0)
            return true;
    return false;
}

static void note_pcs_only(char **notes)
{
    note(notes,
         "This kernel takes no call stacks (lab 5): the page has functions without callers.\n");
}

static void print_tree(FILE *out, const struct group *group, const struct program *program,
                       const struct options *options, char **notes)
{
    struct stacks stacks = {.cut = 0};

    add_stacks(&stacks, group, program, NULL);
    stacks_sort(&stacks);
    if (stacks.root.total > 0)
        tree_print(out, &stacks, options->view.rows);
    note_stacks(notes, &stacks, group->without_stack);
    report_facts(out, &group->profile, *notes);
    report_inlined(out, program, &group->profile);
    stacks_free(&stacks);
}

/* Falls back on functions if the program has no line numbers. */
static void print_lines(FILE *out, const struct group *group, const char *name,
                        struct program *program, const struct options *options, char **notes)
{
    struct line_table table;
    const char *problem;
    if (line_table_read(program, &table, &problem) == 0) {
        by_line_print(out, name, &group->profile, &table, &options->view);
        line_table_free(&table);
        report_facts(out, &group->profile, *notes);
        return;
    }
    note(notes, "%s: %s.\n", name, problem);
    report_print(out, name, program, &group->profile, &options->view, *notes);
}

bool recorded_has_first(const struct recorded *recorded)
{
    const struct group *first = &recorded->groups->group[0];

    if (first->first->head.pr_pid != recorded->pid)
        return false;
    return !recorded->program ||
           (fits(recorded->program, first) &&
            strcmp(basename(first->first->path), basename(recorded->path)) == 0);
}

/* The program of a group; *other is for one that is read now. */
static struct program *program_of(const struct recorded *recorded, size_t which,
                                  struct program *other, char **notes)
{
    if (which == 0 && recorded->program && recorded_has_first(recorded))
        return recorded->program;
    read_program(&recorded->groups->group[which], other, notes);
    return other;
}

/* Prints the report of a group. */
static void print_group(FILE *out, const struct recorded *recorded, size_t which, const char *name,
                        const struct options *options, char **notes)
{
    const struct group *group = &recorded->groups->group[which];
    struct program other = {.count = 0};
    struct program *program = program_of(recorded, which, &other, notes);

    note_sum(notes, group, options);
    note_changed(notes, group);
    if (options->html && has_pcs_only(group))
        note_pcs_only(notes);
    else if (options->html && !options->tree)
        note_stacks(notes, &(struct stacks){.root.total = group->profile.ticks},
                    group->without_stack);
    if (options->tree)
        print_tree(out, group, program, options, notes);
    else if (options->lines)
        print_lines(out, group, name, program, options, notes);
    else
        report_print(out, name, program, &group->profile, &options->view, *notes);
    program_free(&other);
}

static void print_each_group(FILE *out, const struct recorded *recorded,
                             const struct options *options)
{
    for (size_t i = 0; i < recorded->groups->count; i++) {
        const struct group *group = &recorded->groups->group[i];

        if (ticks_of(&group->profile) == 0)
            continue;
        char *notes = no_notes(), name[NAME_NBYTES];
        name_group(name, group, options->children);
        fprintf(out, "\n%s:\n", name);
        print_group(out, recorded, i, path_of(group), options, &notes);
        free(notes);
    }
}

/* The stacks of all groups, in a format for another program. */
static void print_formatted(FILE *out, const struct recorded *recorded,
                            const struct options *options, char **notes)
{
    struct speedscope speedscope = {.profiles = 0};
    uint64_t ticks = 0;

    if (options->format == AS_SPEEDSCOPE)
        speedscope_begin(&speedscope, out, recorded->name);
    else if (options->format == AS_CALLGRIND)
        callgrind_begin(out);
    for (size_t i = 0; i < recorded->groups->count; i++) {
        const struct group *group = &recorded->groups->group[i];
        struct program other = {.count = 0};
        struct program *program = program_of(recorded, i, &other, notes);
        struct stacks stacks = {.cut = 0};

        if (options->format == AS_SPEEDSCOPE) {
            speedscope_add(&speedscope, &stacks, group, program);
        } else if (options->format == AS_CALLGRIND) {
            add_stacks(&stacks, group, program, NULL);
            callgrind_add(out, &stacks, path_of(group));
        } else if (options->format == AS_PERF) {
            perf_print(out, &stacks, group, program);
        } else {
            add_stacks(&stacks, group, program, options->follow ? basename(path_of(group)) : NULL);
            stacks_sort(&stacks);
            folded_print(out, &stacks);
        }
        ticks += stacks.root.total;
        note_stacks(notes, &stacks, group->without_stack);
        note_changed(notes, group);
        stacks_free(&stacks);
        program_free(&other);
    }
    if (options->format == AS_SPEEDSCOPE)
        speedscope_end(&speedscope);
    else if (options->format == AS_CALLGRIND)
        callgrind_end(out, ticks);
}

/* The notes about all groups, allocated. */
static char *notes_of_all(const struct recorded *recorded, const struct options *options)
{
    char *notes = no_notes();

    note_ending(&notes, recorded, options);
    note_rest(&notes, recorded, options);
    note_unseen(&notes, recorded, options);
    return notes;
}

/* A program that failed would fail with more work too: it gets no advice. */
static void print_end(FILE *out, const struct recorded *recorded, const struct profile *sum)
{
    if (bad_ending(recorded))
        report_skid(out, sum);
    else
        report_advice(out, sum);
}

void recorded_print(FILE *out, const struct recorded *recorded, const struct options *options)
{
    const struct groups *groups = recorded->groups;
    struct group sum = sum_of(groups);
    char *notes = notes_of_all(recorded, options);

    if (options->format) { /* only the stacks are in the output, the rest goes to standard error */
        print_formatted(out, recorded, options, &notes);
        fflush(out);
        fputs(notes, stderr);
        report_unseen(stderr, &sum.profile);
        report_skid(stderr, &sum.profile);
        free(notes);
        return;
    }
    if (groups->count == 1 && recorded_has_first(recorded)) {
        print_group(out, recorded, 0, recorded->name, options, &notes);
    } else {
        note_unseen_parts(&notes, &sum, options);
        print_groups(out, groups, &sum.profile, options);
        report_facts(out, &sum.profile, notes);
        print_each_group(out, recorded, options);
    }
    print_end(out, recorded, &sum.profile);
    free(notes);
}

/* --- the page --- */

/* The report's lines about a group, allocated.  program: NULL: the group is the sum of several. */
static char *lines_of(const struct recorded *recorded, const struct group *group,
                      const struct program *program, const char *notes)
{
    FILE *file = temporary_file();

    report_facts(file, &group->profile, notes);
    if (program)
        report_inlined(file, program, &group->profile);
    if (!program || recorded->groups->count == 1)
        print_end(file, recorded, &group->profile);
    return temporary_text(file);
}

static void add_to_page(struct page *page, const struct recorded *recorded, size_t which,
                        const struct options *options, char **notes)
{
    const struct group *group = &recorded->groups->group[which];
    struct program other = {.count = 0};
    struct program *program = program_of(recorded, which, &other, notes);
    struct stacks stacks = {.cut = 0};
    char name[NAME_NBYTES];

    name_group(name, group, options->children);
    note_sum(notes, group, options);
    note_changed(notes, group);
    if (has_pcs_only(group)) {
        stacks_add_pcs(&stacks, program, &group->profile);
        note_pcs_only(notes);
    }
    add_stacks(&stacks, group, program, NULL);
    stacks_sort(&stacks);
    note_stacks(notes, &stacks, group->without_stack);
    char *lines = lines_of(recorded, group, program, *notes);
    struct profile profile = group->profile;
    counted_add(&profile, group);
    page_add(page, name, group->first->path, program, &profile, &stacks, lines);
    free(profile.calls);
    free(lines);
    stacks_free(&stacks);
    program_free(&other);
}

void recorded_page(FILE *out, const struct recorded *recorded, const struct options *options)
{
    const struct groups *groups = recorded->groups;
    const struct group sum = sum_of(groups);
    bool is_one = groups->count == 1;
    char *notes = notes_of_all(recorded, options);
    char *lines = is_one ? no_notes() : lines_of(recorded, &sum, NULL, notes);
    struct page page;

    page_begin(&page, out, recorded->name, sum.profile.rate, lines);
    for (size_t i = 0; i < groups->count; i++) {
        if (!is_one && ticks_of(&groups->group[i].profile) == 0)
            continue;
        char *its = is_one ? strdup(notes) : no_notes();
        add_to_page(&page, recorded, i, options, &its);
        free(its);
    }
    page_end(&page);
    free(lines);
    free(notes);
}
