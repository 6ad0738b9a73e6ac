/* kill: sends a signal, TERM by default, to processes (or, negative, to groups). */
#define TOOL "kill"
#include "shared.h"
#include "tool.h"

int main(int argc, char **argv)
{
    (void)argc;
    if (tool_help)
        tool_usage("[-SIGNAL | -s SIGNAL] PID... | -l");
    return tool_end(shared_kill(argv));
}
