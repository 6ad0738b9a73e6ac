/* ps: lists the processes. */
#define TOOL "ps"
#include "tool.h"

#include <sys/procinfo.h>
#include <time.h>

static struct procinfo *list;

/* Returns the number of processes; the list is enlarged until all fit. */
static size_t read_list(void)
{
    size_t room = 32;

    for (;; room *= 2) {
        list = tool_alloc(list, room * sizeof(*list));
        ssize_t n = proclist(list, room);
        if (n < 0)
            tool_die("proclist");
        if ((size_t)n < room)
            return (size_t)n;
    }
}

static double seconds(clock_t ticks)
{
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

int main(int argc, char **argv)
{
    if (getopt(argc, argv, "") != -1 || argv[optind])
        tool_usage("");
    size_t count = read_list();
    puts("  PID  PPID  PGID S THREADS     KIB    USER     SYS NAME");
    for (size_t i = 0; i < count; i++) {
        const struct procinfo *p = &list[i];

        printf("%5d %5d %5d %c %7u %7llu %7.2f %7.2f %s\n", p->pi_pid, p->pi_ppid, p->pi_pgid,
               p->pi_state, p->pi_threads, (unsigned long long)p->pi_bytes / 1024,
               seconds(p->pi_utime), seconds(p->pi_stime), p->pi_name);
    }
    return tool_end(0);
}
