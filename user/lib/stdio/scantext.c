/* Text of the scanf family: bytes or wide characters, into the program's memory or from the heap.
 */
#include "scan.h"

#include <limits.h>
#include <stdlib.h>
#include <wchar.h>

/* Whether c belongs to a field of text; has is the set of %[. */
static bool is_text(char conv, const bool has[256], int c)
{
    return conv == '[' ? has[c] : conv == 'c' || !is_space(c);
}

void *__scan_argument(struct args *args, const struct field *fd)
{
    void *to = NULL;

    va_list ap;
    if (fd->which == 0)
        return va_arg(args->ap, void *);
    va_copy(ap, args->ap);
    for (int i = 0; i < fd->which; i++)
        to = va_arg(ap, void *);
    va_end(ap);
    return to;
}

/* Where a field of text goes. */
struct text {
    char *to;       /* NULL: nowhere */
    void **made;    /* %m: where the program wants its address; to grows */
    bool wide;      /* %l: it is made of wchar_t */
    size_t n, room; /* characters in it, and those that fit */
    mbstate_t state;
};

static bool text_store(struct text *t, wchar_t c)
{
    size_t unit = t->wide ? sizeof(wchar_t) : 1;

    if (t->made && t->n == t->room) {
        char *larger = realloc(t->to, (t->room * 2 + 16) * unit);

        if (!larger)
            return false;
        t->to = larger;
        t->room = t->room * 2 + 16;
    }
    if (t->to && t->wide)
        ((wchar_t *)t->to)[t->n] = c;
    else if (t->to)
        t->to[t->n] = c;
    t->n++;
    return true;
}

/* One more byte; false when memory is out, or it is part of no character. */
static bool text_put(struct text *t, char byte)
{
    wchar_t c = (unsigned char)byte;

    if (t->wide) {
        size_t used = mbrtowc(&c, &byte, 1, &t->state);

        if (used == (size_t)-2)
            return true;
        if (used == (size_t)-1)
            return false;
    }
    return text_store(t, c);
}

/* The usual field: bytes for the program's memory. */
static void text_read_bytes(struct scan *in, const struct field *fd, const bool has[256],
                            struct text *t)
{
    while (t->n < fd->width) {
        int c = take(in);

        if (c == EOF)
            return;
        if (!is_text(fd->conv, has, c)) {
            give_back(in, c);
            return;
        }
        if (t->to)
            t->to[t->n] = (char)c;
        t->n++;
    }
}

/* Reads the bytes of the field; false for an error. */
static bool text_read(struct scan *in, struct field *fd, const bool has[256], struct text *t)
{
    if (!t->wide && !t->made) {
        text_read_bytes(in, fd, has, t);
        return true;
    }
    while (t->n < fd->width) {
        int c = take(in);

        if (c == EOF)
            return true;
        if (!is_text(fd->conv, has, c)) {
            give_back(in, c);
            return true;
        }
        if (!text_put(t, c)) {
            in->ended = true;
            return false;
        }
    }
    return true;
}

/* NUL-terminated unless for %c.  Nothing is stored of a field without a byte. */
bool __scan_text(struct scan *in, struct field *fd, const bool has[256], struct args *args)
{
    void *to = fd->drop ? NULL : __scan_argument(args, fd);
    struct text t = {.wide = fd->length == 'l'};

    if (fd->make && to)
        t.made = to;
    else
        t.to = to;
    if (fd->conv == 'c' && fd->width == UINT_MAX)
        fd->width = 1;
    bool matched = text_read(in, fd, has, &t) && t.n >= (fd->conv == 'c' ? fd->width : 1);
    if (matched && to && fd->conv != 'c' && !text_store(&t, 0)) {
        in->ended = true;
        matched = false;
    }
    if (t.made && matched)
        *t.made = t.to;
    else if (t.made)
        free(t.to);
    else if (to && t.n > 0 && !matched && fd->conv != 'c')
        text_store(&t, 0);
    return matched;
}
