/* sleep: waits for so many seconds, which may have a fraction. */
#define TOOL "sleep"
#include "tool.h"

#include <time.h>

int main(int argc, char **argv)
{
    (void)argc;
    argv = tool_operands(argv);
    if (tool_help || !argv[0] || argv[1])
        tool_usage("SECONDS");
    char *end;
    double seconds = strtod(*argv, &end);
    if (end == *argv || *end != '\0' || !(seconds >= 0 && seconds < 1e9)) {
        fprintf(stderr, "sleep: '%s' is not a number of seconds\n", *argv);
        return 2;
    }
    struct timespec left;
    left.tv_sec = (time_t)seconds;
    left.tv_nsec = (long)((seconds - (double)left.tv_sec) * 1e9);
    while (nanosleep(&left, &left) != 0)
        if (errno != EINTR)
            tool_die("nanosleep");
    return 0;
}
