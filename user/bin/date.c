/* date: prints the date and time (UTC), as a strftime format after + says. */
#define TOOL "date"
#include "tool.h"

#include <time.h>

int main(int argc, char **argv)
{
    const char *format = "%a %b %e %H:%M:%S UTC %Y";
    time_t now = time(NULL);

    (void)argc;
    argv = tool_operands(argv);
    if (*argv && (**argv != '+' || argv[1]))
        tool_usage("[+FORMAT]");
    if (*argv)
        format = *argv + 1;
    /* With the newline the result is not empty, so strftime's 0 can only mean that room is short.
     */
    size_t length = strlen(format), room = 128;
    char *line = tool_alloc(NULL, length + 2), *text = NULL;
    memcpy(line, format, length);
    strcpy(line + length, "\n");
    do {
        room *= 2;
        text = tool_alloc(text, room);
    } while (strftime(text, room, line, gmtime(&now)) == 0);
    fputs(text, stdout);
    return tool_end(0);
}
