/* For the scanf family: the input, a field of the format, and the two kinds of fields. */
#ifndef LIB_SCAN_H
#define LIB_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store.h"
#include "stream.h"

struct args {
    va_list ap;
};

struct scan {
    FILE *f;
    size_t taken; /* bytes of input used */
    bool ended;   /* the input ended before the field began, or memory was out */
};

struct field {
    bool drop;      /* %*: convert but do not store */
    bool make;      /* %m: text goes into memory from the heap */
    int which;      /* the argument's number (%1$d), or 0: the next */
    unsigned width; /* the most bytes it may have */
    char length;    /* as in struct spec of format.h */
    char conv;
};

static inline int take(struct scan *in)
{
    int c = stream_get(in->f);

    if (c != EOF)
        in->taken++;
    return c;
}

/* Undoes the last take, which was not EOF.  The byte is still in the buffer. */
static inline void give_back(struct scan *in, int c)
{
    if (c == EOF)
        return;
    in->f->pos--;
    in->taken--;
}

/* take within a field's width */
static inline int field_take(struct scan *in, struct field *fd)
{
    if (fd->width == 0)
        return EOF;
    fd->width--;
    return take(in);
}
/* isspace without a call, for every byte of a text. */
static inline bool is_space(int c)
{
    return c == ' ' || (unsigned)c - '\t' < 5;
}

/* The next argument, or that of the field's number: all arguments are pointers. */
void *__scan_argument(struct args *args, const struct field *fd);

/* An integer or a floating-point field, which begins at the next byte; false if it is none. */
bool __scan_number(struct scan *in, struct field *fd, struct args *args);

/* %s, %c and %[, whose set `has' is; false if it is not there. */
bool __scan_text(struct scan *in, struct field *fd, const bool has[256], struct args *args);

#endif
