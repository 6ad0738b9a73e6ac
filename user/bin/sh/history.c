/* A ring: entry n is at n modulo HISTORY_MAX. */
#include "history.h"

#include <stdlib.h>
#include <string.h>

static char *lines[HISTORY_MAX];
static int total; /* lines ever added */

const char *history_get(int age)
{
    if (age < 1 || age > total || age > HISTORY_MAX)
        return NULL;
    return lines[(total - age) % HISTORY_MAX];
}

void history_add(const char *line)
{
    const char *newest = history_get(1);

    if (*line == '\0' || (newest && strcmp(newest, line) == 0))
        return;
    char *copy = strdup(line);
    if (!copy)
        return; /* a shell without its history is better than none */
    free(lines[total % HISTORY_MAX]);
    lines[total++ % HISTORY_MAX] = copy;
}
