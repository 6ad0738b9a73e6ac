/* seq: prints whole numbers from FIRST to LAST by STEP, a line each. */
#define TOOL "seq"
#include "tool.h"

#include <limits.h>

int main(int argc, char **argv)
{
    long first = 1, step = 1, last;
    char **operands = tool_operands(argv);

    argc -= (int)(operands - argv);
    if (tool_help || argc < 1 || argc > 3)
        tool_usage("[FIRST [STEP]] LAST");
    last = tool_number(operands[argc - 1], LONG_MIN, LONG_MAX);
    if (argc > 1)
        first = tool_number(operands[0], LONG_MIN, LONG_MAX);
    if (argc > 2)
        step = tool_number(operands[1], LONG_MIN, LONG_MAX);
    if (step == 0) {
        fprintf(stderr, "seq: the step must not be 0\n");
        return 2;
    }
    for (long n = first; (step > 0 ? n <= last : n >= last) && !ferror(stdout);) {
        printf("%ld\n", n);
        if (__builtin_add_overflow(n, step, &n))
            break;
    }
    return tool_end(0);
}
