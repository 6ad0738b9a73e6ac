/* The commands that the shell carries out itself, because they change the shell. */
#ifndef SH_BUILTIN_H
#define SH_BUILTIN_H

#include <stdbool.h>

struct builtin {
    const char *name;
    int (*run)(char **argv);
    bool special; /* an error of it ends a shell that is not interactive; assignments stay */
};

/* NULL if there is none of that name. */
const struct builtin *builtin_find(const char *name);

/* Returns the status. */
int builtin_run(const struct builtin *builtin, char **argv);

/* Sets PWD to the working directory. */
void builtin_note_directory(void);

/* Makes list, which ends in NULL and is copied, the parameters $1 .... */
void builtin_set_params(char **list);

#endif
