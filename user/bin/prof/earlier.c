#include "earlier.h"

#include <limits.h>

#include "find.h"
#include "gmon_read.h"
#include "output.h"
#include "prof.h"
#include "report.h"

/* Whether it is a profile of this very build, of all of its text or, if the file says where that
 * ends, of a part. */
static bool fits(const struct profile *profile, const struct program *program)
{
    uint64_t end = profile->totals[GMON_TEXT_END];

    if (end)
        return profile->low >= program->low && end <= program->high && program->high - end < 4;
    return profile->low == program->low && profile->high >= program->high &&
           profile->high - program->high < PROFILE_ROUND;
}

/* -s, on standard error: what the profile is made of. */
static void print_summary(const char *file, const struct profile *profile)
{
    uint64_t calls = 0;

    for (size_t i = 0; i < profile->call_count; i++)
        calls += profile->calls[i].gr_count;
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
    profile.is_part = profile.low > program->low || profile.high < program->high;
    output_begin(out);
    if (!options->operands[0])
        fprintf(out, "%s:\n", name);
    report_print(out, name, program, &profile, &options->view, "");
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
