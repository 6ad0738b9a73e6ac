/* Building words. */
#include "expand.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

static int put_byte(struct expansion *e, char c)
{
    if (e->n + 1 >= e->room) {
        char *larger = realloc(e->word, e->room * 2 + 32);

        if (!larger)
            return WRDE_NOSPACE;
        e->word = larger;
        e->room = e->room * 2 + 32;
    }
    e->word[e->n++] = c;
    e->word[e->n] = 0;
    e->any = true;
    return 0;
}

int __word_put(struct expansion *e, char c, bool quoted)
{
    int error = 0;

    if (c == '\\' || (quoted && strchr("*?[", c)))
        error = put_byte(e, '\\');
    return error ? error : put_byte(e, c);
}

int __word_put_value(struct expansion *e, const char *value, bool quoted)
{
    const char *ifs = getenv("IFS");
    int error = 0;

    if (!ifs)
        ifs = " \t\n";
    for (; *value && !error; value++) {
        if (quoted || !strchr(ifs, *value)) {
            error = __word_put(e, *value, quoted);
        } else if (strchr(" \t\n", *value)) {
            error = __word_end(e);
        } else { /* each of the others ends a word, which may be empty */
            e->any = true;
            error = __word_end(e);
        }
    }
    return error;
}

static int add(wordexp_t *list, char *word)
{
    size_t at = list->we_offs + list->we_wordc;
    char **larger = word ? realloc(list->we_wordv, (at + 2) * sizeof(*larger)) : NULL;

    if (!larger) {
        free(word);
        return WRDE_NOSPACE;
    }
    larger[at] = word;
    larger[at + 1] = NULL;
    list->we_wordv = larger;
    list->we_wordc++;
    return 0;
}

/* The pattern without what makes it one. */
static char *plain(const char *pattern)
{
    char *word = malloc(strlen(pattern) + 1), *to = word;

    if (!word)
        return NULL;
    for (; *pattern; pattern++) {
        if (*pattern == '\\' && pattern[1])
            pattern++;
        *to++ = *pattern;
    }
    *to = 0;
    return word;
}

int __word_end(struct expansion *e)
{
    glob_t found = {0};
    const char *pattern = e->word ? e->word : "";

    if (!e->any)
        return 0;
    if (e->n == 0)
        pattern = "";
    int result = strpbrk(pattern, "*?[") ? glob(pattern, 0, NULL, &found) : GLOB_NOMATCH;
    int error = result == GLOB_NOSPACE ? WRDE_NOSPACE : 0;
    if (result != 0 && !error)
        error = add(&e->list, plain(pattern));
    for (size_t i = 0; result == 0 && !error && i < found.gl_pathc; i++)
        error = add(&e->list, strdup(found.gl_pathv[i]));
    globfree(&found);
    e->n = 0;
    e->any = false;
    return error;
}
