/* Putting out the pieces of a conversion, padded to its width. */
#include "format.h"

#include <string.h>

/* Bytes, or characters: those bytes of UTF-8 that begin one. */
static size_t count(const struct sink *s, const char *text, size_t n)
{
    size_t more = 0;

    for (size_t i = 0; s->wide && i < n; i++)
        more += ((unsigned char)text[i] & 0xc0) == 0x80;
    return n - more;
}

void __format_put(struct sink *s, const char *text, size_t n)
{
    s->put(s, text, n);
    s->total += count(s, text, n);
}

static void put_many(struct sink *s, char c, size_t n)
{
    char run[32];

    memset(run, c, sizeof(run));
    for (; n > sizeof(run); n -= sizeof(run))
        __format_put(s, run, sizeof(run));
    __format_put(s, run, n);
}

void __format_piece(struct sink *s, const struct spec *spec, struct piece *p)
{
    size_t n = p->prefix_len + p->zeros_before + count(s, p->text, p->text_len) + p->zeros_after +
               p->suffix_len;
    size_t pad = spec->width > 0 && (size_t)spec->width > n ? spec->width - n : 0;

    if (spec->zero) {
        p->zeros_before += pad;
        pad = 0;
    }
    if (!spec->left)
        put_many(s, ' ', pad);
    __format_put(s, p->prefix, p->prefix_len);
    put_many(s, '0', p->zeros_before);
    __format_put(s, p->text, p->text_len);
    put_many(s, '0', p->zeros_after);
    __format_put(s, p->suffix, p->suffix_len);
    if (spec->left)
        put_many(s, ' ', pad);
}
