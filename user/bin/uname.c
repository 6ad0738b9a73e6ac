/* uname: prints the name of the system; -n of the machine in a network, -r the release, -v the
 * version, -m the kind of machine, -a all of them. */
#define TOOL "uname"
#include "tool.h"

#include <sys/utsname.h>

int main(int argc, char **argv)
{
    static const char letters[] = "snrvm";
    int opt, wanted[sizeof(letters)] = {0}, any = 0;

    while ((opt = getopt(argc, argv, "asnrvm")) != -1) {
        if (opt == '?')
            tool_usage("[-asnrvm]");
        any = 1;
        for (int i = 0; letters[i]; i++)
            wanted[i] |= opt == 'a' || opt == letters[i];
    }
    if (optind < argc)
        tool_usage("[-asnrvm]");
    wanted[0] |= !any;
    struct utsname name;
    if (uname(&name) != 0)
        tool_die("uname");
    const char *parts[] = {name.sysname, name.nodename, name.release, name.version, name.machine};
    const char *gap = "";
    for (int i = 0; letters[i]; i++)
        if (wanted[i]) {
            printf("%s%s", gap, parts[i]);
            gap = " ";
        }
    putchar('\n');
    return tool_end(0);
}
