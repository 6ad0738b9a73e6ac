/*
 * The word before the cursor is a command's name where a command can begin, and otherwise a file's.
 * In a word with a dollar nothing is completed: its value may be another when the line runs.
 */
#include "complete.h"

#include "builtin.h"
#include "function.h"
#include "pool.h"
#include "text.h"
#include "var.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct place {
    char *word;   /* without quotes */
    char quote;   /* that is still open; '\0': none */
    bool command; /* it is a command's name */
    bool unknown; /* a dollar or ` is in it */
};

static bool begins_command(const char *word)
{
    return strcmp(word, "in") != 0 && strcmp(word, "for") != 0 && strcmp(word, "case") != 0 &&
           parse_is_reserved(word);
}

/* At the end of a word, or at an operator. */
static void next_word(struct place *place, struct text *word, char c)
{
    if (strchr(";&|(\n", c))
        place->command = true;
    else if (strchr("<>", c))
        place->command = false;
    else if (word->length > 0)
        place->command = place->command && begins_command(word->s);
    *word = (struct text){NULL, 0, 0};
    place->unknown = false;
}

static struct place find_word(const char *line)
{
    struct place place = {.command = true};
    struct text word = {NULL, 0, 0};

    for (; *line; line++) {
        if (*line == place.quote)
            place.quote = '\0';
        else if (!place.quote && strchr("'\"", *line))
            place.quote = *line;
        else if (*line == '\\' && place.quote != '\'' && line[1])
            text_add(&word, *++line);
        else if (!place.quote && strchr(" \t\n;&|()<>", *line))
            next_word(&place, &word, *line);
        else
            text_add(&word, *line);
        place.unknown |= place.quote != '\'' && (*line == '$' || *line == '`');
    }
    place.word = word.s ? word.s : pool_string("", 0);
    return place;
}

/* Puts the name into the list, which is in order, unless it is there already. */
static void add_name(struct word **list, const char *name, const char *end)
{
    struct text text = {NULL, 0, 0};

    text_append(&text, name, strlen(name));
    text_append(&text, end, strlen(end));
    while (*list && strcmp((*list)->text, text.s) < 0)
        list = &(*list)->next;
    if (*list && strcmp((*list)->text, text.s) == 0)
        return;
    struct word *word = pool_alloc(sizeof(*word));
    *word = (struct word){*list, text.s};
    *list = word;
}

/* The names in a folder that begin with start; programs: only what can be run. */
static void add_files(struct word **list, const char *folder, const char *start, bool programs)
{
    DIR *dir = opendir(*folder ? folder : ".");
    size_t n = strlen(start);

    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        struct text path = {NULL, 0, 0};

        if (strncmp(entry->d_name, start, n) != 0 || (*entry->d_name == '.' && *start != '.'))
            continue;
        text_append(&path, folder, strlen(folder));
        text_append(&path, "/", *folder && folder[strlen(folder) - 1] != '/');
        text_append(&path, entry->d_name, strlen(entry->d_name));
        struct stat st;
        bool folder_too = stat(path.s, &st) == 0 && S_ISDIR(st.st_mode);
        if (!programs || (!folder_too && access(path.s, X_OK) == 0))
            add_name(list, entry->d_name, folder_too ? "/" : " ");
    }
    if (dir)
        closedir(dir);
}

static void add_programs(struct word **list, const char *start)
{
    const char *path = var_get("PATH");

    for (size_t n; path; path = path[n] ? path + n + 1 : NULL) {
        n = strcspn(path, ":");
        add_files(list, pool_string(path, n), start, true);
    }
}

struct word *complete_programs(void)
{
    struct word *list = NULL;

    add_programs(&list, "");
    return list;
}

static void add_commands(struct word **list, const char *start)
{
    const char *name = NULL;
    size_t n = strlen(start);

    for (const struct builtin *builtin = NULL; (builtin = builtin_next(builtin));)
        if (strncmp(builtin->name, start, n) == 0)
            add_name(list, builtin->name, " ");
    while ((name = function_next(name)))
        if (strncmp(name, start, n) == 0)
            add_name(list, name, " ");
    add_programs(list, start);
}

/* The folder that the n bytes name; a ~ is HOME. */
static char *folder_of(const char *word, size_t n)
{
    struct text folder = {NULL, 0, 0};
    const char *home = var_get("HOME");

    text_append(&folder, "", 0);
    if (n > 1 && word[0] == '~' && word[1] == '/' && home) {
        text_append(&folder, home, strlen(home));
        word++;
        n--;
    }
    text_append(&folder, word, n);
    return folder.s;
}

/* How many bytes all names begin with. */
static size_t common_length(const struct word *names)
{
    size_t n = strlen(names->text);

    for (const struct word *word = names->next; word; word = word->next)
        for (size_t i = 0; i < n; i++)
            if (word->text[i] != names->text[i])
                n = i;
    return n;
}

/* The bytes as they must be typed; the blank behind a whole name closes a quote. */
static char *quoted(const char *s, size_t n, char quote)
{
    const char *special = quote == '"'    ? "\"\\$`"
                          : quote == '\'' ? ""
                                          : " \t\n'\"\\$`*?[]#~&|;<>(){}!";
    struct text text = {NULL, 0, 0};

    text_append(&text, "", 0);
    for (size_t i = 0; i < n; i++) {
        bool last = i + 1 == n && s[i] == ' ' && s[n] == '\0';

        if (last && quote)
            text_add(&text, quote);
        else if (!last && strchr(special, s[i]))
            text_add(&text, '\\');
        text_add(&text, s[i]);
    }
    return text.s;
}

struct completion complete(const char *line)
{
    struct completion result = {"", NULL};
    struct place place = find_word(line);
    const char *slash = strrchr(place.word, '/'), *start = slash ? slash + 1 : place.word;

    if (place.unknown)
        return result;
    if (place.command && !slash)
        add_commands(&result.names, start);
    else
        add_files(&result.names, folder_of(place.word, (size_t)(start - place.word)), start, false);
    if (!result.names)
        return result;
    size_t have = strlen(start), n = common_length(result.names);
    result.added = quoted(result.names->text + have, n - have, place.quote);
    return result;
}
