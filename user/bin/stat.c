/* stat: prints the attributes of files, or with -c a line of the format's words:
 * %n name, %s bytes, %b blocks of 512 bytes, %a mode in octal, %A mode in letters, %F kind, %h
 * links, %i inode, %d device, %X %Y %Z times of reading, writing and changing in seconds. */
#define TOOL "stat"
#include "tool.h"

#include <time.h>

#define USAGE "[-L] [-c FORMAT] FILE..."

static const char *kind(mode_t mode)
{
    if (S_ISDIR(mode))
        return "directory";
    if (S_ISLNK(mode))
        return "symbolic link";
    if (S_ISCHR(mode))
        return "character special file";
    return S_ISFIFO(mode) ? "fifo" : "regular file";
}

static const char *letters(mode_t mode)
{
    static char text[11];

    strcpy(text, "-rwxrwxrwx");
    if (!S_ISREG(mode))
        text[0] = S_ISFIFO(mode) ? 'p' : *kind(mode) == 's' ? 'l' : *kind(mode);
    for (int bit = 0; bit < 9; bit++)
        if (!(mode & (0400u >> bit)))
            text[1 + bit] = '-';
    return text;
}

/* Prints the value of a letter of the format. */
static void print_value(char letter, const char *name, const struct stat *st)
{
    switch (letter) {
    case 'n':
        fputs(name, stdout);
        break;
    case 's':
        printf("%ld", (long)st->st_size);
        break;
    case 'b':
        printf("%ld", (long)st->st_blocks);
        break;
    case 'a':
        printf("%o", (unsigned)st->st_mode & 07777);
        break;
    case 'A':
        fputs(letters(st->st_mode), stdout);
        break;
    case 'F':
        fputs(st->st_size == 0 && S_ISREG(st->st_mode) ? "regular empty file" : kind(st->st_mode),
              stdout);
        break;
    case 'h':
        printf("%lu", (unsigned long)st->st_nlink);
        break;
    case 'i':
        printf("%lu", (unsigned long)st->st_ino);
        break;
    case 'd':
        printf("%lu", (unsigned long)st->st_dev);
        break;
    case 'X':
        printf("%ld", (long)st->st_atime);
        break;
    case 'Y':
        printf("%ld", (long)st->st_mtime);
        break;
    case 'Z':
        printf("%ld", (long)st->st_ctime);
        break;
    case '%':
        putchar('%');
        break;
    default:
        fprintf(stderr, "stat: %%%c is not known\nusage: stat " USAGE "\n", letter);
        exit(2);
    }
}

static void print_format(const char *format, const char *name, const struct stat *st)
{
    for (; *format; format++) {
        if (*format == '%')
            print_value(*++format, name, st);
        else
            putchar(*format);
        if (!*format)
            break;
    }
    putchar('\n');
}

static void print_time(const char *what, time_t when)
{
    char text[32];

    strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", gmtime(&when));
    printf("%s: %s\n", what, text);
}

static void print_all(const char *name, const struct stat *st)
{
    print_format("  File: %n\n  Size: %s\tBlocks: %b\t%F\n Inode: %i\tLinks: %h\tMode: %a %A", name,
                 st);
    print_time("Access", st->st_atime);
    print_time("Modify", st->st_mtime);
    print_time("Change", st->st_ctime);
}

int main(int argc, char **argv)
{
    const char *format = NULL;
    int opt, follow = 0, status = 0;

    while ((opt = getopt(argc, argv, "Lc:")) != -1) {
        if (opt == '?')
            tool_usage(USAGE);
        follow |= opt == 'L';
        if (opt == 'c')
            format = optarg;
    }
    if (optind == argc)
        tool_usage(USAGE);
    for (; optind < argc; optind++) {
        struct stat st;
        if ((follow ? stat : lstat)(argv[optind], &st) != 0)
            status = tool_error(argv[optind]);
        else if (format)
            print_format(format, argv[optind], &st);
        else
            print_all(argv[optind], &st);
    }
    return tool_end(status);
}
