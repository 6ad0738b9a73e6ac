/*
 * uniq: of equal lines that follow one another prints the first.
 * -c puts their number before it; -d prints only repeated lines, -u only the others.
 */
#define TOOL "uniq"
#include "tool.h"

static int want_count, want_repeated, want_single;

static void print(const char *line, size_t length, long times)
{
    if ((want_repeated && times == 1) || (want_single && times > 1))
        return;
    if (want_count)
        printf("%7ld ", times);
    tool_put_line(line, length);
}

static int filter(FILE *file, const char *name)
{
    char *line = NULL, *first = NULL;
    size_t line_room = 0, first_room = 0, first_length = 0;
    long times = 0;

    (void)name;
    ssize_t n;
    while (!ferror(stdout) && (n = getline(&line, &line_room, file)) >= 0) {
        size_t length = (size_t)n;
        length -= line[length - 1] == '\n'; /* the last line may have none and be equal still */
        if (times > 0 && length == first_length && memcmp(line, first, length) == 0) {
            times++;
            continue;
        }
        if (times > 0)
            print(first, first_length, times);
        times = 1;
        char *text = first;
        size_t room = first_room;
        first = line, first_room = line_room, first_length = length;
        line = text, line_room = room;
    }
    if (times > 0)
        print(first, first_length, times);
    free(first);
    free(line);
    return 0;
}

int main(int argc, char **argv)
{
    int opt;

    while ((opt = getopt(argc, argv, "cdu")) != -1) {
        want_count |= opt == 'c';
        want_repeated |= opt == 'd';
        want_single |= opt == 'u';
        if (opt == '?')
            tool_usage("[-c] [-d] [-u] [FILE]");
    }
    if (argc - optind > 1)
        tool_usage("[-c] [-d] [-u] [FILE]");
    return tool_end(tool_files(argv + optind, filter));
}
