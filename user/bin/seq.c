/* seq: prints whole numbers from FIRST to LAST by STEP, a line each. */
#define TOOL "seq"
#include "tool.h"

#include <limits.h>

int main(int argc, char **argv)
{
    long first = 1, step = 1, last;

    if (argc < 2 || argc > 4)
        tool_usage("[FIRST [STEP]] LAST");
    last = tool_number(argv[argc - 1], LONG_MIN, LONG_MAX);
    if (argc > 2)
        first = tool_number(argv[1], LONG_MIN, LONG_MAX);
    if (argc > 3)
        step = tool_number(argv[2], LONG_MIN, LONG_MAX);
    if (step == 0) {
        fprintf(stderr, "seq: the step must not be 0\n");
        return 2;
    }
    for (long n = first; step > 0 ? n <= last : n >= last;) {
        printf("%ld\n", n);
        if (__builtin_add_overflow(n, step, &n))
            break;
    }
    return tool_end(0);
}
