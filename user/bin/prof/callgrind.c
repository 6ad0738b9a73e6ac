/*
 * The format is in Valgrind's manual, "Callgrind Format Specification".  The cost is a tick.  Each
 * cost has a line of a source, here 0, and each pair of functions a number of calls, here 1:
 * samples do not know how many there were.
 *
 * A function that calls itself gets no line for that.  A reader adds the ticks of a function's
 * callees to its own, and would count those of a recursion again.
 */
#include "callgrind.h"

#include "functions.h"
#include "prof.h"

void callgrind_begin(FILE *out)
{
    fputs("# callgrind format\nversion: 1\ncreator: Tally's prof\npositions: line\nevents: Ticks\n",
          out);
}

void callgrind_add(FILE *out, const struct stacks *stacks, const char *path)
{
    struct functions all = functions_of(stacks);

    fprintf(out, "\nob=%s\nfl=???\n", path);
    for (size_t i = 0; i < all.count; i++) {
        fprintf(out, "fn=%s\n0 %llu\n", all.function[i].name,
                (unsigned long long)all.function[i].own);
        for (const struct arc *arc = all.arc; arc < all.arc + all.arc_count; arc++)
            if (arc->caller == i && arc->callee != i)
                fprintf(out, "cfn=%s\ncalls=1 0\n0 %llu\n", all.function[arc->callee].name,
                        (unsigned long long)arc->ticks);
    }
    functions_free(&all);
}

void callgrind_end(FILE *out, uint64_t ticks)
{
    fprintf(out, "\ntotals: %llu\n", (unsigned long long)ticks);
}
