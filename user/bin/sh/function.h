/* The shell's functions (POSIX.1-2017, Shell Command Language 2.9.5). */
#ifndef SH_FUNCTION_H
#define SH_FUNCTION_H

#include "parse.h"

struct function;

/* Replaces one of the same name, which goes on if it is running.  Copies all. */
void function_define(const char *name, const struct node *body);

/* NULL if there is none of that name. */
struct function *function_find(const char *name);
void function_unset(const char *name);

/* The names in order: the one after `name', the first after NULL; NULL: no more. */
const char *function_next(const char *name);

/* Runs it with argv[1] and so on as parameters.  Returns the status. */
int function_call(struct function *function, char **argv);

/* Builtin commands. */
int function_builtin_local(char **argv);
int function_builtin_return(char **argv);

#endif
