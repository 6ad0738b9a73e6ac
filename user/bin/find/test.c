#define TOOL "find"
#include "test.h"
#include "../tool.h"
#include "command.h"

#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <time.h>

struct bounds test_bounds = {0, LONG_MAX, 0};
int test_failed;

_Noreturn void test_refuse(const char *word, const char *problem)
{
    fprintf(stderr, "find: %s: %s\n", word, problem);
    exit(2);
}

/* ---- numbers ---- */

static void read_number(struct expression *e, char *word)
{
    const char *start = word;
    if (*word == '+' || *word == '-')
        e->sign = *word++;
    errno = 0;
    char *end;
    e->number = strtol(word, &end, 10);
    if (!isdigit((unsigned char)*word) || errno != 0)
        test_refuse(start, "is not a number");
    e->unit = *end;
    if (*end && (end[1] || !strchr("ckM", *end)))
        test_refuse(start, "is not a number, with c, k or M after it or nothing");
}

static void read_plain_number(struct expression *e, char *word)
{
    read_number(e, word);
    if (e->unit)
        test_refuse(word, "is not a number");
}

static int compares(const struct expression *e, long value)
{
    if (e->sign == '+')
        return value > e->number;
    return e->sign == '-' ? value < e->number : value == e->number;
}

/* ---- tests ---- */

static int name_holds(const struct expression *e, struct file *file)
{
    return fnmatch(e->text, file->name, 0) == 0;
}

static int iname_holds(const struct expression *e, struct file *file)
{
    return fnmatch(e->text, file->name, FNM_CASEFOLD) == 0;
}

static int path_holds(const struct expression *e, struct file *file)
{
    return fnmatch(e->text, file->path, 0) == 0;
}

static void read_type(struct expression *e, char *word)
{
    if (!*word || word[1] || !strchr("fdlcp", *word))
        test_refuse(word, "is no type of a file; the types are f, d, l, c and p");
    e->text = word;
}

static int type_holds(const struct expression *e, struct file *file)
{
    mode_t mode = file->st->st_mode;
    char type = S_ISDIR(mode) ? 'd' : S_ISLNK(mode) ? 'l' : S_ISCHR(mode) ? 'c' : 'f';
    return *e->text == (S_ISFIFO(mode) ? 'p' : type);
}

/* Sizes are rounded up to whole units, of 512 bytes by default. */
static int size_holds(const struct expression *e, struct file *file)
{
    long unit = e->unit == 'c' ? 1 : e->unit == 'k' ? 1024 : e->unit == 'M' ? 1024 * 1024 : 512;
    return compares(e, (file->st->st_size + unit - 1) / unit);
}

static int links_holds(const struct expression *e, struct file *file)
{
    return compares(e, (long)file->st->st_nlink);
}

static int mtime_holds(const struct expression *e, struct file *file)
{
    return compares(e, (long)((time(NULL) - file->st->st_mtime) / (24 * 60 * 60)));
}

static void read_newer(struct expression *e, char *word)
{
    struct stat st;
    if (stat(word, &st) != 0)
        tool_die(word);
    e->number = (long)st.st_mtim.tv_sec;
    e->text = word;
}

static int newer_holds(const struct expression *e, struct file *file)
{
    return (long)file->st->st_mtime > e->number;
}

static void read_mode(struct expression *e, char *word)
{
    e->sign = *word == '-' ? '-' : 0;
    char *end;
    e->number = strtol(word + (e->sign != 0), &end, 8);
    if (end == word + (e->sign != 0) || *end || e->number < 0)
        test_refuse(word, "is not an octal mode");
}

static int perm_holds(const struct expression *e, struct file *file)
{
    long mode = file->st->st_mode & 07777;
    return e->sign ? (mode & e->number) == e->number : mode == e->number;
}

static int directory_empty(const char *path)
{
    DIR *d = opendir(path);
    if (!d) {
        test_failed = tool_error(path);
        return 0;
    }
    int empty = 1;
    struct dirent *entry;
    while (empty && (entry = readdir(d)))
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(d);
    return empty;
}

static int empty_holds(const struct expression *e, struct file *file)
{
    (void)e;
    if (S_ISDIR(file->st->st_mode))
        return directory_empty(file->path);
    return S_ISREG(file->st->st_mode) && file->st->st_size == 0;
}

/* ---- actions ---- */

static int print_holds(const struct expression *e, struct file *file)
{
    (void)e;
    puts(file->path);
    return 1;
}

static int print0_holds(const struct expression *e, struct file *file)
{
    (void)e;
    fputs(file->path, stdout);
    putchar('\0');
    return 1;
}

static int prune_holds(const struct expression *e, struct file *file)
{
    (void)e;
    file->skip = 1;
    return 1;
}

static int delete_holds(const struct expression *e, struct file *file)
{
    (void)e;
    if (strcmp(file->path, ".") == 0)
        return 1;
    int error = S_ISDIR(file->st->st_mode) ? rmdir(file->path) : unlink(file->path);
    if (error != 0)
        test_failed = tool_error(file->path);
    return error == 0;
}

static int exec_holds(const struct expression *e, struct file *file)
{
    return command_run(e->command, file->path);
}

static int true_holds(const struct expression *e, struct file *file)
{
    (void)e;
    (void)file;
    return 1;
}

static void read_min(struct expression *e, char *word)
{
    (void)e;
    test_bounds.min = tool_number(word, 0, LONG_MAX);
}

static void read_max(struct expression *e, char *word)
{
    (void)e;
    test_bounds.max = tool_number(word, 0, LONG_MAX);
}

const struct test tests[] = {
    {"-name", 1, NULL, name_holds, 0},
    {"-iname", 1, NULL, iname_holds, 0},
    {"-path", 1, NULL, path_holds, 0},
    {"-type", 1, read_type, type_holds, 0},
    {"-size", 1, read_number, size_holds, 0},
    {"-links", 1, read_plain_number, links_holds, 0},
    {"-mtime", 1, read_plain_number, mtime_holds, 0},
    {"-newer", 1, read_newer, newer_holds, 0},
    {"-perm", 1, read_mode, perm_holds, 0},
    {"-empty", 0, NULL, empty_holds, 0},
    {"-depth", 0, NULL, true_holds, 0},
    {"-mindepth", 1, read_min, true_holds, 0},
    {"-maxdepth", 1, read_max, true_holds, 0},
    {"-prune", 0, NULL, prune_holds, 0},
    {"-print", 0, NULL, print_holds, 1},
    {"-print0", 0, NULL, print0_holds, 1},
    {"-delete", 0, NULL, delete_holds, 1},
    {"-exec", 0, NULL, exec_holds, 1},
};

const size_t test_count = sizeof(tests) / sizeof(*tests);
