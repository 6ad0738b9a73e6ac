/*
 * cp: copies a file to a file, or files into a directory.  -r copies directories with everything in
 * them, links as links; -p keeps modes and times.
 */
#define TOOL "cp"
#include "walk.h"

#include <utime.h>

#define USAGE "[-rp] FILE TARGET | [-rp] FILE... DIRECTORY"

static char buf[16 * 1024];
static int recursive, preserve;

/* Both files are open; returns an exit status. */
static int copy_bytes(int in, const char *from, int out, const char *to)
{
    ssize_t n;

    while ((n = read(in, buf, sizeof(buf))) > 0)
        if (tool_write(out, buf, (size_t)n) != 0)
            return tool_error(to);
    return n < 0 ? tool_error(from) : 0;
}

/* -p: gives the copy the mode and the times of its source. */
static int keep_attributes(const char *to, const struct stat *source)
{
    struct utimbuf times = {source->st_atime, source->st_mtime};

    if (preserve && (chmod(to, source->st_mode & 0777) != 0 || utime(to, &times) != 0))
        return tool_error(to);
    return 0;
}

static int copy_open(int in, const struct stat *source, const char *from, const char *to)
{
    struct stat st;
    int exists = stat(to, &st) == 0;
    if (!exists && errno != ENOENT)
        return tool_error(to);
    /* Opening the target truncates it, so it must not be the source. */
    if (exists && st.st_dev == source->st_dev && st.st_ino == source->st_ino) {
        fprintf(stderr, "cp: %s and %s are the same file\n", from, to);
        return 1;
    }
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, source->st_mode & 0777);
    if (out < 0)
        return tool_error(to);
    int status = copy_bytes(in, from, out, to);
    if (close(out) != 0)
        status = tool_error(to);
    return status | keep_attributes(to, source);
}

static int copy_file(const char *from, const char *to)
{
    int in = open(from, O_RDONLY), status = 1;

    if (in < 0)
        return tool_error(from);
    struct stat st;
    if (fstat(in, &st) != 0) {
        tool_error(from);
    } else if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        tool_error(from);
    } else {
        status = copy_open(in, &st, from, to);
    }
    close(in);
    return status;
}

/* ---- trees ---- */

static size_t root_length;      /* of the path that is copied */
static const char *tree_target; /* and where to */
static struct stat target_st;   /* tree_target's, once it is there */
static int tree_status;

/* Where the copy of a path goes; in memory to be freed. */
static char *copy_of(const char *path)
{
    const char *below = path + root_length;

    while (*below == '/')
        below++;
    return *below ? tool_join(tree_target, below) : tool_join("", tree_target);
}

static int copy_link(const char *from, const char *to)
{
    char target[PATH_MAX];
    ssize_t n = readlink(from, target, sizeof(target) - 1);

    if (n < 0)
        return tool_error(from);
    target[n] = '\0';
    return symlink(target, to) != 0 ? tool_error(to) : 0;
}

/* The directory can be written until everything is in it. */
static int make_directory(const char *to, const struct stat *st)
{
    if (mkdir(to, (st->st_mode & 0777) | S_IRWXU) == 0)
        return 0;
    struct stat there;
    if (errno == EEXIST && stat(to, &there) == 0 && S_ISDIR(there.st_mode))
        return 0;
    errno = errno == EEXIST ? ENOTDIR : errno;
    return tool_error(to);
}

static int copy_node(const char *path, const struct stat *st, int depth)
{
    char *to = copy_of(path);
    int status, next = WALK_ON;

    if (S_ISDIR(st->st_mode) && depth > 0 && st->st_ino == target_st.st_ino &&
        st->st_dev == target_st.st_dev) {
        fprintf(stderr, "cp: %s: not copying a directory into itself\n", path);
        status = 1, next = WALK_SKIP;
    } else if (S_ISDIR(st->st_mode)) {
        status = make_directory(to, st);
        next = status ? WALK_SKIP : WALK_ON;
        if (depth == 0)
            stat(to, &target_st);
    } else if (S_ISLNK(st->st_mode)) {
        status = copy_link(path, to);
    } else {
        status = copy_file(path, to);
    }
    tree_status |= status;
    free(to);
    return next;
}

static void leave_directory(const char *path, const struct stat *st, int depth)
{
    (void)depth;
    if (!S_ISDIR(st->st_mode))
        return;
    char *to = copy_of(path);
    if (chmod(to, st->st_mode & 0777) != 0 && errno != ENOENT)
        tree_status |= tool_error(to);
    tree_status |= keep_attributes(to, st);
    free(to);
}

static int copy_tree(const char *from, const char *to)
{
    static const struct walk tree = {copy_node, leave_directory, 0};
    struct stat st;

    if (stat(from, &st) != 0)
        return tool_error(from);
    if (!S_ISDIR(st.st_mode))
        return copy_file(from, to);
    root_length = strlen(from);
    tree_target = to;
    tree_status = 0;
    target_st = (struct stat){0};
    return walk(&tree, from) | tree_status;
}

int main(int argc, char **argv)
{
    tool_begin();
    int opt;
    while ((opt = getopt(argc, argv, "rRp")) != -1) {
        if (opt == '?')
            tool_usage(USAGE);
        recursive |= opt == 'r' || opt == 'R';
        preserve |= opt == 'p';
    }
    if (argc - optind < 2)
        tool_usage(USAGE);
    int (*copy)(const char *, const char *) = recursive ? copy_tree : copy_file;
    const char *to = argv[argc - 1];
    struct stat st;
    if (stat(to, &st) == 0 && S_ISDIR(st.st_mode))
        return tool_into(argv + optind, argc - 1 - optind, to, copy);
    if (argc - optind == 2)
        return copy(argv[optind], to);
    errno = ENOTDIR;
    return tool_error(to);
}
