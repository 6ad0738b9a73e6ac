/* Where a command's name leads: to a word of the grammar, a builtin, a function or a file in PATH
 * (POSIX.1-2017, Shell Command Language 2.9.1.1). */
#ifndef SH_PATH_H
#define SH_PATH_H

/* The first file of that name in PATH to which access(2) grants mode, in the pool; a name with a
 * slash is a path already.  NULL: none. */
const char *path_find(const char *name, int mode);

/* Prints what the command's name leads to, in a sentence (type) or as it could be typed (command
 * -v).  Returns 127 if it leads nowhere. */
int path_describe(const char *name, int in_words);

int path_builtin_type(char **argv);

#endif
