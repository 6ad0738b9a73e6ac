/* Patterns of the command line: glob(3) finds the files, and the pool keeps their names. */
#include "names.h"

#include "pool.h"
#include "sh.h"
#include "terminal.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *glob_plain(const char *pattern)
{
    char *plain = pool_string(pattern, strlen(pattern)), *to = plain;

    for (; *pattern; pattern++) {
        if (*pattern == '\\' && pattern[1])
            pattern++;
        *to++ = *pattern;
    }
    *to = '\0';
    return plain;
}

struct word **glob_expand(const char *pattern, struct word **place)
{
    glob_t list;

    if (glob(pattern, 0, NULL, &list) == GLOB_NOSPACE) {
        sh_complain_errno("memory");
        exit(2);
    }
    for (size_t i = 0; i < list.gl_pathc; i++) {
        *place = pool_alloc(sizeof(**place));
        (*place)->text = pool_string(list.gl_pathv[i], strlen(list.gl_pathv[i]));
        place = &(*place)->next;
    }
    globfree(&list);
    return place;
}

void names_print(const struct word *names)
{
    size_t width = 1, count, at = 0;

    for (const struct word *word = names; word; word = word->next)
        width = strlen(word->text) > width ? strlen(word->text) : width;
    count = terminal_width() / (width + 1);
    for (; names; names = names->next) {
        bool ends = ++at % (count ? count : 1) == 0 || !names->next;

        printf("%-*s%s", ends ? 0 : (int)width + 1, names->text, ends ? "\n" : "");
    }
}
