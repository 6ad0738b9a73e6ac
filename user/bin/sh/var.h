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

/* A variable that is readonly stays as it is: after a message the line is abandoned. */
void var_set(const char *name, const char *value);
void var_unset(const char *name);

struct saved_var;

/* Adds the variable's present state, set or not, to a list. */
void var_save(const char *name, struct saved_var **saved);

/* Makes all of them what they were, the one that was saved last first; or only frees the list. */
void var_restore(struct saved_var *saved);
void var_forget(struct saved_var *saved);

/* Marks a variable, which may be unset and stays so, for the environment of programs. */
void var_export(const char *name);
void var_protect(const char *name); /* readonly */

/* text is NAME=VALUE. */
void var_assign(const char *text);

/* The environment for a program: a fresh list in the pool. */
char **var_environment(void);

enum var_kind { VAR_SET, VAR_EXPORTED, VAR_READONLY };

/* Prints the commands that make the variables of a kind again, each after the command's name. */
void var_print(const char *command, enum var_kind kind);

#endif
