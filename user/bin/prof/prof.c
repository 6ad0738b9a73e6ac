/*
 * prof: where does a program spend its time?
 *
 *     prof [OPTIONS] PROGRAM [ARGUMENT...]
 *         runs PROGRAM, then prints the share of each of its functions on standard error.  Ends
 *         with PROGRAM's status, 128 and the number if a signal ended it; 127 if there is no such
 *         program, 126 if it cannot be profiled.
 *     prof [OPTIONS] --pid PID
 *         the same for a process that runs already, until it ends, or ^C.  Ends with 0, however
 *         that ends; 126 if it cannot be profiled.
 *     prof --all COMMAND [ARGUMENT...]
 *     prof --kernel COMMAND [ARGUMENT...]
 *         the same for the whole machine, or for the kernel, while COMMAND runs.
 *     prof -r [LETTERS] [PROGRAM [FILE]]
 *     prof -m FILE [LETTERS] [PROGRAM]
 *         prints what a gmon.out holds on standard output.  The file does not say which program it
 *         is of; without PROGRAM it is the one in PATH that has text at just its addresses.
 *
 * options.c has the options.  The program need not be built for it: profrecord(2) has the kernel
 * count its ticks and write them to a file, however it ends.
 */
#include "prof.h"

#include <limits.h>
#include <sys/wait.h>

#include "all.h"
#include "earlier.h"
#include "find.h"
#include "gmon_write.h"
#include "options.h"
#include "output.h"
#include "page.h"
#include "recorded.h"
#include "run.h"
#include "temporary.h"

const char *prof_name = "prof";

/* Where the results go.  The files are opened before the program runs: a file that cannot be
 * written costs no run. */
struct results {
    FILE *report, *profile, *page; /* profile, page: NULL if it is not wanted */
};

static int open_results(const struct options *options, const char *program, struct results *results)
{
    results->report = output_open(options->output, program, stderr);
    if (!results->report)
        return -1;
    results->profile = results->page = NULL;
    if (options->save && !(results->profile = output_open(options->save, program, NULL)))
        return -1;
    if (options->save && options->output && output_is(results->profile, options->output))
        return complain(-1, options->save, "is for the report; name another file for the profile");
    return options->html && !(results->page = page_open(options, program)) ? -1 : 0;
}

static int close_results(const struct options *options, const struct results *results, int status)
{
    if (results->profile)
        status = output_close(results->profile, options->save, status);
    if (results->page)
        status = output_close(results->page, options->html, status);
    return output_close(results->report, options->output, status);
}

/* The kernel of labs 1 to 4 does not even store the first word of a buffer for stacks. */
static bool kernel_takes_stacks(void)
{
    uint64_t used = 0;

    profstack(&used, sizeof(used), 1);
    profstack(NULL, 0, 1);
    return used != 0;
}

static unsigned record_flags(const struct options *options)
{
    bool needs_stacks = options->format || options->tree;

    return PROF_RECORD_FORKS | (options->follow ? PROF_RECORD_EXECS : 0) |
           (needs_stacks || (options->html && kernel_takes_stacks()) ? PROF_RECORD_STACKS : 0);
}

/* The last program of the process that --pid named: prof may have begun before its exec. */
static const struct group *last_group(const struct recorded *recorded)
{
    const struct groups *groups = recorded->groups;
    const struct group *last = &groups->group[0];
    const struct record *latest = last->first;

    for (const struct group *group = last; group < groups->group + groups->count; group++)
        for (size_t i = 0; i < group->nrecords; i++)
            if (group->records[i]->head.pr_pid == recorded->pid && group->records[i] > latest) {
                latest = group->records[i];
                last = group;
            }
    return last;
}

/* Keeps the program's profile.  Returns -1 with a message if there is none. */
static int keep(FILE *profile, const struct recorded *recorded)
{
    if (!recorded_has_first(recorded))
        return complain(-1, recorded->name, "its own record was lost: no profile of it is kept");
    const struct group *group = recorded->program ? recorded->groups->group : last_group(recorded);
    if (group->unprofiled == group->nrecords)
        return complain(-1, recorded->name, records_ending(&group->first->head));
    output_begin(profile);
    struct profile kept = group->profile;
    kept.totals[GMON_FULL] += group->without_stack;
    gmon_write(profile, &kept);
    return 0;
}

/* Prints and keeps what was recorded.  taken: run_ticks() during the run; 0: not known.  path and
 * program are those of pid's first record; NULL: it is not read yet.  Returns -1 with a message if
 * there is no record. */
static int show(int fd, pid_t pid, uint64_t taken, const char *name, char *path,
                struct program *program, const struct options *options,
                const struct results *results)
{
    struct records records = records_read(fd);
    struct groups groups = groups_make(&records, pid, options->children, options->follow);
    groups_take(&groups, taken);
    const struct recorded recorded = {.records = &records,
                                      .groups = &groups,
                                      .pid = pid,
                                      .name = name,
                                      .path = path,
                                      .program = program};
    int status = 0;

    if (groups.count == 1 && groups.group->unprofiled == groups.group->nrecords) {
        status = complain(-1, name, records_ending(&groups.group->first->head));
    } else if (groups.count > 0) {
        output_begin(results->report);
        recorded_print(results->report, &recorded, options);
        if (results->profile)
            status = keep(results->profile, &recorded);
        if (results->page) {
            output_begin(results->page);
            recorded_page(results->page, &recorded, options);
        }
    } else {
        status =
            complain(-1, name, "no record: it did not start, or the temporary file's disk is full");
    }
    groups_free(&groups);
    records_free(&records);
    return status;
}

static int profile_program(const struct options *options)
{
    char path[PATH_MAX];
    int status = find_or_complain(options->operands[0], path);

    if (status != 0)
        return status;
    struct program program;
    const char *problem;
    if (program_read(path, &program, &problem) != 0)
        return complain(CANNOT_PROFILE, path, problem);
    struct results results;
    if (open_results(options, path, &results) != 0)
        return CANNOT_PROFILE;
    int fd = temporary_open(), word;
    uint64_t before = run_ticks();
    pid_t pid = run_program(path, options->operands, fd, record_flags(options), &word);
    uint64_t taken = run_ticks() - before;
    status = WIFSIGNALED(word) ? 128 + WTERMSIG(word) : WEXITSTATUS(word);
    int shown = show(fd, pid, taken, options->operands[0], path, &program, options, &results);
    if (shown != 0 && status == 0)
        status = CANNOT_PROFILE;
    program_free(&program);
    int failed = close_results(options, &results, 0);
    tool_pass_interrupt(word);
    return status ? status : failed;
}

static int profile_process(const struct options *options)
{
    struct results results;
    if (open_results(options, NULL, &results) != 0)
        return CANNOT_PROFILE;
    char name[32];
    snprintf(name, sizeof(name), "process %d", options->pid);
    int fd = temporary_open();
    if (run_attached(options->pid, fd, record_flags(options)) != 0)
        return complain(CANNOT_PROFILE, name,
                        errno == EALREADY ? "is recorded already, for one report only: wait for "
                                            "that, or end the prof that records it"
                                          : strerror(errno));
    int status =
        show(fd, options->pid, 0, name, NULL, NULL, options, &results) == 0 ? 0 : CANNOT_PROFILE;
    return close_results(options, &results, status);
}

int main(int argc, char **argv)
{
    tool_begin();
    if (argc > 0 && strcmp(argv[0], KPROF) == 0)
        prof_name = KPROF;
    struct options options = options_parse(argc, argv);
    if (options.all || options.kernel)
        return all_run(&options);
    if (options.earlier)
        return earlier_show(&options);
    return options.pid ? profile_process(&options) : profile_program(&options);
}
