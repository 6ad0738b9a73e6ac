/* date: prints the date and time (UTC), as a strftime format after + says. */
#define TOOL "date"
#include "tool.h"

#include <time.h>

int main(int argc, char **argv)
{
    const char *format = "%a %b %e %H:%M:%S UTC %Y";
    time_t now = time(NULL);

    if (argc > 2 || (argc == 2 && argv[1][0] != '+'))
        tool_usage("[+FORMAT]");
    if (argc == 2)
        format = argv[1] + 1;
    char text[512];
    if (strftime(text, sizeof(text), format, gmtime(&now)) == 0)
        text[0] = '\0';
    puts(text);
    return tool_end(0);
}
