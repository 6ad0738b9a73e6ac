/* Variables and arrays in a hash table; A and A() are different. */
#include "basic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS           64
#define SIZE_MAX_ELEMENTS 10000000.0

struct var {
    struct var *next;
    char name[NAME_MAX_BYTES];
    double *values;
    size_t count; /* of values */
    bool is_array;
};

static struct var *table[BUCKETS];

static unsigned hash(const char *name)
{
    unsigned h = 5381;

    for (; *name; name++)
        h = h * 33 + (unsigned char)*name;
    return h % BUCKETS;
}

static struct var *var_find(const char *name, bool is_array)
{
    struct var *var = table[hash(name)];

    while (var && (var->is_array != is_array || strcmp(var->name, name) != 0))
        var = var->next;
    return var;
}

static struct var *var_make(const char *name, bool is_array, size_t count)
{
    struct var *var = calloc(1, sizeof(*var)), **bucket = &table[hash(name)];

    if (var)
        var->values = calloc(count, sizeof(*var->values));
    if (!var || !var->values)
        line_fail("out of memory");
    strcpy(var->name, name);
    var->is_array = is_array;
    var->count = count;
    var->next = *bucket;
    *bucket = var;
    return var;
}

double *var_scalar(const char *name)
{
    struct var *var = var_find(name, false);

    if (!var)
        var = var_make(name, false, 1);
    return var->values;
}

double *var_element(const char *name, double index)
{
    struct var *var = var_find(name, true);

    if (!var)
        line_fail("the array has no DIM");
    if (!(index >= 0 && floor(index) < (double)var->count))
        line_fail("the array index is out of range");
    return &var->values[(size_t)index];
}

/* Like its ancestors, DIM A(10) makes the elements 0 to 10. */
void var_dimension(const char *name, double size)
{
    if (!(size >= 0 && size <= SIZE_MAX_ELEMENTS))
        line_fail("the size of the array is out of range");
    if (var_find(name, true))
        line_fail("the array already has a DIM");
    var_make(name, true, (size_t)size + 1);
}
