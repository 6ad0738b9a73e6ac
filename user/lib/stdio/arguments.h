/* The arguments of a format. */
#ifndef LIB_ARGUMENTS_H
#define LIB_ARGUMENTS_H

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The arguments: one after the other, or by number (%1$d).  va_arg needs the type of each argument
 * before the next, so a format with numbers is read twice: first for the types.
 */
enum type { NONE, INT, LONG, DOUBLE, LONG_DOUBLE };

union value {
    int64_t n;
    double x; /* a long double too: stdio.h says that it has no more */
};

struct args {
    va_list ap; /* may be an array type, whose address a function's parameter does not have */
    bool by_number, collects;
    enum type types[NL_ARGMAX];
    union value values[NL_ARGMAX];
};

static inline union value take_next(struct args *args, enum type type)
{
    union value v = {.n = 0};

    if (type == DOUBLE)
        v.x = va_arg(args->ap, double);
    else if (type == LONG_DOUBLE)
        v.x = va_arg(args->ap, long double);
    else if (type == LONG)
        v.n = va_arg(args->ap, int64_t);
    else
        v.n = va_arg(args->ap, int);
    return v;
}

/* The argument of that number, which begins at 1; 0: the next one. */
static inline union value take(struct args *args, int number, enum type type)
{
    if (!args->by_number)
        return take_next(args, type);
    if (args->collects) {
        args->types[number - 1] = type;
        return (union value){.n = 0};
    }
    return args->values[number - 1];
}

static inline void *take_pointer(struct args *args, int number)
{
    return (void *)(uintptr_t)take(args, number, LONG).n;
}

#endif
