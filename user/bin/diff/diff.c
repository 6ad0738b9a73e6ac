/*
 * diff: prints the lines in which two files differ; with two directories, the files of both by
 * their names.  -u has three lines around each change, -U N so many; -q prints only that files
 * differ; -r goes into directories; -N takes a file that one side lacks as empty.  Its status is 0
 * for equal files, 1 for others, 2 after an error.
 */
#define TOOL         "diff"
#define TOOL_FAILURE 2
#include "diff.h"
#include "../tool.h"

#include <dirent.h>

#define USAGE "[-qrNu] [-U LINES] FILE1 FILE2"

static long context = -1;
static int want_brief, want_deep, want_absent;
static const char *options = "";

static int worse(int a, int b)
{
    return a > b ? a : b;
}

/* The whole file, and a byte more; NULL with errno. */
static char *read_file(const char *name, size_t *length)
{
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    char *text = NULL;
    size_t room = 0, n;

    *length = 0;
    if (!file)
        return want_absent && errno == ENOENT ? tool_alloc(NULL, 1) : NULL;
    do {
        if (room - *length < BUFSIZ)
            text = tool_alloc(text, room = 2 * room + BUFSIZ);
        n = fread(text + *length, 1, BUFSIZ - 1, file);
        *length += n;
    } while (n > 0);
    int error = ferror(file) ? errno : 0;
    if (file != stdin)
        fclose(file);
    if (!error)
        return text;
    free(text);
    errno = error;
    return NULL;
}

static unsigned long hash_of(const char *text, size_t length)
{
    unsigned long hash = 0;

    while (length-- > 0)
        hash = hash * 31 + (unsigned char)*text++;
    return hash;
}

static struct lines split(const char *name, const char *text, size_t length)
{
    struct lines lines = {.name = name};
    const char *end = text + length;

    for (const char *s = text; (s = memchr(s, '\n', (size_t)(end - s))); s++)
        lines.count++;
    lines.no_newline = length > 0 && end[-1] != '\n';
    lines.list = tool_alloc(NULL, (size_t)(lines.count + 1) * sizeof(*lines.list));
    lines.count = 0;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t n = newline ? (size_t)(newline + 1 - text) : (size_t)(end - text);
        lines.list[lines.count++] = (struct line){text, n, hash_of(text, n), 0};
        text += n;
    }
    return lines;
}

static int compare_texts(const char *a, const char *text, size_t length, const char *b,
                         const char *other, size_t other_length)
{
    if (length == other_length && memcmp(text, other, length) == 0)
        return 0;
    int binary = memchr(text, '\0', length) || memchr(other, '\0', other_length);
    if (want_brief || binary) {
        printf("%s %s and %s differ\n", want_brief ? "Files" : "Binary files", a, b);
        return 1;
    }
    struct lines old = split(a, text, length), new = split(b, other, other_length);
    compare_lines(&old, &new);
    if (*options)
        printf("diff%s %s %s\n", options, a, b);
    print_differences(&old, &new, context);
    free(old.list);
    free(new.list);
    return 1;
}

static int compare_files(const char *a, const char *b)
{
    size_t length, other_length;
    char *text = read_file(a, &length);

    if (!text)
        return tool_error(a);
    char *other = read_file(b, &other_length);
    int status = other ? compare_texts(a, text, length, b, other, other_length) : tool_error(b);
    free(text);
    free(other);
    return status;
}

static int compare_trees(const char *a, const char *b);

/* Both are there, or with -N one of them. */
static int compare_pair(const char *a, const char *b)
{
    struct stat st, other;
    int there = stat(a, &st) == 0, other_there = stat(b, &other) == 0;

    if (!there && !other_there)
        return tool_error(a);
    if (there && other_there && S_ISDIR(st.st_mode) != S_ISDIR(other.st_mode)) {
        printf("File %s is a %s while file %s is a %s\n", a,
               S_ISDIR(st.st_mode) ? "directory" : "file", b,
               S_ISDIR(other.st_mode) ? "directory" : "file");
        return 1;
    }
    if (!S_ISDIR(there ? st.st_mode : other.st_mode))
        return compare_files(a, b);
    if (want_deep)
        return compare_trees(a, b);
    printf("Common subdirectories: %s and %s\n", a, b);
    return 0;
}

static int only_in(const char *dir, const char *name)
{
    printf("Only in %s: %s\n", dir, name);
    return 1;
}

static int keep(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int read_names(const char *dir, struct dirent ***names)
{
    *names = NULL;
    struct stat st;
    if (want_absent && stat(dir, &st) != 0)
        return 0;
    int n = scandir(dir, names, keep, alphasort);
    if (n < 0)
        tool_die(dir);
    return n;
}

/* The names of both directories are merged in their order. */
static int compare_trees(const char *a, const char *b)
{
    struct dirent **names, **others;
    int count = read_names(a, &names), other_count = read_names(b, &others), status = 0;

    for (int i = 0, j = 0; i < count || j < other_count;) {
        int order = i == count         ? 1
                    : j == other_count ? -1
                                       : strcmp(names[i]->d_name, others[j]->d_name);
        const char *name = order <= 0 ? names[i]->d_name : others[j]->d_name;
        char *path = tool_join(a, name), *other = tool_join(b, name);
        if (order == 0 || want_absent)
            status = worse(status, compare_pair(path, other));
        else
            status = worse(status, only_in(order < 0 ? a : b, name));
        free(path);
        free(other);
        if (order <= 0)
            free(names[i++]);
        if (order >= 0)
            free(others[j++]);
    }
    free(names);
    free(others);
    return status;
}

/* A directory and a file: the file is compared with the one of its name in the directory. */
static int compare_operands(const char *a, const char *b)
{
    struct stat st;
    int a_is_dir = stat(a, &st) == 0 && S_ISDIR(st.st_mode);
    int b_is_dir = stat(b, &st) == 0 && S_ISDIR(st.st_mode);
    if (a_is_dir == b_is_dir)
        return a_is_dir ? compare_trees(a, b) : compare_files(a, b);
    char path[PATH_MAX];
    if (tool_inside(path, a_is_dir ? a : b, a_is_dir ? b : a) != 0)
        return tool_error(a_is_dir ? b : a);
    return a_is_dir ? compare_files(path, b) : compare_files(a, path);
}

int main(int argc, char **argv)
{
    int opt;

    while ((opt = getopt(argc, argv, "qrNuU:")) != -1) {
        if (opt == '?')
            tool_usage(USAGE);
        want_brief |= opt == 'q';
        want_deep |= opt == 'r';
        want_absent |= opt == 'N';
        if (opt == 'u' || opt == 'U')
            context = opt == 'u' ? 3 : tool_number(optarg, 0, 1000000);
    }
    if (argc - optind != 2)
        tool_usage(USAGE);
    struct stat st;
    if (stat(argv[optind], &st) == 0 && S_ISDIR(st.st_mode))
        options = context < 0 ? (want_deep ? " -r" : "") : want_deep ? " -ru" : " -u";
    return tool_end(compare_operands(argv[optind], argv[optind + 1]));
}
