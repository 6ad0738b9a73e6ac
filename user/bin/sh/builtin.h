/* The commands that the shell carries out itself, because they change the shell. */
#ifndef SH_BUILTIN_H
#define SH_BUILTIN_H

#include <stdbool.h>

/* Returns the status. */
typedef int builtin_function(char **argv);

/* NULL if there is none of that name. */
builtin_function *builtin_find(const char *name);

/* Makes list, which ends in NULL and is copied, the parameters $1 .... */
void builtin_set_params(char **list);

/* Sets or clears the options in a word such as -ex or +e.  Returns false for unknown ones. */
bool builtin_set_options(const char *word);

#endif
