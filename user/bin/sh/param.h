/* Parameters and the operators of ${ } (POSIX.1-2017, Shell Command Language 2.5, 2.6.2). */
#ifndef SH_PARAM_H
#define SH_PARAM_H

#include <stdbool.h>
#include <stddef.h>

struct param {
    const char *name; /* in the pool; a variable's, a number or one special character */
    char op;          /* - = ? + % #, '\0': none */
    bool colon;       /* an empty value counts as an unset one */
    bool twice;       /* %% or ## */
    bool length;      /* ${#NAME} */
    const char *word; /* after the operator, up to end */
    const char *end;
};

/* text is just after a ${, and end at the } of it. */
struct param param_parse(const char *text, const char *end);

/* NULL if it is unset.  Good until the next call, and until the variable is set.  $@ and $* are one
 * string here. */
const char *param_get(const char *name);

/* The value without its shortest or longest beginning (op #) or end (op %) that the pattern
 * matches, in the pool. */
char *param_trim(const struct param *param, const char *value, const char *pattern);

/* For ${NAME=WORD} and ${NAME?WORD}: after an error it prints a message and abandons the line. */
void param_assign(const char *name, const char *value);
void param_refuse(const char *name, const char *reason);

#endif
