/* The commands that the shell carries out itself, because they change the shell. */
#ifndef SH_BUILTIN_H
#define SH_BUILTIN_H

#include <stdbool.h>
#include <stddef.h>

struct builtin {
    const char *name;
    int (*run)(char **argv);
    bool special; /* an error of it ends a shell that is not interactive; assignments stay */
};

/* NULL if there is none of that name. */
const struct builtin *builtin_find(const char *name);

/* The one after it in the order of their names, the first after NULL; NULL: no more. */
const struct builtin *builtin_next(const struct builtin *builtin);

/* Returns the status. */
int builtin_run(const struct builtin *builtin, char **argv);

/* Sets PWD to the working directory; in directory.c. */
void builtin_note_directory(void);

/* An optional count: a number from 0 on, fallback without one, -1 after a message. */
int builtin_count(char **argv, int fallback);

/* Whether it is a variable's name, after which a = may follow; false after the command's message.
 */
bool builtin_is_name(const char *text, bool may_assign, const char *command);

/* Prints it in single quotes, so that the shell reads the same again. */
void builtin_print_quoted(const char *value);

/* flow.c */
int builtin_break(char **argv);
int builtin_continue(char **argv);
int builtin_eval(char **argv);
int builtin_exit(char **argv);
int builtin_source(char **argv);

/* directory.c, help.c, read.c */
int builtin_cd(char **argv);
int builtin_help(char **argv);
int builtin_read(char **argv);

/* limit.c */
int builtin_times(char **argv);
int builtin_ulimit(char **argv);
int builtin_umask(char **argv);

#endif
