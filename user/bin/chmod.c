/*
 * chmod: sets the permission bits of files: an octal MODE, or changes such as u+x, go-w, a=r and
 * u=rw,go=r (POSIX.1-2017, chmod).  -R goes into directories.
 */
#define TOOL "chmod"
#include "walk.h"

#define USAGE    "[-R] MODE FILE...    (MODE: octal, or changes such as u+x,go-w)"
#define ALL_BITS 0777
#define EVERYONE 0777
#define EXECUTE  0111

static const char *mode_text;
static mode_t mask; /* the umask */

/* The bits of the letters r w x X, for everyone. */
static mode_t permissions(const char **text, mode_t old)
{
    mode_t bits = 0;

    for (;; ++*text) {
        if (**text == 'r')
            bits |= 0444;
        else if (**text == 'w')
            bits |= 0222;
        else if (**text == 'x' || (**text == 'X' && (S_ISDIR(old) || (old & EXECUTE))))
            bits |= EXECUTE;
        else if (**text != 'X')
            return bits;
    }
}

/* The bits of the letters u g o a; none: of everyone, less the umask (POSIX.1-2017, chmod). */
static mode_t people(const char **text)
{
    mode_t bits = 0;

    for (;; ++*text) {
        if (**text == 'u')
            bits |= 0700;
        else if (**text == 'g')
            bits |= 0070;
        else if (**text == 'o')
            bits |= 0007;
        else if (**text == 'a')
            bits |= EVERYONE;
        else
            return bits ? bits : EVERYONE & ~mask;
    }
}

/* The mode after the changes of the text; a mistake in it ends the program. */
static mode_t changed(const char *text, mode_t old)
{
    mode_t mode = old & ALL_BITS;

    do {
        mode_t who = people(&text);
        if (!*text || !strchr("+-=", *text))
            tool_usage(USAGE);
        while (*text && strchr("+-=", *text)) {
            char sign = *text++;
            mode_t bits = permissions(&text, old) & who;
            if (sign == '=')
                mode &= ~who;
            mode = sign == '-' ? mode & ~bits : mode | bits;
        }
        if (*text && *text != ',')
            tool_usage(USAGE);
    } while (*text++ == ',');
    return mode;
}

static mode_t new_mode(mode_t old)
{
    char *end;
    unsigned long bits = strtoul(mode_text, &end, 8);

    if (*mode_text < '0' || *mode_text > '7')
        return changed(mode_text, old);
    if (*end != '\0' || bits > ALL_BITS)
        tool_usage(USAGE);
    return (mode_t)bits;
}

static int status;

static int apply(const char *path, const struct stat *st, int depth)
{
    (void)depth;
    if (!S_ISLNK(st->st_mode) && chmod(path, new_mode(st->st_mode)) != 0)
        status = tool_error(path);
    return WALK_ON;
}

int main(int argc, char **argv)
{
    static const struct walk tree = {apply, NULL, 0};
    int deep = argc > 1 && strcmp(argv[1], "-R") == 0;

    /* No getopt: a mode may begin with a dash. */
    argv = tool_operands(argv + deep);
    if (tool_help || !argv[0] || !argv[1])
        tool_usage(USAGE);
    mode_text = *argv;
    mask = umask(0);
    umask(mask);
    new_mode(0);
    while (*++argv) {
        struct stat st;
        if (deep)
            status |= walk(&tree, *argv);
        else if (stat(*argv, &st) != 0)
            status = tool_error(*argv);
        else
            apply(*argv, &st, 0);
    }
    return status;
}
