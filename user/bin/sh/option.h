/* The shell's options and its parameters, $1 and so on. */
#ifndef SH_OPTION_H
#define SH_OPTION_H

#include <stdbool.h>

#define OPTION_LETTERS "aefnux"

/* Returns false for a letter that is no option. */
bool option_set(char letter, bool on);

/* The value of $-. */
const char *option_letters(void);

/* Makes list, which ends in NULL and is copied, the parameters $1 .... */
void option_set_params(char **list);

/* Builtin commands. */
int option_builtin_set(char **argv);
int option_builtin_shift(char **argv);
int option_builtin_getopts(char **argv);

#endif
