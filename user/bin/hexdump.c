/* hexdump: prints the bytes of files, sixteen a line, as numbers and as characters. */
#define TOOL "hexdump"
#include "tool.h"

#include <ctype.h>

#define ROW 16

static void print_row(unsigned long offset, const unsigned char *bytes, size_t n)
{
    printf("%08lx ", offset);
    for (size_t i = 0; i < ROW; i++) {
        if (i < n)
            printf(i == ROW / 2 ? "  %02x" : " %02x", bytes[i]);
        else
            printf(i == ROW / 2 ? "    " : "   ");
    }
    printf("  |");
    for (size_t i = 0; i < n; i++)
        putchar(isprint(bytes[i]) ? bytes[i] : '.');
    puts("|");
}

static int dump(FILE *file, const char *name)
{
    unsigned long offset = 0;

    (void)name;
    unsigned char bytes[ROW];
    size_t n;
    while (!ferror(stdout) && (n = fread(bytes, 1, ROW, file)) > 0) {
        print_row(offset, bytes, n);
        offset += n;
    }
    printf("%08lx\n", offset);
    return 0;
}

int main(int argc, char **argv)
{
    if (getopt(argc, argv, "") != -1)
        tool_usage("[FILE...]");
    return tool_end(tool_files(argv + optind, dump));
}
