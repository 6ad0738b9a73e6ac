/*
 * The environment.
 *
 * environ starts as the array the kernel put on the stack.  The first change that needs room
 * copies the array to the heap.  Strings that setenv made are never freed: a pointer that getenv
 * returned may still be in use.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../thread.h"

static struct lock lock;
static char **own; /* [lock] our array, when environ is it */

/* The entry of a name of len bytes, or the array's end. */
static char **entry(const char *name, size_t len)
{
    char **e = environ;

    while (*e && !(strncmp(*e, name, len) == 0 && (*e)[len] == '='))
        e++;
    return e;
}

static bool name_ok(const char *name)
{
    if (name && *name && !strchr(name, '='))
        return true;
    errno = EINVAL;
    return false;
}

char *getenv(const char *name)
{
    size_t len = strlen(name);

    lock_take(&lock);
    char *found = environ ? *entry(name, len) : NULL;
    lock_release(&lock);
    return found ? found + len + 1 : NULL;
}

/* Adds an entry at the end, which is at e. */
static int append(char **e, char *assignment)
{
    size_t n = e - environ;
    char **bigger = realloc(environ == own ? own : NULL, (n + 2) * sizeof(*bigger));

    if (!bigger)
        return -1;
    if (environ != own)
        memcpy(bigger, environ, n * sizeof(*bigger));
    bigger[n] = assignment;
    bigger[n + 1] = NULL;
    environ = own = bigger;
    return 0;
}

static int set(const char *name, size_t len, char *assignment, bool overwrite)
{
    static char *none[1];
    int error = 0;

    lock_take(&lock);
    if (!environ)
        environ = none;
    char **e = entry(name, len);
    if (!*e)
        error = append(e, assignment);
    else if (overwrite)
        *e = assignment;
    lock_release(&lock);
    return error;
}

int setenv(const char *name, const char *value, int overwrite)
{
    if (!name_ok(name))
        return -1;
    if (!overwrite && getenv(name))
        return 0;
    size_t len = strlen(name);
    size_t value_len = strlen(value);
    char *assignment = malloc(len + value_len + 2);
    if (!assignment)
        return -1;
    memcpy(assignment, name, len);
    assignment[len] = '=';
    memcpy(assignment + len + 1, value, value_len + 1);
    int error = set(name, len, assignment, overwrite);
    if (error)
        free(assignment);
    return error;
}

int unsetenv(const char *name)
{
    if (!name_ok(name))
        return -1;
    lock_take(&lock);
    char **e;
    while (environ && *(e = entry(name, strlen(name))))
        for (; *e; e++)
            e[0] = e[1];
    lock_release(&lock);
    return 0;
}

int putenv(char *assignment)
{
    char *equals = strchr(assignment, '=');

    if (!equals)
        return unsetenv(assignment);
    return set(assignment, equals - assignment, assignment, true);
}

int clearenv(void)
{
    environ = NULL;
    return 0;
}
