#include "earlier.h"

#include <limits.h>

#include "find.h"
#include "gmon_read.h"
#include "output.h"
#include "prof.h"
#include "report.h"

#define PAGE 4096

static bool ends_at(const struct profile *profile, uint64_t end)
{
    return profile->high >= end && profile->high - end < PROFILE_ROUND;
}

/* Whether some of [low, high) is the program's text. */
static bool meets(const struct program *program, uint64_t low, uint64_t high)
{
    return low < program->high && high > program->low;
}

/* Another system's file may begin below the text, as glibc's does, reach to the end of the last
 * page, or cover a part.  All its ticks and calls must lie in the text. */
static bool may_be_of(const struct profile *profile, const struct program *program)
{
    bool may = profile->rate == 0 || (meets(program, profile->low, profile->high) &&
                                      profile->high < program->high + PAGE);

    for (size_t i = 0; may && i < profile->bin_count; i++)
        may = meets(program, profile->bins[i].low, profile->bins[i].high);
    for (size_t i = 0; may && i < profile->call_count; i++) {
        const struct gmonrec *call = &profile->calls[i];

        may = meets(program, call->gr_from, call->gr_from + 1) &&
              meets(program, call->gr_self, call->gr_self + 1);
    }
    return may;
}

/* Whether it is a profile of this very build.  Tally's own file has all of its text or, if the file
 * says where that ends, a part. */
static bool fits(const struct profile *profile, const struct program *program)
{
    uint64_t end = profile->totals[GMON_TEXT_END];

    if (end)
        return profile->low >= program->low && end <= program->high && program->high - end < 4;
    if (profile->has_totals)
        return profile->low == program->low && ends_at(profile, program->high);
    return may_be_of(profile, program);
}

/* The code may end before its segment, in which constants follow: the last symbol has its end. */
static void print_doubt(FILE *out, const char *name, const struct profile *profile,
                        const struct program *program)
{
    size_t n = program->count;

    if (profile->rate && !profile->totals[GMON_TEXT_END] && !ends_at(profile, program->high) &&
        (n == 0 || !ends_at(profile, program->symbols[n - 1].high)))
        fprintf(out,
                "The file's range ends at 0x%llx, the text of %s at 0x%llx:\n"
                "is the file of this build?\n",
                (unsigned long long)profile->high, name, (unsigned long long)program->high);
}

/* -s, on standard error: what the profile is made of. */
static void print_summary(const char *file, const struct profile *profile)
{
    uint64_t calls = 0;

    for (size_t i = 0; i < profile->call_count; i++)
        calls += profile->calls[i].gr_count;
    if (profile->rate == 0)
        fprintf(stderr, "%s: no histogram\n", file);
    else
        fprintf(stderr, "%s: text 0x%llx to 0x%llx, %u ticks a second\n", file,
                (unsigned long long)profile->low, (unsigned long long)profile->high, profile->rate);
    fprintf(stderr, "%s in ", report_count(profile->ticks, "tick"));
    fprintf(stderr, "%s above 0; ", report_count(profile->bin_count, "counter"));
    fprintf(stderr, "%s in ", report_count(calls, "call"));
    fprintf(stderr, "%s\n", report_count(profile->call_count, "arc"));
}

static int show(FILE *out, const struct options *options, const char *name, struct program *program,
                const char *file)
{
    struct profile profile;
    const char *problem;

    if (gmon_read(file, &profile, &problem) != 0)
        return complain(1, file, problem);
    if (!fits(&profile, program)) {
        profile_free(&profile);
        fprintf(stderr, "%s: %s: not a profile of %s as it is now\n", TOOL, file, name);
        return 1;
    }
    profile.is_part = profile.rate && (profile.low > program->low || profile.high < program->high);
    output_begin(out);
    if (!options->operands[0])
        fprintf(out, "%s:\n", name);
    report_print(out, name, program, &profile, &options->view, "");
    print_doubt(out, name, &profile, program);
    if (profile.rate)
        report_advice(out, &profile);
    fflush(out);
    if (options->summary)
        print_summary(file, &profile);
    profile_free(&profile);
    return 0;
}

/* Finds out which program a profile is of. */
static int guess_program(const char *file, char path[PATH_MAX])
{
    struct profile profile;
    const char *problem;

    if (gmon_read(file, &profile, &problem) != 0)
        return complain(1, file, problem);
    int found = find_by_text(profile.low, profile.high, path);
    profile_free(&profile);
    if (found == 1)
        return 0;
    return complain(1, file,
                    found == 0 ? "the profile of no program in PATH; name the program"
                               : "could be of several programs; name the program");
}

static const char *file_of(const struct options *options)
{
    if (options->mdata)
        return options->mdata;
    return options->operands[0] && options->operands[1] ? options->operands[1] : "gmon.out";
}

int earlier_show(const struct options *options)
{
    const char *name = options->operands[0], *file = file_of(options);
    char path[PATH_MAX];
    int status = name ? find_or_complain(name, path) : guess_program(file, path);

    if (status != 0)
        return status;
    const char *problem;
    struct program program;
    if (program_read(path, &program, &problem) != 0)
        return complain(1, path, problem);
    if (options->globals)
        program_keep_globals(&program);
    FILE *out = output_open(options->output, path, stdout);
    if (!out)
        return 1;
    if (options->output && output_is(out, file)) {
        program_free(&program);
        fclose(out);
        return complain(1, file, "is the profile; name another file for the report");
    }
    status = show(out, options, name ? name : path, &program, file);
    program_free(&program);
    return output_close(out, options->output, status);
}
