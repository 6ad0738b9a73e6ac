/* kprof [OPTIONS] COMMAND [ARGUMENT...]: where does the kernel spend its time while COMMAND runs?
 * It is prof --kernel. */
#define TOOL "kprof"
#include "tool.h"

int main(int argc, char **argv)
{
    char **words = tool_alloc(NULL, ((size_t)argc + 2) * sizeof(*words));

    words[0] = TOOL;
    words[1] = "--kernel";
    memcpy(words + 2, argv + 1, (size_t)argc * sizeof(*words)); /* the NULL, too */
    execvp("prof", words);
    tool_die("prof");
}
