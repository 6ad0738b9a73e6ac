/* The builtins ulimit, umask and times: what processes may do, and have used. */
#include "builtin.h"
#include "sh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <unistd.h>

static const struct limit {
    const char *option;
    const char *what;
    int which;
    rlim_t unit;
} limits[] = {
    {"-n", "descriptors", RLIMIT_NOFILE, 1},
    {"-u", "processes", RLIMIT_NPROC, 1},
    {"-v", "KiB of memory mapped", RLIMIT_AS, 1024},
};
#define LIMITS (sizeof(limits) / sizeof(limits[0]))

static int print_limit(const struct limit *limit, bool all)
{
    struct rlimit value;

    getrlimit(limit->which, &value);
    if (all)
        printf("%s %-22s", limit->option, limit->what);
    if (value.rlim_cur == RLIM_INFINITY)
        puts("unlimited");
    else
        printf("%llu\n", (unsigned long long)(value.rlim_cur / limit->unit));
    return 0;
}

/* Both limits, as nothing could raise the soft one again without the shell. */
static int change_limit(const struct limit *limit, const char *text)
{
    char *end = "";
    unsigned long long n = strcmp(text, "unlimited") == 0 ? 0 : strtoull(text, &end, 10);

    if (*end || end == text || n > RLIM_INFINITY / limit->unit) {
        sh_complain("ulimit", "needs a number, or unlimited");
        return 2;
    }
    rlim_t value = *text == 'u' ? RLIM_INFINITY : n * limit->unit;
    if (setrlimit(limit->which, &(struct rlimit){value, value}) != 0) {
        sh_complain_errno("ulimit");
        return 1;
    }
    return 0;
}

int builtin_ulimit(char **argv)
{
    bool all = !argv[1] || strcmp(argv[1], "-a") == 0;

    for (size_t i = 0; i < LIMITS; i++) {
        if (all)
            print_limit(&limits[i], true);
        else if (strcmp(argv[1], limits[i].option) == 0 && argv[2])
            return change_limit(&limits[i], argv[2]);
        else if (strcmp(argv[1], limits[i].option) == 0)
            return print_limit(&limits[i], false);
    }
    if (!all)
        sh_complain(argv[1], "unknown option; ulimit takes -a, or -n -u -v and a number");
    return all ? 0 : 2;
}

int builtin_umask(char **argv)
{
    if (!argv[1]) {
        mode_t old = umask(0);
        umask(old);
        printf("%04o\n", (unsigned)old);
        return 0;
    }
    char *end;
    unsigned long mask = strtoul(argv[1], &end, 8);
    if (*end || end == argv[1] || mask > 0777) {
        sh_complain(argv[1], "not a mask; umask takes an octal number, such as 022");
        return 2;
    }
    umask((mode_t)mask);
    return 0;
}

static void print_time(clock_t ticks, char end)
{
    long rate = sysconf(_SC_CLK_TCK), hundredths = (long)ticks * 100 / rate;

    printf("%ldm%ld.%02lds%c", hundredths / 6000, hundredths / 100 % 60, hundredths % 100, end);
}

/* User and system time of the shell, and of the processes that it has waited for. */
int builtin_times(char **argv)
{
    (void)argv;
    struct tms tms;
    times(&tms);
    print_time(tms.tms_utime, ' ');
    print_time(tms.tms_stime, '\n');
    print_time(tms.tms_cutime, ' ');
    print_time(tms.tms_cstime, '\n');
    return 0;
}
