/*
 * du: prints how much of the disk each directory takes with everything below it, in KiB.  -a prints
 * a line for each file, -s only one for each operand.  -k is the default.  A file with several
 * names counts once.
 */
#define TOOL "du"
#include "walk.h"

#define USAGE "[-a | -s] [-k] [FILE...]"

/* Sums by depth: what was seen of the directory that is open there. */
static blkcnt_t *sums;
static int sum_room;
static int want_all, want_sum;

struct seen {
    dev_t dev;
    ino_t ino;
};

static struct seen *seen; /* files that have several names */
static size_t seen_count;

static int counted_before(const struct stat *st)
{
    if (st->st_nlink < 2 || S_ISDIR(st->st_mode))
        return 0;
    for (size_t i = 0; i < seen_count; i++)
        if (seen[i].ino == st->st_ino && seen[i].dev == st->st_dev)
            return 1;
    if ((seen_count & (seen_count - 1)) == 0)
        seen = tool_alloc(seen, 2 * (seen_count + 1) * sizeof(*seen));
    seen[seen_count++] = (struct seen){st->st_dev, st->st_ino};
    return 0;
}

static int add(const char *path, const struct stat *st, int depth)
{
    (void)path;
    while (depth >= sum_room)
        sums = tool_alloc(sums, (size_t)++sum_room * sizeof(*sums));
    sums[depth] = counted_before(st) ? 0 : st->st_blocks;
    return WALK_ON;
}

static void print(const char *path, const struct stat *st, int depth)
{
    if (depth == 0 || (!want_sum && (want_all || S_ISDIR(st->st_mode))))
        printf("%ld\t%s\n", (long)(sums[depth] + 1) / 2, path);
    if (depth > 0)
        sums[depth - 1] += sums[depth];
}

int main(int argc, char **argv)
{
    static const struct walk tree = {add, print, 0};
    static char *here[] = {".", NULL};
    int opt, status = 0;

    while ((opt = getopt(argc, argv, "ask")) != -1) {
        if (opt == '?')
            tool_usage(USAGE);
        want_all |= opt == 'a';
        want_sum |= opt == 's';
    }
    if (want_all && want_sum)
        tool_usage(USAGE);
    for (char **name = argv[optind] ? argv + optind : here; *name; name++)
        status |= walk(&tree, *name);
    return tool_end(status);
}
