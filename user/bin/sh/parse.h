/*
 * From text to a tree.  Aliases are left out; doc/shell.md lists the rest.  The grammar is that of
 * POSIX.1-2017, Shell Command Language 2.10:
 *
 *     list      and_or { (; | & | newline) and_or }
 *     and_or    pipeline { (&& | ||) pipeline }
 *     pipeline  [!] command { "|" command }
 *     command   words and redirections | compound redirections | NAME ( ) compound redirections
 *     compound  ( list ) | { list } | if | while | until | for | case
 */
#ifndef SH_PARSE_H
#define SH_PARSE_H

#include <stdbool.h>

/* A word as it was written, quotes and dollars and all; expand.h makes fields of it. */
struct word {
    struct word *next;
    char *text;
};

enum redirect_kind {
    REDIRECT_READ,
    REDIRECT_WRITE,
    REDIRECT_APPEND,
    REDIRECT_BOTH,
    REDIRECT_DUP,
    REDIRECT_HERE, /* << */
};

struct redirect {
    struct redirect *next;
    enum redirect_kind kind;
    int fd;
    char *target; /* a word: a file's name; for REDIRECT_DUP a number, or "-" to close */
    bool literal; /* REDIRECT_HERE, whose target is its text: dollars in it stay as they are */
};

enum node_kind {
    NODE_SIMPLE,     /* words, assignments first */
    NODE_PIPELINE,   /* children: at least two commands */
    NODE_SEQUENCE,   /* children */
    NODE_AND_OR,     /* children: at least two, with && or || between them */
    NODE_NOT,        /* ! body */
    NODE_BACKGROUND, /* body & */
    NODE_SUBSHELL,   /* ( body ) */
    NODE_GROUP,      /* { body } */
    NODE_IF,         /* if test then body else other */
    NODE_WHILE,      /* while test do body */
    NODE_UNTIL,
    NODE_FOR,      /* for name in words do body */
    NODE_CASE,     /* case words, of which there is one, in children */
    NODE_BRANCH,   /* in a CASE: words, one of which matches, ) body */
    NODE_FUNCTION, /* name ( ) body */
};

/* A missing body, test or list is NULL: nothing to do, status 0. */
struct node {
    enum node_kind kind;
    struct node *next; /* the sibling in a PIPELINE, SEQUENCE, AND_OR or CASE */
    struct node *children;
    struct node *test, *body, *other;
    struct word *assignments, *words;
    bool after_or; /* in an AND_OR: || is before it */
    bool params;   /* FOR without "in": over "$@" */
    char *name;
    struct redirect *redirects;
    char *text; /* as it was written, for the list of jobs */
};

enum parse_result {
    PARSE_DONE,
    PARSE_JOINS, /* done, but a backslash at the end joins the next line to it, if there is one */
    PARSE_UNFINISHED, /* the text stops in the middle: more lines may help */
    PARSE_WRONG,
};

/* Whether the grammar has the word, as "if". */
bool parse_is_reserved(const char *word);

struct lexer;

struct parse_error {
    int line;
    char message[160];
};

/*
 * Parses all of text, whose first line has the given number.  The tree, NULL for an empty text, is
 * in the pool.  error is filled in if it is unfinished or wrong.
 */
enum parse_result parse(const char *text, int line, struct node **tree, struct parse_error *error);

/* For the lexer: parses up to the ) that ends a command substitution. */
void parse_substitution(struct lexer *lex);

/* For the lexer: parses all that is left, which came from between `. */
void parse_backquoted(struct lexer *lex);

#endif
