/* The shell's variables. */
#ifndef SH_VAR_H
#define SH_VAR_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the name that s begins with, 0 if none. */
size_t var_name_length(const char *s);

/* Takes over the environment that the shell was started with. */
void var_import(char **environment);

/* NULL if it is unset.  The value is good until the variable is set again. */
const char *var_get(const char *name);
void var_set(const char *name, const char *value);
void var_unset(const char *name);

struct saved_var;

/* Adds the variable's present state, set or not, to a list in the pool. */
void var_save(const char *name, struct saved_var **saved);

/* Makes all of them what they were, the one that was saved last first. */
void var_restore(const struct saved_var *saved);

/* Marks a variable, which may be unset and stays so, for the environment of programs. */
void var_export(const char *name);

/* text is NAME=VALUE. */
void var_assign(const char *text);

/* The environment for a program: a fresh list in the pool. */
char **var_environment(void);

/* Prints the commands that make the variables, or those for programs, again. */
void var_print(bool exported_only);

#endif
