/*
 * The kernel counts the ticks of each CPU while the command runs, and returns them in lists.  Here
 * they become tables: --all prints where all the time went, and both options print the kernel's
 * functions.  With --tree, --folded and --html the kernel counts call stacks as well (machine.c).
 */
#include "all.h"

#include <limits.h>
#include <sys/kprof.h>
#include <sys/profil.h>
#include <sys/wait.h>

#include "../skewed.h"
#include "find.h"
#include "folded.h"
#include "machine.h"
#include "output.h"
#include "page.h"
#include "prof.h"
#include "report.h"
#include "run.h"
#include "table.h"
#include "temporary.h"
#include "tree.h"

struct counts {
    struct kprof_cpu *cpus, total;
    struct kprof_program *programs;
    struct kprof_hit *hits;
    size_t cpu_count, program_count, hit_count;
    uint64_t periods; /* of all CPUs */
    uint32_t rate;    /* a second, on each */
    bool skids;
};

/* --- reading --- */

static void *read_list(int what, size_t size, size_t *count)
{
    ssize_t n = kprof(what, NULL, 0);
    if (n < 0)
        tool_die("the kernel's profile");
    void *list = tool_alloc(NULL, ((size_t)n + 1) * size);
    *count = (size_t)n;
    if (kprof(what, list, (size_t)n) != n)
        tool_die("the kernel's profile");
    return list;
}

static struct counts read_counts(void)
{
    struct counts counts = {.rate = 0};

    counts.cpus = read_list(KPROF_CPUS, sizeof(*counts.cpus), &counts.cpu_count);
    counts.programs = read_list(KPROF_PROGRAMS, sizeof(*counts.programs), &counts.program_count);
    counts.hits = read_list(KPROF_HITS, sizeof(*counts.hits), &counts.hit_count);
    for (size_t i = 0; i < counts.cpu_count; i++) {
        counts.total.kc_user += counts.cpus[i].kc_user;
        counts.total.kc_system += counts.cpus[i].kc_system;
        counts.total.kc_idle += counts.cpus[i].kc_idle;
        counts.total.kc_missed += counts.cpus[i].kc_missed;
        counts.total.kc_lost += counts.cpus[i].kc_lost;
    }
    counts.periods = counts.total.kc_user + counts.total.kc_system + counts.total.kc_idle +
                     counts.total.kc_missed;
    struct profstat stat;
    if (profstat(&stat) != 0)
        tool_die("profstat");
    counts.rate = stat.ps_hz;
    counts.skids = stat.ps_flags & PROF_SKID;
    return counts;
}

/* --- tables --- */

static void add_row(struct rows *rows, const char *name, const char *where, uint64_t ticks)
{
    if (ticks == 0)
        return;
    size_t nbytes = strlen(name) + strlen(where) + 1;
    char *text = tool_alloc(NULL, nbytes);
    snprintf(text, nbytes, "%s%s", name, where);
    rows->row[rows->count] =
        (struct row){.name = printable(text), .low = rows->count, .ticks = ticks};
    rows->count++;
}

static void print(FILE *out, struct rows *rows, uint64_t total, const char *what,
                  const struct counts *counts, const struct options *options)
{
    const struct table table = {.rate = counts->rate, .what = what};

    rows_arrange(rows, total, &options->view);
    if (rows->count > 0)
        table_print(out, rows, &table);
}

/* Where each period of each CPU went. */
static void print_programs(FILE *out, const struct counts *counts, const struct options *options)
{
    size_t most = 2 * counts->program_count + 3; /* idle, missed, "(n more)" */
    struct rows rows = {.row = tool_alloc(NULL, most * sizeof(*rows.row))};

    for (size_t i = 0; i < counts->program_count; i++) {
        const struct kprof_program *program = &counts->programs[i];

        add_row(&rows, program->kp_name, "", program->kp_user);
        add_row(&rows, program->kp_name, ", in the kernel", program->kp_system);
    }
    add_row(&rows, "(idle)", "", counts->total.kc_idle);
    add_row(&rows, "(missed)", "", counts->total.kc_missed);
    print(out, &rows, counts->periods, "program", counts, options);
}

static void print_functions(FILE *out, const struct counts *counts, const struct options *options)
{
    struct rows rows = {.row = tool_alloc(NULL, (counts->hit_count + 1) * sizeof(*rows.row))};

    for (size_t i = 0; i < counts->hit_count;) {
        const struct kprof_hit *first = &counts->hits[i];
        uint64_t ticks = 0;

        for (; i < counts->hit_count && counts->hits[i].kh_function == first->kh_function; i++)
            ticks += counts->hits[i].kh_ticks;
        add_row(&rows, first->kh_name, "", ticks);
    }
    if (rows.count == 0)
        fputs("No tick fell into the kernel.\n\n", out);
    print(out, &rows, counts->total.kc_system, "function of the kernel", counts, options);
}

static void print_facts(FILE *out, const struct counts *counts)
{
    const struct kprof_cpu *total = &counts->total;
    double hz = counts->rate;
    int places = table_places(hz);

    fprintf(out, "%s of the clock: %llu on each of %zu CPU%s, %u a second.\n",
            report_count(counts->periods, "period"),
            (unsigned long long)(counts->periods / counts->cpu_count), counts->cpu_count,
            counts->cpu_count == 1 ? "" : "s", counts->rate);
    fprintf(out, "%.*f s in programs, %.*f s in the kernel, %.*f s idle", places,
            (double)total->kc_user / hz, places, (double)total->kc_system / hz, places,
            (double)total->kc_idle / hz);
    if (total->kc_missed > 0)
        fprintf(out, ", %.*f s without a tick", places, (double)total->kc_missed / hz);
    fputs(".\n", out);
    if (total->kc_lost > 0)
        fprintf(out, "%s without a stack: there was no room for more. They are the last.\n",
                report_count(total->kc_lost, "tick"));
    if (counts->skids)
        fputs(SKEWED, out);
}

/* --- call stacks --- */

static struct machine read_machine(const struct counts *counts, const char *path)
{
    size_t frame_count, symbol_count;
    const struct kprof_frame *frames = read_list(KPROF_FRAMES, sizeof(*frames), &frame_count);
    const struct kprof_symbol *symbols = read_list(KPROF_SYMBOLS, sizeof(*symbols), &symbol_count);

    return machine_make(counts->programs, counts->program_count, frames, frame_count, symbols,
                        symbol_count, path);
}

static void note_stacks(FILE *out, const struct stacks *stacks)
{
    if (stacks->cut > 0)
        fprintf(out, "%s with more callers than are known.\n", report_count(stacks->cut, "tick"));
    if (stacks->left > 0)
        fprintf(out, "%s in no row: there was no memory for more paths of calls.\n",
                report_count(stacks->left, "tick"));
}

/* A tree, or folded: then only the stacks are in the output. */
static void print_stacks(FILE *out, const struct counts *counts, const char *path,
                         const struct options *options)
{
    struct machine machine = read_machine(counts, path);
    struct stacks stacks = {.cut = 0};

    machine_add(&machine, &stacks, options->kernel);
    stacks_sort(&stacks);
    if (options->format)
        folded_print(out, &stacks);
    else if (stacks.root.total > 0)
        tree_print(out, &stacks, options->view.rows);
    fflush(out);
    out = options->format ? stderr : out;
    note_stacks(out, &stacks);
    print_facts(out, counts);
}

static void print_tables(FILE *out, const struct counts *counts, const struct options *options)
{
    if (options->all)
        print_programs(out, counts, options);
    print_functions(out, counts, options);
    print_facts(out, counts);
}

static void print_page(FILE *out, const struct counts *counts, const char *path,
                       const struct options *options)
{
    struct machine machine = read_machine(counts, path);
    FILE *report = temporary_file();

    print_tables(report, counts, options);
    machine_add(&machine, NULL, options->kernel);
    for (size_t i = 0; i < machine.count; i++)
        note_stacks(report, &machine.parts[i].stacks);
    output_begin(out);
    struct page page;
    page_begin(&page, out, options->operands[0], counts->rate, temporary_text(report));
    for (size_t i = 0; i < machine.count; i++) {
        struct part *part = &machine.parts[i];

        if (part->profile.ticks == 0)
            continue;
        stacks_sort(&part->stacks);
        profile_settle(&part->profile);
        page_add(&page, part->name, part->path, &part->program, &part->profile, &part->stacks, "");
    }
    page_end(&page);
}

/* --- running --- */

static void print_all(FILE *out, FILE *page, const char *path, const struct options *options)
{
    struct counts counts = read_counts();

    output_begin(out);
    if (options->tree || options->format)
        print_stacks(out, &counts, path, options);
    else
        print_tables(out, &counts, options);
    if (page)
        print_page(page, &counts, path, options);
}

int all_run(const struct options *options)
{
    char path[PATH_MAX];
    int status = find_or_complain(options->operands[0], path);

    if (status != 0)
        return status;
    FILE *out = output_open(options->output, path, stderr), *page = NULL;
    if (!out)
        return CANNOT_PROFILE;
    if (options->html && !(page = page_open(options, path)))
        return CANNOT_PROFILE;
    bool has_stacks = options->tree || options->format || page;
    if (kprof(KPROF_START, NULL, has_stacks ? KPROF_FRAMES_MAX : 0) != 0)
        return complain(CANNOT_PROFILE, "the kernel's profile",
                        errno == EBUSY ? "another prof --all or kprof is using it"
                                       : strerror(errno));
    int word;
    run_program(path, options->operands, -1, 0, &word);
    if (kprof(KPROF_STOP, NULL, 0) != 0)
        tool_die("the kernel's profile");
    print_all(out, page, path, options);
    int failed = page ? output_close(page, options->html, 0) : 0;
    failed = output_close(out, options->output, failed);
    tool_pass_interrupt(word);
    status = WIFSIGNALED(word) ? 128 + WTERMSIG(word) : WEXITSTATUS(word);
    return status ? status : failed;
}
