/*
 * ls: lists files and the contents of directories, sorted by name.
 * -a includes names that begin with a dot; -d lists directories, not their contents; -l prints the
 * attributes; -1 one name a line; -R recursive; -t newest first, -S largest first, -r in reverse;
 * -F adds / to a directory, @ to a link, * to a program, | to a pipe.  Columns when the output is a
 * terminal.
 */
#define TOOL "ls"
#include "tool.h"

#include <dirent.h>
#include <limits.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>

struct entry {
    char *name;
    struct stat st;
};

struct listing {
    struct entry *entries;
    size_t count, room;
};

static int want_all, want_long, want_single, want_deep, want_self, want_marks, backwards;
static int order = 'n'; /* by name, or t, S */
static int status;

static void add(struct listing *list, const char *name, const struct stat *st)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 32;
        list->entries = tool_alloc(list->entries, list->room * sizeof(*list->entries));
    }
    struct entry *entry = &list->entries[list->count++];
    entry->name = strcpy(tool_alloc(NULL, strlen(name) + 1), name);
    entry->st = *st;
}

static void discard(struct listing *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->entries[i].name);
    free(list->entries);
}

static int compare(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    int result = 0;

    if (order == 'S')
        result = (a->st.st_size < b->st.st_size) - (a->st.st_size > b->st.st_size);
    if (order == 't')
        result = (a->st.st_mtim.tv_sec < b->st.st_mtim.tv_sec) -
                 (a->st.st_mtim.tv_sec > b->st.st_mtim.tv_sec);
    if (order == 't' && result == 0)
        result = (a->st.st_mtim.tv_nsec < b->st.st_mtim.tv_nsec) -
                 (a->st.st_mtim.tv_nsec > b->st.st_mtim.tv_nsec);
    if (result == 0)
        result = strcmp(a->name, b->name);
    return backwards ? -result : result;
}

static void sort(struct listing *list)
{
    if (list->count > 0)
        qsort(list->entries, list->count, sizeof(*list->entries), compare);
}

static char kind_letter(mode_t mode)
{
    if (S_ISDIR(mode))
        return 'd';
    if (S_ISLNK(mode))
        return 'l';
    if (S_ISCHR(mode))
        return 'c';
    return S_ISFIFO(mode) ? 'p' : '-';
}

/* -F: what stands behind the name. */
static const char *mark(const struct entry *entry)
{
    mode_t mode = entry->st.st_mode;

    if (!want_marks)
        return "";
    if (S_ISDIR(mode))
        return "/";
    if (S_ISLNK(mode))
        return "@";
    return S_ISFIFO(mode) ? "|" : S_ISREG(mode) && (mode & 0111) ? "*" : "";
}

static int digits(unsigned long n)
{
    return snprintf(NULL, 0, "%lu", n);
}

/* dir is the directory of the entry, for reading a link's target. */
static void print_details(const char *dir, const struct entry *entry, int link_width,
                          int size_width)
{
    char mode[11] = "-rwxrwxrwx";
    const struct stat *st = &entry->st;

    mode[0] = kind_letter(st->st_mode);
    for (int bit = 0; bit < 9; bit++)
        if (!(st->st_mode & (0400u >> bit)))
            mode[1 + bit] = '-';
    char when[32];
    strftime(when, sizeof(when), "%b %e %H:%M", gmtime(&st->st_mtime));
    printf("%s %*lu %*lu %s %s%s", mode, link_width, (unsigned long)st->st_nlink, size_width,
           (unsigned long)st->st_size, when, entry->name, S_ISLNK(st->st_mode) ? "" : mark(entry));
    if (S_ISLNK(st->st_mode)) {
        char *path = tool_join(dir, entry->name), target[PATH_MAX];
        ssize_t n = readlink(*entry->name == '/' ? entry->name : path, target, sizeof(target));

        printf(" -> %.*s", n > 0 ? (int)n : 0, target);
        free(path);
    }
    putchar('\n');
}

static void print_long(const char *dir, const struct listing *list)
{
    int link_width = 1, size_width = 1;

    for (size_t i = 0; i < list->count; i++) {
        int links = digits((unsigned long)list->entries[i].st.st_nlink);
        int size = digits((unsigned long)list->entries[i].st.st_size);

        link_width = links > link_width ? links : link_width;
        size_width = size > size_width ? size : size_width;
    }
    for (size_t i = 0; i < list->count; i++)
        print_details(dir, &list->entries[i], link_width, size_width);
}

/* Down the columns, then across. */
static void print_columns(const struct listing *list, size_t terminal_width)
{
    size_t width = 0;

    for (size_t i = 0; i < list->count; i++) {
        size_t length = strlen(list->entries[i].name) + strlen(mark(&list->entries[i])) + 2;

        width = length > width ? length : width;
    }
    size_t columns = width < terminal_width ? terminal_width / width : 1;
    size_t rows = (list->count + columns - 1) / columns;
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = row; i < list->count; i += rows) {
            int last = i + rows >= list->count, n = printf("%s", list->entries[i].name);

            printf("%-*s", last ? 0 : (int)width - n, mark(&list->entries[i]));
        }
        putchar('\n');
    }
}

static void print_listing(const char *dir, const struct listing *list)
{
    struct winsize size;

    if (want_long)
        print_long(dir, list);
    else if (!want_single && list->count > 0 && ioctl(1, TIOCGWINSZ, &size) == 0)
        print_columns(list, size.ws_col ? size.ws_col : 80);
    else
        for (size_t i = 0; i < list->count; i++)
            printf("%s%s\n", list->entries[i].name, mark(&list->entries[i]));
}

static void read_directory(const char *dir, const char *shown, struct listing *list)
{
    DIR *d = opendir(dir);

    if (!d) {
        status = tool_error(shown);
        return;
    }
    struct dirent *found;
    struct stat st;
    while (errno = 0, (found = readdir(d))) {
        if (found->d_name[0] == '.' && !want_all)
            continue;
        char *path = tool_join(dir, found->d_name);
        if (lstat(path, &st) == 0)
            add(list, found->d_name, &st);
        else
            status = tool_error(found->d_name);
        free(path);
    }
    if (errno)
        status = tool_error(shown);
    closedir(d);
}

static void list_below(const char *dir, const char *shown, const struct entry *entry,
                       const char *back);

/* dir leads there from the working directory, shown from where ls began, and back from dir. */
static void list_directory(const char *dir, const char *shown, const char *back, int heading)
{
    static int printed_before;
    struct listing list = {NULL, 0, 0};

    read_directory(dir, shown, &list);
    sort(&list);
    if (heading)
        printf("%s%s:\n", printed_before ? "\n" : "", shown);
    printed_before = 1;
    print_listing(dir, &list);
    for (size_t i = 0; want_deep && i < list.count; i++)
        if (S_ISDIR(list.entries[i].st.st_mode))
            list_below(dir, shown, &list.entries[i], back);
    discard(&list);
}

/* Goes into dir, and out of it again, as the path of a deep one may be longer than PATH_MAX. */
static void list_below(const char *dir, const char *shown, const struct entry *entry,
                       const char *back)
{
    if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0)
        return;
    if (chdir(dir) != 0) {
        status = tool_error(shown);
        return;
    }
    char *path = tool_join(shown, entry->name);
    list_directory(entry->name, path, "..", 1);
    free(path);
    if (chdir(back) != 0)
        tool_die(back);
}

/* Operands that are not directories come first, as one listing; then each directory's. */
static void list_operands(char **names)
{
    struct listing files = {NULL, 0, 0}, dirs = {NULL, 0, 0};
    struct stat st;

    for (; *names; names++) {
        /* Without -l a link to a directory stands for the directory. */
        if ((want_long || want_self ? lstat(*names, &st) : stat(*names, &st)) != 0 &&
            lstat(*names, &st) != 0)
            status = tool_error(*names);
        else
            add(S_ISDIR(st.st_mode) && !want_self ? &dirs : &files, *names, &st);
    }
    sort(&files);
    sort(&dirs);
    print_listing(".", &files);
    if (files.count > 0 && dirs.count > 0)
        putchar('\n');
    for (size_t i = 0; i < dirs.count; i++) {
        const char *name = dirs.entries[i].name, *back = want_deep ? tool_way_back(name) : ".";

        /* Where the working directory was removed, no relative path led to any of these. */
        if (!back && errno == ENOENT && *name == '/')
            back = "/";
        if (!back)
            tool_die("working directory");
        list_directory(name, name, back, want_deep || files.count + dirs.count > 1);
    }
    discard(&files);
    discard(&dirs);
}

int main(int argc, char **argv)
{
    static char *here[] = {".", NULL};
    int opt;

    while ((opt = getopt(argc, argv, "adl1RtSrF")) != -1) {
        if (opt == '?')
            tool_usage("[-adl1RtSrF] [FILE...]");
        want_all |= opt == 'a';
        want_self |= opt == 'd';
        want_long |= opt == 'l';
        want_single |= opt == '1';
        want_deep |= opt == 'R';
        want_marks |= opt == 'F';
        backwards |= opt == 'r';
        if (opt == 't' || opt == 'S')
            order = opt;
    }
    list_operands(argv[optind] ? argv + optind : here);
    return tool_end(status);
}
