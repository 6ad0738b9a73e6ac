/*
 * Regular expressions inside: pattern -> tree -> program.
 *
 * The pattern is read into a tree (parse.c), the tree written as a program for a small machine
 * (compile.c), and the machine is run on the text (match.c).  The machine has a position in the
 * program and one in the text.  SPLIT is a fork in the road: it takes one way and notes down the
 * other, for when the first leads nowhere.
 *
 *     a*b   0 SPLIT 1, 3      ab|c   0 SPLIT 1, 4
 *           1 SET a                  1 SET a
 *           2 SPLIT 1, 3             2 SET b
 *           3 SET b                  3 JUMP 5
 *           4 MATCH                  4 SET c
 *                                    5 MATCH
 */
#ifndef LIB_REGEX_H
#define LIB_REGEX_H

#include <limits.h>
#include <regex.h>
#include <stdbool.h>
#include <stdint.h>

#define NO_LIMIT   (RE_DUP_MAX + 1) /* of a repetition */
#define MAX_GROUPS 255
#define MAX_NESTED 200 /* groups, and repetitions of repetitions */
#define MAX_CODE   65536

/* Bit c: byte c is one of them. */
struct __regex_set {
    uint8_t bits[32];
};

static inline bool set_has(const struct __regex_set *set, unsigned char c)
{
    return set->bits[c / 8] >> (c % 8) & 1;
}

static inline void set_add(struct __regex_set *set, unsigned char c)
{
    set->bits[c / 8] |= (uint8_t)(1u << (c % 8));
}

/* ---- the tree ---- */

enum node_kind {
    NODE_SET,    /* a byte of set number `number` */
    NODE_GROUP,  /* `number`; below are its alternatives */
    NODE_EITHER, /* an alternative: below are its pieces */
    NODE_REPEAT, /* what is below, least to most times */
    NODE_BACK,   /* what group `number` took */
    NODE_CHECK,  /* takes nothing: check number `number` */
};

/* Things that hold or not between two bytes of the text. */
enum check { LINE_START, LINE_END, WORD_EDGE, NO_WORD_EDGE, WORD_START, WORD_END };

struct node {
    enum node_kind kind;
    unsigned number;
    unsigned least, most;
    struct node *below, *next;
};

struct tree {
    struct node *nodes; /* the first is group 0, the whole pattern */
    struct __regex_set *sets;
    unsigned nnodes, nsets, ngroups;
    bool goes_back; /* it has a NODE_BACK */
};

/* Reads a pattern.  Returns 0 or an error of <regex.h>; tree_free follows in both cases. */
int __regex_parse(struct tree *tree, const char *pattern, int cflags);
void __regex_tree_free(struct tree *tree);

/* Adds what a bracket expression takes; *pattern is behind the [, and is moved behind the ].
 * Returns 0 or an error. */
int __regex_bracket(struct __regex_set *set, const unsigned char **pattern, int cflags);

/* Adds the bytes of a class, such as "alpha".  Returns 0 or REG_ECTYPE. */
int __regex_class(struct __regex_set *set, const unsigned char *name, size_t length);

/* All other bytes; with REG_NEWLINE no newline. */
void __regex_invert(struct __regex_set *set, int cflags);

/* ---- the program ---- */

enum op {
    OP_SET,   /* take a byte of sets[number] */
    OP_BACK,  /* take what group `number` took */
    OP_CHECK, /* go on if check `number` holds */
    OP_SAVE,  /* note the place in slot `number` */
    OP_SPLIT, /* go on at `to`, or else at `other`; number: which SPLIT it is */
    OP_AGAIN, /* the same at the end of a loop that can take nothing; `slot`: see match.c */
    OP_JUMP,  /* go on at `to` */
    OP_MATCH,
};

struct code {
    enum op op;
    unsigned number, to, other, slot;
};

struct __regex {
    int cflags;
    unsigned ncode, nsplits, nslots; /* slots 2 g and 2 g + 1: start and end of group g */
    bool goes_back, may_be_empty;
    struct __regex_set first; /* what a match begins with unless it is empty */
    struct __regex_set *sets;
    struct code *code;
};

#endif
