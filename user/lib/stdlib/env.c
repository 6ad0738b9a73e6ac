/*
 * The environment.
 *
 * environ starts as the array the kernel put on the stack.  The first change that needs room
 * copies the array to the heap.  Strings that setenv made are never freed: a pointer that getenv
 * returned may still be in use.
 *
 * The array on the heap has an index: a hash table of places in the array, which grows with it.  A
 * program may write environ itself, so a place is only a guess.  It counts if the entry there has
 * the name; otherwise, and for a name that is absent, a search looks at all entries.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../thread.h"

struct name {
    const char *text; /* up to the length */
    size_t length;
    unsigned hash;
};

static struct lock lock;
static char **own;          /* [lock] our array, when environ is it */
static size_t own_count;    /* [lock] its entries, all of which have a place in the index */
static unsigned *places;    /* [lock] the index: places in own, from 1 on; 0 ends a search */
static size_t places_count; /* [lock] a power of two, or 0 without an index */

/* The name at the start of an assignment, or the whole text. */
static inline struct name name_of(const char *text)
{
    struct name name = {.text = text};

    for (; *text && *text != '='; text++)
        name.hash = (name.hash ^ (unsigned char)*text) * 16777619;
    name.length = text - name.text;
    return name;
}

/* Whether that is the name of the entry.  Most names differ soon: that is no work for strncmp. */
static inline bool has_name(const char *e, const struct name *name)
{
    for (size_t i = 0; i < name->length; i++)
        if (e[i] != name->text[i])
            return false;
    return e[name->length] == '=';
}

/* The entry of a name by the index, or NULL. */
static inline char **indexed(const struct name *name)
{
    if (environ != own || !*own || places_count == 0)
        return NULL;
    for (size_t i = name->hash, place; (place = places[i & (places_count - 1)]) > 0; i++) {
        char **e = own + place - 1;

        if (place <= own_count && *e && has_name(*e, name))
            return e;
    }
    return NULL;
}

/* The entry of a name, or the array's end.  Two bytes tell most names apart. */
static __attribute__((noinline)) char **searched(const struct name *name)
{
    char first = name->text[0], second = name->length > 1 ? name->text[1] : '=';
    char **e = environ;

    while (*e && !((*e)[0] == first && (*e)[1] == second && has_name(*e, name)))
        e++;
    return e;
}

static inline char **entry(const struct name *name)
{
    char **e = indexed(name);

    return e ? e : searched(name);
}

static void index_add(unsigned place)
{
    size_t i = name_of(own[place - 1]).hash & (places_count - 1);

    while (places[i] > 0)
        i = (i + 1) & (places_count - 1);
    places[i] = place;
}

/* Makes the index anew, at most a quarter full.  Without memory there is none. */
static void index_make(void)
{
    size_t count = 64;

    while (count < 4 * own_count)
        count *= 2;
    free(places);
    places = calloc(count, sizeof(*places));
    places_count = places ? count : 0;
    for (unsigned place = 1; places && place <= own_count; place++)
        index_add(place);
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
    struct name n = name_of(name);

    lock_take(&lock);
    char *found = environ && n.length > 0 && !name[n.length] ? *entry(&n) : NULL;
    lock_release(&lock);
    return found ? found + n.length + 1 : NULL;
}

/* Adds an entry at the end, which is at e. */
static int append(char **e, char *assignment)
{
    size_t n = e - environ;
    bool is_indexed = environ == own && n == own_count && 2 * n < places_count;
    char **bigger = realloc(environ == own ? own : NULL, (n + 2) * sizeof(*bigger));

    if (!bigger)
        return -1;
    if (environ != own)
        memcpy(bigger, environ, n * sizeof(*bigger));
    bigger[n] = assignment;
    bigger[n + 1] = NULL;
    environ = own = bigger;
    own_count = n + 1;
    if (is_indexed)
        index_add(own_count);
    else
        index_make();
    return 0;
}

static int set(char *assignment, bool overwrite)
{
    static char *none[1];
    struct name name = name_of(assignment);
    int error = 0;

    lock_take(&lock);
    if (!environ)
        environ = none;
    char **e = entry(&name);
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
    int error = set(assignment, overwrite);
    if (error)
        free(assignment);
    return error;
}

int unsetenv(const char *name)
{
    if (!name_ok(name))
        return -1;
    struct name n = name_of(name);
    lock_take(&lock);
    char **e;
    while (environ && *(e = entry(&n))) {
        for (; *e; e++)
            e[0] = e[1];
        if (environ == own) {
            own_count = e - own - 1;
            index_make();
        }
    }
    lock_release(&lock);
    return 0;
}

int putenv(char *assignment)
{
    if (!strchr(assignment, '='))
        return unsetenv(assignment);
    return set(assignment, true);
}

int clearenv(void)
{
    environ = NULL;
    return 0;
}
