/*
 * The long options are Tally's.  The letters are those of System V's prof(1), which reads a profile
 * file and runs nothing: here they need -m or -r.  So `prof -n x`, which on System V shows an old
 * profile of x, never starts x.
 */
#include "options.h"

#include <getopt.h>
#include <limits.h>
#include <string.h>

#include "prof.h"

#define USAGE                                                                           \
    "[OPTIONS] PROGRAM [ARGUMENT...]\n"                                                 \
    "       prof [OPTIONS] --pid PID            a process that runs already\n"          \
    "       prof --all COMMAND [ARGUMENT...]    the whole machine while COMMAND runs\n" \
    "       prof --kernel COMMAND [ARGUMENT...] the kernel while COMMAND runs\n"        \
    "       prof -r [LETTERS] [PROGRAM [FILE]]  a profile file, gmon.out\n"             \
    "       prof -m FILE [LETTERS] [PROGRAM]    the same\n"                             \
    "For all: --rows N         at most N rows\n"                                        \
    "         --output FILE    the report goes there\n"                                 \
    "OPTIONS: --children       fork's children one by one\n"                            \
    "         --follow         also the programs that it execs\n"                       \
    "         --tree           who called whom, not a table\n"                          \
    "         --lines          source lines, not functions\n"                           \
    "         --folded         call stacks for flamegraph.pl, inferno, speedscope\n"    \
    "         --format NAME    call stacks: folded, speedscope, callgrind, perf\n"      \
    "         --profile FILE   a gmon.out of the program goes there\n"                  \
    "         --html FILE      a page with a flame graph goes there\n"                  \
    "LETTERS: -a -c -n -t sort by address, calls, name, time; -o -x addresses in\n"     \
    "         octal, hexadecimal; -g with, -l without static functions; -z also\n"      \
    "         unused functions; -s a summary on standard error"
#define KPROF_USAGE                                                  \
    "[--rows N] [--output FILE] [--tree | --folded] [--html FILE]\n" \
    "             COMMAND [ARGUMENT...]"
#define ROWS_MAX 1000000

/* The tasks. */
enum { RUN = 1, ATTACH = 2, MACHINE = 4, SHOW = 8 };

static const struct option longs[] = {
    {"rows", required_argument, NULL, 0},
    {"output", required_argument, NULL, 0},
    {"children", no_argument, NULL, 0},
    {"follow", no_argument, NULL, 0},
    {"profile", required_argument, NULL, 0},
    {"html", required_argument, NULL, 0},
    {"pid", required_argument, NULL, 0},
    {"all", no_argument, NULL, 0},
    {"kernel", no_argument, NULL, 0},
    {"tree", no_argument, NULL, 0},
    {"folded", no_argument, NULL, 0},
    {"format", required_argument, NULL, 0},
    {"lines", no_argument, NULL, 0},
    {"help", no_argument, NULL, 0},
    {NULL, 0, NULL, 0},
};

enum {
    ROWS,
    OUTPUT,
    CHILDREN,
    FOLLOW,
    PROFILE,
    HTML,
    PID,
    ALL,
    KERNEL,
    TREE,
    FOLDED,
    FORMAT,
    LINES,
    HELP
};

static const char *const formats[] = {
    [AS_FOLDED] = "folded",
    [AS_SPEEDSCOPE] = "speedscope",
    [AS_CALLGRIND] = "callgrind",
    [AS_PERF] = "perf",
};

/* The tasks that each option is for. */
static const unsigned tasks[] = {
    [ROWS] = RUN | ATTACH | MACHINE | SHOW,
    [OUTPUT] = RUN | ATTACH | MACHINE | SHOW,
    [CHILDREN] = RUN | ATTACH,
    [FOLLOW] = RUN | ATTACH,
    [PROFILE] = RUN | ATTACH,
    [HTML] = RUN | ATTACH | MACHINE,
    [PID] = ATTACH,
    [ALL] = MACHINE,
    [KERNEL] = MACHINE,
    [TREE] = RUN | ATTACH | MACHINE,
    [FOLDED] = RUN | ATTACH | MACHINE,
    [FORMAT] = RUN | ATTACH | MACHINE,
    [LINES] = RUN | ATTACH,
    [HELP] = RUN | ATTACH | MACHINE | SHOW,
};

/* The command line, as far as it is read. */
struct given {
    unsigned task;       /* 0: none was chosen, so it is RUN */
    const char *chooser; /* of the task */
    bool longs[sizeof(tasks) / sizeof(*tasks)];
    char sort, base, symbols, last; /* a letter of each group, and the last of all; or 0 */
};

static _Noreturn void usage(void)
{
    tool_usage(strcmp(TOOL, KPROF) == 0 ? KPROF_USAGE : USAGE);
}

static _Noreturn void refuse(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s%s\n", TOOL, what, why);
    usage();
}

static _Noreturn void contradict(const char *one, const char *other)
{
    fprintf(stderr, "%s: %s and %s cannot be given together\n", TOOL, one, other);
    usage();
}

static void choose(struct given *given, unsigned task, const char *chooser)
{
    if (given->task && strcmp(given->chooser, chooser) != 0)
        contradict(given->chooser, chooser);
    given->task = task;
    given->chooser = chooser;
}

/* Letters of a group exclude each other. */
static char one_of(char before, char letter)
{
    const char one[] = {'-', before, '\0'}, other[] = {'-', letter, '\0'};

    if (before && before != letter)
        contradict(one, other);
    return letter;
}

static void take_letter(struct options *options, struct given *given, char letter)
{
    given->last = letter;
    if (strchr("acnt", letter))
        given->sort = one_of(given->sort, letter);
    else if (strchr("ox", letter))
        given->base = one_of(given->base, letter);
    else if (strchr("gl", letter))
        given->symbols = one_of(given->symbols, letter);
    else if (letter == 'z')
        options->view.all = true;
    else
        options->summary = true;
}

static enum format format_of(const char *name)
{
    for (size_t i = AS_FOLDED; i < sizeof(formats) / sizeof(*formats); i++)
        if (strcmp(formats[i], name) == 0)
            return (enum format)i;
    fprintf(stderr, "%s: --format %s: must be folded, speedscope, callgrind or perf\n", TOOL, name);
    usage();
}

static void take_long(struct options *options, struct given *given, int which)
{
    given->longs[which] = true;
    if (which == HELP) {
        tool_help = true;
        usage();
    }
    if (which == ROWS)
        options->view.rows = (int)tool_number(optarg, 1, ROWS_MAX);
    else if (which == OUTPUT)
        options->output = optarg;
    else if (which == PROFILE)
        options->save = optarg;
    else if (which == HTML)
        options->html = optarg;
    else if (which == FOLDED)
        options->format = AS_FOLDED;
    else if (which == FORMAT)
        options->format = format_of(optarg);
    else if (which == PID)
        choose(given, ATTACH, "--pid");
    else if (which == ALL)
        choose(given, MACHINE, "--all");
    else if (which == KERNEL)
        choose(given, MACHINE, strcmp(TOOL, KPROF) == 0 ? KPROF : "--kernel");
    if (which == PID)
        options->pid = (pid_t)tool_number(optarg, 1, INT_MAX);
}

static void take(struct options *options, struct given *given, int opt, int which)
{
    if (opt == 0) {
        take_long(options, given, which);
    } else if (opt == 'm') {
        choose(given, SHOW, "-m");
        options->mdata = optarg;
    } else if (opt == 'r') {
        choose(given, SHOW, "-r");
    } else {
        take_letter(options, given, (char)opt);
    }
}

static void check_operands(const struct given *given, const struct options *options, int count)
{
    if (given->task == ATTACH && count > 0)
        refuse("", "--pid and a program to run cannot be given together");
    if (given->task == SHOW && count > (options->mdata ? 1 : 2))
        refuse(given->chooser, options->mdata ? " FILE: only the program's name can follow"
                                              : ": only a program and a profile file can follow");
    if ((given->task == RUN || given->task == MACHINE) && count == 0)
        refuse("", "no program to run");
}

static void check(const struct given *given, const struct options *options)
{
    const char letter[] = {'-', given->last, '\0'};

    if (given->last && given->task != SHOW)
        refuse(letter, " is for a profile file: add -m FILE or -r");
    for (size_t i = 0; i < sizeof(tasks) / sizeof(*tasks); i++) {
        char name[32];

        snprintf(name, sizeof(name), "--%s", longs[i].name);
        if (given->longs[i] && !(tasks[i] & given->task))
            contradict(given->chooser, name);
    }
    if (given->longs[FOLDED] && given->longs[FORMAT])
        contradict("--folded", "--format");
    const char *stacks = given->longs[FORMAT]   ? "--format"
                         : given->longs[FOLDED] ? "--folded"
                                                : NULL;
    if (stacks && given->longs[TREE])
        contradict(stacks, "--tree");
    if (given->task == MACHINE && options->format > AS_FOLDED)
        refuse(given->chooser, ": of the formats only folded has the kernel's functions");
    if (given->longs[LINES] && (stacks || given->longs[TREE]))
        contradict("--lines", given->longs[TREE] ? "--tree" : stacks);
    if (stacks && given->longs[ROWS])
        contradict(stacks, "--rows");
    if (stacks && given->longs[CHILDREN])
        contradict(stacks, "--children");
}

struct options options_parse(int argc, char **argv)
{
    struct options options = {.earlier = false};
    struct given given = {.task = 0};
    int opt, which;

    while ((opt = getopt_long(argc, argv, "acntoxglzsm:r", longs, &which)) != -1) {
        if (opt == '?')
            usage();
        take(&options, &given, opt, which);
    }
    if (given.task == 0)
        given.task = RUN;
    check(&given, &options);
    check_operands(&given, &options, argc - optind);
    options.earlier = given.task == SHOW;
    options.tree = given.longs[TREE];
    options.lines = given.longs[LINES];
    options.children = given.longs[CHILDREN];
    /* A process may not have come to its exec yet, as in `COMMAND & prof --pid $!`. */
    options.follow = given.longs[FOLLOW] || given.task == ATTACH;
    options.all = given.longs[ALL];
    options.kernel = given.longs[KERNEL];
    options.globals = given.symbols == 'l';
    options.view.sort = given.sort ? given.sort : 't';
    options.view.base = given.base;
    options.operands = argv + optind;
    return options;
}
