/* The engine of the printf family. */
#ifndef LIB_FORMAT_H
#define LIB_FORMAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct args; /* arguments.h */

/* Where the text goes. */
struct sink {
    void (*put)(struct sink *s, const char *text, size_t n);
    size_t total; /* bytes put so far */
    bool wide;    /* widths, precisions and total count characters */
};

/* One conversion: %[number$][flags][width][.precision][length]conv */
struct spec {
    bool left, plus, space, alt, zero;
    int width;
    int precision; /* -1: not given */
    int which;     /* the argument's number in the format, or 0: the next */
    char length;   /* 0 h l j z t L, H for hh, q for ll */
    char conv;
};

/* A conversion's output: prefix, zeros, text, zeros, suffix; padded to the width. */
struct piece {
    const char *prefix, *text, *suffix;
    size_t prefix_len, text_len, suffix_len;
    size_t zeros_before, zeros_after;
};

/* One conversion; -1 with errno for an error.  It may only take its argument (args->collects). */
int __format_convert(struct sink *s, struct spec *spec, struct args *args);

/* Formats into the sink; the number of bytes, or -1 with EINVAL (bad format) or EOVERFLOW. */
int __format(struct sink *s, const char *fmt, va_list ap);

void __format_put(struct sink *s, const char *text, size_t n);
void __format_piece(struct sink *s, const struct spec *spec, struct piece *p);
void __format_double(struct sink *s, struct spec *spec, double x);

#endif
