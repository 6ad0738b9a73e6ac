#define TOOL "less"
#include "text.h"
#include "../tool.h"

int text_read(struct text *text, FILE *file)
{
    size_t n;

    do {
        if (text->room - text->length < BUFSIZ)
            text->bytes = tool_alloc(text->bytes, text->room = 2 * text->room + BUFSIZ);
        n = fread(text->bytes + text->length, 1, BUFSIZ, file);
        text->length += n;
    } while (n > 0);
    return ferror(file);
}

/* The columns that a character takes if `column` are taken before it. */
static size_t columns_of(unsigned char c, size_t column)
{
    if (c == '\t')
        return 8 - column % 8;
    if ((c & 0xc0) == 0x80) /* a further byte of a character in UTF-8 */
        return 0;
    return c < ' ' || c == 0x7f ? 2 : 1;
}

static void add_row(struct text *text, size_t start)
{
    if ((text->nrows & (text->nrows - 1)) == 0)
        text->rows = tool_alloc(text->rows, 2 * (text->nrows + 1) * sizeof(*text->rows));
    text->rows[text->nrows++] = start;
}

void text_cut(struct text *text, size_t width)
{
    size_t column = 0;

    text->nrows = 0;
    for (size_t i = 0; i < text->length; i++) {
        unsigned char c = (unsigned char)text->bytes[i];
        size_t columns = c == '\n' ? 0 : columns_of(c, column);
        if (i == 0 || text->bytes[i - 1] == '\n' || column + columns > width) {
            add_row(text, i);
            column = 0;
        }
        column += columns;
    }
}

size_t text_row_of(const struct text *text, size_t byte)
{
    size_t low = 0, high = text->nrows;

    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (text->rows[middle] <= byte)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void text_print(const struct text *text, size_t row)
{
    size_t end = row + 1 < text->nrows ? text->rows[row + 1] : text->length;

    for (size_t i = text->rows[row]; i < end; i++) {
        unsigned char c = (unsigned char)text->bytes[i];
        if (c == '\n')
            continue;
        if ((c < ' ' && c != '\t') || c == 0x7f) {
            putchar('^');
            c ^= 0x40;
        }
        putchar(c);
    }
}
