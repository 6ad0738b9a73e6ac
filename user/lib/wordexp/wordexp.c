/* Reading the line. */
#include "expand.h"

#include <pwd.h>
#include <stdlib.h>
#include <string.h>

static int single_quotes(struct expansion *e)
{
    e->any = true;
    for (; *e->s && *e->s != '\''; e->s++) {
        int error = __word_put(e, *e->s, true);
        if (error)
            return error;
    }
    return *e->s++ ? 0 : WRDE_SYNTAX;
}

/* ~ or ~user, at the beginning of a word. */
static int home(struct expansion *e)
{
    size_t n = strcspn(e->s, "/ \t'\"\\$`");
    char *name = strndup(e->s, n);
    const char *folder = NULL;

    if (!name)
        return WRDE_NOSPACE;
    struct passwd *user = n == 0 ? getpwuid(0) : getpwnam(name);
    if (n == 0)
        folder = getenv("HOME");
    if (!folder && user)
        folder = user->pw_dir;
    free(name);
    if (!folder)
        return __word_put(e, '~', true);
    e->s += n;
    return __word_put_value(e, folder, true);
}

/* A backslash: between double quotes it is one, except before these. */
static int backslash(struct expansion *e, bool quoted)
{
    char next = *e->s;

    if (!next)
        return WRDE_SYNTAX;
    if (quoted && !strchr("$`\"\\", next))
        return __word_put(e, '\\', true);
    e->s++;
    return __word_put(e, next, true);
}

/* One byte, or what begins with it. */
static int step(struct expansion *e, char c, bool quoted)
{
    switch (c) {
    case '\\':
        return backslash(e, quoted);
    case '$':
        return __word_dollar(e, quoted);
    case '`':
        return __word_command(e, '`', quoted);
    case '"':
        e->any = true;
        return __word_expand(e, '"', true);
    }
    if (quoted)
        return __word_put(e, c, true);
    if (c == '\'')
        return single_quotes(e);
    if (c == ' ' || c == '\t')
        return __word_end(e);
    if (strchr("|&;<>(){}\n", c))
        return WRDE_BADCHAR;
    return c == '~' && !e->any ? home(e) : __word_put(e, c, false);
}

int __word_expand(struct expansion *e, char stop, bool quoted)
{
    int error = 0;

    while (!error && *e->s && *e->s != stop) {
        char c = *e->s++;
        error = step(e, c, quoted);
    }
    if (!error && stop && *e->s++ != stop)
        error = WRDE_SYNTAX;
    return error;
}

void wordfree(wordexp_t *words)
{
    for (size_t i = 0; words->we_wordv && i < words->we_wordc; i++)
        free(words->we_wordv[words->we_offs + i]);
    free(words->we_wordv);
    words->we_wordv = NULL;
    words->we_wordc = 0;
}

/* Joins the new words to those that are there; takes both. */
static int append(wordexp_t *words, wordexp_t *new, size_t offset)
{
    size_t old = words->we_wordc;
    char **all = realloc(words->we_wordv, (offset + old + new->we_wordc + 1) * sizeof(*all));

    if (!all)
        return WRDE_NOSPACE;
    if (!words->we_wordv)
        memset(all, 0, offset * sizeof(*all));
    if (new->we_wordc > 0)
        memcpy(all + offset + old, new->we_wordv, new->we_wordc * sizeof(*all));
    all[offset + old + new->we_wordc] = NULL;
    free(new->we_wordv);
    *words = (wordexp_t){old + new->we_wordc, all, offset};
    return 0;
}

int wordexp(const char *line, wordexp_t *words, int flags)
{
    struct expansion e = {.s = line, .flags = flags};

    if (flags & WRDE_REUSE)
        wordfree(words);
    if (!(flags & WRDE_APPEND))
        *words = (wordexp_t){.we_offs = words->we_offs};
    int error = __word_expand(&e, 0, false);
    if (!error)
        error = __word_end(&e);
    if (!error)
        error = append(words, &e.list, flags & WRDE_DOOFFS ? words->we_offs : 0);
    if (error)
        wordfree(&e.list);
    free(e.word);
    return error;
}
