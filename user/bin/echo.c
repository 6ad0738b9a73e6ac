/* echo: prints its arguments.  -n omits the newline. */
#define TOOL "echo"
#include "shared.h"
#include "tool.h"

int main(int argc, char **argv)
{
    (void)argc;
    return tool_end(shared_echo(argv));
}
