/*
 * od: prints the bytes of files as numbers or characters, sixteen a row, with their offset.
 * -A d|o|x|n: the offset's base, or none; -t TYPE: c (characters), a letter d, o, u or x and the
 * bytes of a number (1, 2, 4 or 8), several one after the other; -b -c -d -o -x stand for -t o1, c,
 * u2, o2 and x2; -j N leaves out N bytes, -N N prints N at most.  Equal rows become one *; -v
 * prints all.
 */
#define TOOL "od"
#include "tool.h"

#define USAGE "[-bcdoxv] [-A d|o|x|n] [-t TYPE]... [-j SKIP] [-N COUNT] [FILE...]"
#define ROW   16

struct type {
    char letter;
    int size;  /* bytes of a number */
    int width; /* characters that one takes, with the space before it */
};

static struct type *types;
static int type_count;
static char base = 'o';
static long skip, at_most = -1;
static int want_all;
static unsigned char row[ROW], last[ROW];
static int filled, starred;
static long offset, taken;

/* The digits of the largest number of so many bytes, and a sign. */
static int digits(char letter, int size)
{
    static const int decimal[] = {0, 3, 5, 0, 10, 0, 0, 0, 20};

    if (letter == 'x')
        return 2 * size;
    if (letter == 'o')
        return (8 * size + 2) / 3;
    return letter == 'u' ? decimal[size] : size == 8 ? 20 : decimal[size] + 1;
}

static void add_type(char letter, int size)
{
    types = tool_alloc(types, (size_t)(type_count + 1) * sizeof(*types));
    types[type_count++] = (struct type){letter, size, letter == 'c' ? 4 : digits(letter, size) + 1};
}

static void parse_types(const char *text)
{
    const char *whole = text;

    while (*text) {
        char letter = *text++;
        int size = letter == 'c' ? 1 : 4;
        if (letter != 'c' && *text >= '0' && *text <= '9')
            size = *text++ - '0';
        if (!strchr("cdoux", letter) || (size != 1 && size != 2 && size != 4 && size != 8)) {
            fprintf(stderr, "od: type '%s' is not known\nusage: od " USAGE "\n", whole);
            exit(2);
        }
        add_type(letter, size);
    }
}

static void print_character(int c)
{
    static const char special[] = "\0\a\b\t\n\v\f\r", *const names[] = {"\\0", "\\a", "\\b", "\\t",
                                                                        "\\n", "\\v", "\\f", "\\r"};
    const char *at = memchr(special, c, sizeof(special) - 1);

    if (at)
        printf("%4s", names[at - special]);
    else if (c >= ' ' && c < 0x7f)
        printf("%4c", c);
    else
        printf(" %03o", c);
}

/* Bytes beyond the end count as 0. */
static void print_number(const struct type *type, int at, int width)
{
    unsigned long value = 0;

    for (int i = type->size - 1; i >= 0; i--)
        value = value << 8 | (at + i < filled ? row[at + i] : 0u);
    int unused = 64 - 8 * type->size, digit_count = digits(type->letter, type->size);
    if (type->letter == 'x')
        printf("%*s%0*lx", width - digit_count, "", digit_count, value);
    else if (type->letter == 'o')
        printf("%*s%0*lo", width - digit_count, "", digit_count, value);
    else if (type->letter == 'u')
        printf("%*lu", width, value);
    else
        printf("%*ld", width, (long)(value << unused) >> unused);
}

static void print_offset(void)
{
    if (base != 'n')
        printf(base == 'd' ? "%07ld" : base == 'x' ? "%06lx" : "%07lo", offset);
}

/* Numbers of several types stand below each other. */
static void print_row(void)
{
    int byte_width = 0;

    for (int i = 0; i < type_count; i++) {
        int width = (types[i].width + types[i].size - 1) / types[i].size;
        byte_width = width > byte_width ? width : byte_width;
    }
    for (int i = 0; i < type_count; i++) {
        const struct type *type = &types[i];
        int width = type_count > 1 ? byte_width * type->size : type->width;
        if (i == 0)
            print_offset();
        else
            printf("%*s", base == 'n' ? 0 : base == 'x' ? 6 : 7, "");
        for (int at = 0; at < filled; at += type->size) {
            if (type->letter != 'c')
                print_number(type, at, width);
            else {
                printf("%*s", width - type->width, "");
                print_character(row[at]);
            }
        }
        putchar('\n');
    }
}

static void flush_row(void)
{
    static int any;

    if (!want_all && any && filled == ROW && memcmp(row, last, ROW) == 0) {
        if (!starred)
            puts("*");
        starred = 1;
    } else {
        print_row();
        starred = 0;
    }
    memcpy(last, row, ROW);
    any = 1;
    offset += filled;
    filled = 0;
}

static int dump(FILE *file, const char *name)
{
    (void)name;
    int c;
    while (!ferror(stdout) && (at_most < 0 || taken < at_most) && (c = getc(file)) != EOF) {
        if (skip > 0) {
            skip--;
            offset++;
            continue;
        }
        taken++;
        row[filled++] = (unsigned char)c;
        if (filled == ROW)
            flush_row();
    }
    return 0;
}

int main(int argc, char **argv)
{
    int opt;

    while ((opt = getopt(argc, argv, "A:bcdj:N:ot:vx")) != -1) {
        switch (opt) {
        case 'A':
            if (strlen(optarg) != 1 || !strchr("doxn", *optarg))
                tool_usage(USAGE);
            base = *optarg;
            break;
        case 'b':
            add_type('o', 1);
            break;
        case 'c':
            add_type('c', 1);
            break;
        case 'd':
            add_type('u', 2);
            break;
        case 'o':
            add_type('o', 2);
            break;
        case 'x':
            add_type('x', 2);
            break;
        case 't':
            parse_types(optarg);
            break;
        case 'j':
            skip = tool_number(optarg, 0, LONG_MAX);
            break;
        case 'N':
            at_most = tool_number(optarg, 0, LONG_MAX);
            break;
        case 'v':
            want_all = 1;
            break;
        default:
            tool_usage(USAGE);
        }
    }
    if (type_count == 0)
        add_type('o', 2);
    int status = tool_files(argv + optind, dump);
    if (skip > 0) {
        fputs("od: the input ends before the bytes to print\n", stderr);
        status = 1;
    }
    if (filled > 0)
        flush_row();
    if (base != 'n') {
        print_offset();
        putchar('\n');
    }
    return tool_end(status);
}
