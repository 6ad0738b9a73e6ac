/* What all of the ruler's plugins do: they take arguments, and say what is wrong. */
#ifndef RULER_PLUGIN_H
#define RULER_PLUGIN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu.h"

EXPORT int qemu_plugin_version = PLUGIN_VERSION;
EXPORT int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv);

#define USER_END (1ull << 47)

/* An argument of the plugin, NAME=VALUE, and which of the two it is. */
struct argument {
    const char *name;
    uint64_t *number;
    const char **path;
};

static _Noreturn void fail(const char *what, const char *which)
{
    fprintf(stderr, "ruler: %s%s\n", what, which);
    _Exit(126); /* exit would call QEMU's own handlers */
}

static void take_argument(const char *word, const struct argument *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(names[i].name);

        if (strncmp(word, names[i].name, length) != 0 || word[length] != '=')
            continue;
        if (names[i].path)
            *names[i].path = word + length + 1;
        else
            *names[i].number = strtoull(word + length + 1, NULL, 0);
        return;
    }
    fail("unknown argument ", word);
}

static void take_arguments(int argc, char **argv, const struct argument *names, size_t count)
{
    for (int i = 0; i < argc; i++)
        take_argument(argv[i], names, count);
}

#endif
