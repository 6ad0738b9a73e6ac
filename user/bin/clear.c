/* clear: clears the terminal's window. */
#define TOOL "clear"
#include "tool.h"

int main(int argc, char **argv)
{
    (void)argv;
    if (tool_help || argc > 1)
        tool_usage("");
    fputs("\033[H\033[2J", stdout);
    return tool_end(0);
}
