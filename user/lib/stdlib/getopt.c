/* Options of a command line.  Messages go to standard error unless opterr is 0. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt;

static const char *rest; /* within an argument of several letters: the next one */

static int complain(char *const argv[], const char *optstring, const char *what, const char *opt,
                    int result)
{
    if (opterr && *optstring != ':')
        fprintf(stderr, "%s: %s -- '%s'\n", argv[0], what, opt);
    return result;
}

/* Moves to the next argument if it is an option; NULL at the first operand. */
static const char *next_option(int argc, char *const argv[])
{
    if (optind == 0) {
        optind = 1;
        rest = NULL;
    }
    if (optind >= argc)
        return NULL;
    const char *arg = argv[optind];
    if (!arg || arg[0] != '-' || !arg[1])
        return NULL;
    optind++;
    return strcmp(arg, "--") == 0 ? NULL : arg + 1;
}

/* One letter, and its argument: the rest of its word, or the next word. */
static int short_option(int argc, char *const argv[], const char *optstring)
{
    char letter[2] = {*rest++};
    const char *known = letter[0] == ':' ? NULL : strchr(optstring, letter[0]);

    optopt = (unsigned char)letter[0];
    if (!*rest)
        rest = NULL;
    if (!known)
        return complain(argv, optstring, "unknown option", letter, '?');
    if (known[1] != ':')
        return optopt;
    optarg = (char *)rest;
    rest = NULL;
    if (optarg || known[2] == ':')
        return optopt;
    if (optind >= argc)
        return complain(argv, optstring, "option needs an argument", letter,
                        *optstring == ':' ? ':' : '?');
    optarg = argv[optind++];
    return optopt;
}

int getopt(int argc, char *const argv[], const char *optstring)
{
    optarg = NULL;
    if (!rest || optind == 0)
        rest = next_option(argc, argv);
    return rest ? short_option(argc, argv, optstring) : -1;
}

/* The long option that name (up to len bytes) spells, or abbreviates as the only one. */
static const struct option *find_long(const struct option *longs, const char *name, size_t len)
{
    const struct option *found = NULL;
    int fits = 0;

    for (; longs->name; longs++) {
        if (strncmp(longs->name, name, len) != 0)
            continue;
        if (!longs->name[len])
            return longs;
        found = longs;
        fits++;
    }
    return fits == 1 ? found : NULL;
}

/* find_long has found none: either none begins so, or several do, which are listed. */
static int complain_long(char *const argv[], const char *optstring, const char *name, size_t len,
                         const struct option *longs)
{
    bool ambiguous = false;

    if (!opterr || *optstring == ':')
        return '?';
    for (; longs->name; longs++)
        if (len > 0 && strncmp(longs->name, name, len) == 0) {
            if (!ambiguous)
                fprintf(stderr, "%s: ambiguous option -- '%s':", argv[0], name);
            ambiguous = true;
            fprintf(stderr, " --%s", longs->name);
        }
    if (!ambiguous)
        return complain(argv, optstring, "unknown option", name, '?');
    putc('\n', stderr);
    return '?';
}

static int long_option(int argc, char *const argv[], const char *optstring, const char *name,
                       const struct option *longs, int *index)
{
    size_t len = strcspn(name, "=");
    const struct option *o = find_long(longs, name, len);

    optopt = 0;
    if (!o)
        return complain_long(argv, optstring, name, len, longs);
    if (index)
        *index = o - longs;
    optopt = o->val;
    if (name[len]) {
        if (o->has_arg == no_argument)
            return complain(argv, optstring, "option takes no argument", name, '?');
        optarg = (char *)name + len + 1;
    } else if (o->has_arg == required_argument) {
        if (optind >= argc)
            return complain(argv, optstring, "option needs an argument", name,
                            *optstring == ':' ? ':' : '?');
        optarg = argv[optind++];
    }
    if (!o->flag)
        return o->val;
    *o->flag = o->val;
    return 0;
}

int getopt_long(int argc, char *const argv[], const char *optstring, const struct option *longs,
                int *index)
{
    optarg = NULL;
    if (rest && optind != 0)
        return short_option(argc, argv, optstring);
    rest = next_option(argc, argv);
    if (!rest)
        return -1;
    if (*rest != '-')
        return short_option(argc, argv, optstring);
    const char *name = rest + 1;
    rest = NULL;
    return long_option(argc, argv, optstring, name, longs, index);
}
