/*
 * A ring: entry n is at n modulo HISTORY_MAX.  Each line is added to the file at once, as several
 * shells may share it.  A shell that cannot read or write the file goes on without it.
 */
#include "history.h"

#include "pool.h"
#include "text.h"
#include "var.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *lines[HISTORY_MAX];
static int total; /* lines ever added */

const char *history_get(int age)
{
    if (age < 1 || age > total || age > HISTORY_MAX)
        return NULL;
    return lines[(total - age) % HISTORY_MAX];
}

int history_find(const char *text, int age)
{
    for (const char *line; (line = history_get(age)); age++)
        if (strstr(line, text))
            return age;
    return 0;
}

/* Returns false if nothing changes. */
static bool remember(const char *line)
{
    const char *newest = history_get(1);

    if (*line == '\0' || (newest && strcmp(newest, line) == 0))
        return false;
    char *copy = strdup(line);
    if (!copy)
        return false;
    free(lines[total % HISTORY_MAX]);
    lines[total++ % HISTORY_MAX] = copy;
    return true;
}

/* A FIFO in its place must not keep the shell waiting. */
static int open_file(int flags)
{
    const char *name = var_get("HISTFILE"), *home = var_get("HOME");
    struct text path = {NULL, 0, 0};

    if (name)
        return open(name, flags | O_NONBLOCK, 0600);
    if (!home)
        return -1;
    text_append(&path, home, strlen(home));
    text_append(&path, "/.sh_history", strlen("/.sh_history"));
    return open(path.s, flags | O_NONBLOCK, 0600);
}

/* In one write, so that lines of other shells stay whole. */
static void write_lines(int flags, int from_age)
{
    int file = open_file(flags);
    struct text text = {NULL, 0, 0};

    if (file < 0)
        return;
    for (const char *line; (line = history_get(from_age)); from_age--) {
        text_append(&text, line, strlen(line));
        text_add(&text, '\n');
    }
    if (text.s)
        write(file, text.s, text.length);
    close(file);
}

void history_add(const char *line)
{
    struct pool_mark mark = pool_mark();

    if (remember(line))
        write_lines(O_WRONLY | O_CREAT | O_APPEND, 1);
    pool_release(mark);
}

/* The file becomes short again when it has twice as many lines as are read from it. */
void history_load(void)
{
    struct pool_mark mark = pool_mark();
    struct text text = {NULL, 0, 0};
    int file = open_file(O_RDONLY);
    char buf[1024];
    ssize_t n;

    while (file >= 0 && (n = read(file, buf, sizeof(buf))) > 0)
        text_append(&text, buf, (size_t)n);
    if (file >= 0)
        close(file);
    for (char *line = text.s, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        remember(line);
    }
    if (total > 2 * HISTORY_MAX)
        write_lines(O_WRONLY | O_CREAT | O_TRUNC, HISTORY_MAX);
    pool_release(mark);
}
