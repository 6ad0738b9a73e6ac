/* The parts of wordexp. */
#ifndef LIB_WORDEXP_H
#define LIB_WORDEXP_H

#include <stdbool.h>
#include <stddef.h>
#include <wordexp.h>

#define WORD_ASIDE 0x100 /* a flag: the words are not wanted, so commands do not run */

struct expansion {
    const char *s; /* the rest of the line */
    int flags;
    char *word; /* the word so far, as a pattern of glob: what was quoted has a \ before it */
    size_t n, room;
    bool any;       /* there is a word, perhaps an empty one */
    wordexp_t list; /* the words that are complete */
};

/* All below return 0 or a WRDE_ error. */

/* Adds a byte to the word; a quoted one means itself. */
int __word_put(struct expansion *e, char c, bool quoted);

/* Adds what an expansion gave: whole if it was quoted, otherwise split at the bytes of IFS. */
int __word_put_value(struct expansion *e, const char *value, bool quoted);

/* Completes the word, if there is one: the files that it names, or itself. */
int __word_end(struct expansion *e);

/* Text up to the byte `stop' that is not quoted, or to the end of the line for 0. */
int __word_expand(struct expansion *e, char stop, bool quoted);

/* After a $, or for a `. */
int __word_dollar(struct expansion *e, bool quoted);
int __word_command(struct expansion *e, char end, bool quoted);

#endif
