#include "option.h"

#include "builtin.h"
#include "sh.h"
#include "var.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool *option_of(char letter)
{
    switch (letter) {
    case 'a':
        return &sh.export_all;
    case 'e':
        return &sh.stop_on_error;
    case 'f':
        return &sh.no_names;
    case 'n':
        return &sh.no_run;
    case 'u':
        return &sh.no_unset;
    case 'x':
        return &sh.trace;
    }
    return NULL;
}

bool option_set(char letter, bool on)
{
    bool *option = option_of(letter);

    if (option)
        *option = on;
    return option != NULL;
}

const char *option_letters(void)
{
    static char set[sizeof(OPTION_LETTERS) + 2];
    char *to = set;

    for (const char *letter = OPTION_LETTERS; *letter; letter++)
        if (*option_of(*letter))
            *to++ = *letter;
    if (sh.interactive)
        *to++ = 'i';
    if (sh.from_input)
        *to++ = 's';
    *to = '\0';
    return set;
}

void option_set_params(char **list)
{
    int count = 0;

    while (list[count])
        count++;
    char **copy = sh_alloc(((size_t)count + 1) * sizeof(*copy));
    for (int i = 0; i < count; i++)
        copy[i] = sh_copy(list[i]);
    for (int i = 0; i < sh.param_count; i++)
        free(sh.params[i]);
    free(sh.params);
    sh.params = copy;
    sh.param_count = count;
}

/* Sets or clears the options in a word such as -ex or +e.  Returns false for unknown ones. */
static bool set_options(const char *word)
{
    bool on = *word == '-', known = word[1] != '\0';

    for (word++; *word && known; word++)
        known = option_set(*word, on);
    return known;
}

int option_builtin_set(char **argv)
{
    if (!argv[1])
        var_print("", VAR_SET);
    for (argv++; *argv && (**argv == '-' || **argv == '+'); argv++) {
        if (strcmp(*argv, "--") == 0) {
            option_set_params(argv + 1);
            return 0;
        }
        if (!set_options(*argv)) {
            sh_complain(*argv, "unknown option; set takes -aefnux, +aefnux, and -- before "
                               "parameters");
            return sh_give_up(2);
        }
    }
    if (*argv)
        option_set_params(argv);
    return 0;
}

int option_builtin_shift(char **argv)
{
    int count = builtin_count(argv, 1);

    if (count < 0)
        return sh_give_up(2);
    if (count > sh.param_count) {
        sh_complain("shift", "there are not that many parameters");
        return sh_give_up(2);
    }
    option_set_params(sh.params + count);
    return 0;
}

/* The word that getopts looks at and the place in it; NULL: the options are over.  index: OPTIND.
 */
static const char *next_option(char **words, long *index)
{
    long count = 0;

    while (words[count])
        count++;
    if (*index < 1 || *index > count + 1)
        *index = 1;
    const char *word = words[*index - 1];
    if (word && sh.option_offset > 0 && sh.option_offset < strlen(word))
        return word + sh.option_offset;
    sh.option_offset = 0;
    if (!word || word[0] != '-' || word[1] == '\0')
        return NULL;
    if (strcmp(word, "--") == 0) {
        ++*index;
        return NULL;
    }
    return word + 1;
}

/* OPTIND is the next word's number.  To set it starts anew, so the offset is set afterwards. */
static int found_option(const char *name, const char *found, const char *argument, long index,
                        size_t offset)
{
    char number[24];

    snprintf(number, sizeof(number), "%ld", index);
    var_set("OPTIND", number);
    sh.option_offset = offset;
    if (argument)
        var_set("OPTARG", argument);
    else
        var_unset("OPTARG");
    var_set(name, found);
    return 0;
}

static int wrong_option(char **argv, const char *letter, bool known, long index, size_t offset)
{
    bool quiet = *argv[1] == ':';

    if (!quiet)
        fprintf(stderr, "%s: %s -%s\n", sh.name, known ? "no argument for" : "illegal option",
                letter);
    return found_option(argv[2], quiet && known ? ":" : "?", quiet ? letter : NULL, index, offset);
}

int option_builtin_getopts(char **argv)
{
    if (!argv[1] || !argv[2] || var_name_length(argv[2]) != strlen(argv[2])) {
        sh_complain("getopts", "usage: getopts LETTERS NAME [WORD...]");
        return 2;
    }
    char **words = argv[3] ? argv + 3 : sh.params;
    const char *text = var_get("OPTIND");
    long index = text ? strtol(text, NULL, 10) : 1;
    const char *at = next_option(words, &index);
    if (!at)
        return found_option(argv[2], "?", NULL, index, 0), 1;
    const char *word = words[index - 1];
    const char *known = *at == ':' ? NULL : strchr(argv[1] + (*argv[1] == ':'), *at);
    char letter[] = {*at++, '\0'};
    size_t offset = *at ? (size_t)(at - word) : 0;
    if (!known || known[1] != ':') {
        index += offset == 0;
        return known ? found_option(argv[2], letter, NULL, index, offset)
                     : wrong_option(argv, letter, false, index, offset);
    }
    if (offset == 0)
        at = words[index]; /* may be NULL */
    index += offset == 0 && at ? 2 : 1;
    return at ? found_option(argv[2], letter, at, index, 0)
              : wrong_option(argv, letter, true, index, 0);
}
