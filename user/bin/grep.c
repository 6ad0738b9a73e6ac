/*
 * grep: prints the lines that match a pattern (POSIX.1-2017, grep; patterns: <regex.h>).
 * -E extended patterns; -F the text itself; -e and -f give several patterns, as lines do;
 * -i ignores case; -x the whole line has to match, -w whole words; -v the lines that do not match;
 * -o what matched; -n with line numbers; -c only the count; -l only the files' names; -h -H without
 * and with names; -r the files in folders; -s no word of files that cannot be read; -q only the
 * status: 0 a match, 1 none, 2 an error.
 */
#define TOOL         "grep"
#define TOOL_FAILURE 2
#include "tool.h"

#include <ctype.h>
#include <dirent.h>
#include <regex.h>
#include <stdbool.h>

#define USAGE "[-EFchHilnoqrsvwx] [-e PATTERN] [-f FILE] [PATTERN] [FILE...]"

static bool has[128]; /* the options that are given */

static regex_t *patterns;
static size_t npatterns;
static char *texts; /* of the patterns, a line each */
static size_t ntexts;

static bool with_names, found;

/* ---- patterns ---- */

static void add_text(const char *text, size_t length)
{
    texts = tool_alloc(texts, ntexts + length + 2);
    memcpy(texts + ntexts, text, length);
    ntexts += length;
    texts[ntexts++] = '\n';
    texts[ntexts] = '\0';
}

static int add_file(FILE *file, const char *name)
{
    char *line = NULL;
    size_t room = 0;

    (void)name;
    for (ssize_t n; (n = getline(&line, &room, file)) >= 0;)
        add_text(line, (size_t)n - (line[n - 1] == '\n'));
    free(line);
    return 0;
}

/* A basic pattern that takes just the text. */
static char *quote(const char *text)
{
    char *quoted = tool_alloc(NULL, 2 * strlen(text) + 1), *to = quoted;

    for (; *text; *to++ = *text++)
        if (strchr("\\.[*^$", *text))
            *to++ = '\\';
    *to = '\0';
    return quoted;
}

static void compile(const char *text)
{
    int cflags = (has['E'] && !has['F'] ? REG_EXTENDED : 0) | (has['i'] ? REG_ICASE : 0);
    char *quoted = has['F'] ? quote(text) : NULL;

    patterns = tool_alloc(patterns, (npatterns + 1) * sizeof(*patterns));
    int error = regcomp(&patterns[npatterns++], quoted ? quoted : text, cflags);
    free(quoted);
    if (error) {
        char problem[100];
        regerror(error, NULL, problem, sizeof(problem));
        fprintf(stderr, "grep: %s is not a pattern: %s\n", text, problem);
        exit(2);
    }
}

static void compile_all(void)
{
    char *next = texts;

    for (char *line; ntexts > 0 && (line = strsep(&next, "\n")) && next;)
        compile(line);
}

/* ---- lines ---- */

static bool is_word(const char *line, size_t length, regoff_t at)
{
    return at >= 0 && at < (regoff_t)length &&
           (isalnum((unsigned char)line[at]) || line[at] == '_');
}

/* Whether -x and -w allow the match. */
static bool is_allowed(const char *line, size_t length, const regmatch_t *at)
{
    if (has['x'])
        return at->rm_so == 0 && at->rm_eo == (regoff_t)length;
    return !has['w'] ||
           (!is_word(line, length, at->rm_so - 1) && !is_word(line, length, at->rm_eo));
}

/* Finds the first match that is allowed, from at->rm_so on. */
static bool find(const regex_t *regex, const char *line, size_t length, regmatch_t *at)
{
    while (at->rm_so <= (regoff_t)length) {
        at->rm_eo = (regoff_t)length;
        int error = regexec(regex, line, 1, at, REG_STARTEND | (at->rm_so > 0 ? REG_NOTBOL : 0));
        if (error == REG_ESPACE) {
            errno = ENOMEM;
            tool_die("a line of this length");
        }
        if (error || is_allowed(line, length, at))
            return !error;
        if (has['x'])
            return false; /* a match of the whole line would have been the first and longest */
        at->rm_so++;
    }
    return false;
}

/* Finds the first and longest match of all patterns, from at->rm_so on. */
static bool match(const char *line, size_t length, regmatch_t *at)
{
    regoff_t start = at->rm_so;
    bool any = false;

    for (size_t i = 0; i < npatterns; i++) {
        regmatch_t one = {.rm_so = start};
        if (!find(&patterns[i], line, length, &one))
            continue;
        if (!any || one.rm_so < at->rm_so || (one.rm_so == at->rm_so && one.rm_eo > at->rm_eo))
            *at = one;
        any = true;
    }
    return any;
}

static void print_line(const char *name, long number, const char *line, size_t length)
{
    if (with_names)
        printf("%s:", name);
    if (has['n'])
        printf("%ld:", number);
    tool_put_line(line, length);
}

/* Each match by itself. */
static void print_matches(const char *name, long number, const char *line, size_t length)
{
    regmatch_t at = {0, 0};

    while (at.rm_so <= (regoff_t)length && match(line, length, &at)) {
        bool is_empty = at.rm_eo == at.rm_so;
        if (!is_empty)
            print_line(name, number, line + at.rm_so, (size_t)(at.rm_eo - at.rm_so));
        at.rm_so = at.rm_eo + is_empty;
    }
}

static void print_summary(const char *name, long matches)
{
    if (has['l'] && matches > 0)
        puts(name);
    else if (has['c'] && !has['l'])
        printf("%s%s%ld\n", with_names ? name : "", with_names ? ":" : "", matches);
}

static int search(FILE *file, const char *name)
{
    char *line = NULL;
    size_t room = 0;
    long number = 0, matches = 0;

    if (strcmp(name, "-") == 0)
        name = "(standard input)";
    for (ssize_t n; !ferror(stdout) && (n = getline(&line, &room, file)) >= 0;) {
        number++;
        size_t length = (size_t)n - (line[n - 1] == '\n');
        regmatch_t at = {0, 0};
        if (match(line, length, &at) == has['v'])
            continue;
        if (has['q'])
            exit(0); /* even after an error */
        matches++;
        if (has['l'])
            break;
        if (has['o'] && !has['c'] && !has['v'])
            print_matches(name, number, line, length);
        else if (!has['c'] && !has['o'])
            print_line(name, number, line, length);
    }
    free(line);
    found |= matches > 0;
    print_summary(name, matches);
    return 0;
}

/* ---- files ---- */

static int search_path(char *path);

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int search_folder(const char *path)
{
    DIR *dir = opendir(path);
    char **names = NULL;
    size_t n = 0;
    int status = 0;

    if (!dir)
        return has['s'] ? 2 : tool_error(path);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        names = tool_alloc(names, (n + 1) * sizeof(*names));
        names[n++] = tool_join(path, entry->d_name);
    }
    closedir(dir);
    if (n > 0)
        qsort(names, n, sizeof(*names), by_name);
    for (size_t i = 0; i < n; i++) {
        struct stat st;
        if (lstat(names[i], &st) == 0 && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
            status |= search_path(names[i]);
        free(names[i]);
    }
    free(names);
    return status;
}

static int search_path(char *path)
{
    struct stat st;

    if (has['r'] && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return search_folder(path);
    if (has['s'] && strcmp(path, "-") != 0 && access(path, R_OK) != 0)
        return 2;
    return tool_files((char *[]){path, NULL}, search);
}

int main(int argc, char **argv)
{
    int opt, status = 0;

    while ((opt = getopt(argc, argv, "EFce:f:hHilnoqrsvwx")) != -1) {
        if (opt == '?')
            tool_usage(USAGE);
        has[opt] = true;
        if (opt == 'e')
            add_text(optarg, strlen(optarg));
        if (opt == 'f' && tool_files((char *[]){optarg, NULL}, add_file) != 0)
            return 2;
    }
    if (!has['e'] && !has['f'] && !argv[optind])
        tool_usage(USAGE);
    if (!has['e'] && !has['f'])
        add_text(argv[optind], strlen(argv[optind])), optind++;
    compile_all();
    char **files = argv + optind, *all[] = {has['r'] ? "." : "-", NULL};
    with_names = has['H'] || (!has['h'] && (has['r'] || (files[0] && files[1])));
    for (char **file = *files ? files : all; *file; file++)
        status |= search_path(*file);
    if (tool_end(0) != 0 || status != 0)
        return 2;
    return !found;
}
