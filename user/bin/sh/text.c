#include "text.h"

#include "pool.h"

#include <string.h>

void text_append(struct text *text, const char *s, size_t n)
{
    if (text->length + n + 1 > text->room) {
        size_t room = 2 * (text->length + n + 1);
        char *grown = pool_alloc(room);

        if (text->length > 0)
            memcpy(grown, text->s, text->length);
        text->s = grown;
        text->room = room;
    }
    for (; n > 0; n--, s++)
        if (*s)
            text->s[text->length++] = *s;
    text->s[text->length] = '\0';
}

void text_add(struct text *text, char c)
{
    text_append(text, &c, 1);
}
