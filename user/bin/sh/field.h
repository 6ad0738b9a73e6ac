/*
 * Collects the fields that words expand to (POSIX.1-2017, Shell Command Language 2.6.5 to 2.6.7).
 *
 * A field is collected as a pattern: characters that were quoted and would mean something in a
 * pattern get a backslash.  At its end it is matched with file names if it has an unquoted pattern
 * character; otherwise the backslashes are removed again.
 */
#ifndef SH_FIELD_H
#define SH_FIELD_H

#include "parse.h"
#include "text.h"

struct fields {
    struct word **place; /* where the next field goes */
    struct text field;
    bool split;    /* make fields, not one string */
    bool pattern;  /* the one string is a pattern, and keeps its backslashes */
    bool assigned; /* it is a variable's value: a ~ may also follow a colon */
    bool open;     /* there is a field, though it may be empty */
    bool magic;    /* an unquoted * ? or [ stands in it */
    bool ended;    /* at a blank of IFS: the next character of IFS belongs to the same gap */
    bool nothing;  /* "$@" gave nothing: not even an empty field */
};

enum quoting {
    QUOTED,  /* means only itself */
    LITERAL, /* stood in the text: may be part of a pattern */
    SPLIT,   /* came from a dollar: also separates fields if it is in IFS */
};

void field_put(struct fields *f, char c, enum quoting quoting);
void field_put_string(struct fields *f, const char *s, enum quoting quoting);

/* The parameters: for "$@" each is a field, for "$*" all are one. */
void field_put_params(struct fields *f, bool together, bool quoted);

/* The current field, if there is one, is complete. */
void field_end(struct fields *f);

/* IFS, or what counts as IFS where it is unset. */
const char *field_separators(void);

#endif
