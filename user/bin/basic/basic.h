/*
 * A small BASIC: numbered lines, one statement each.
 *
 *     [LET] V = E      PRINT "text", E; ...      INPUT V       REM ...       END
 *     IF E THEN LINE   IF E THEN STATEMENT       GOTO LINE     GOSUB LINE    RETURN
 *     FOR V = E TO E [STEP E]   NEXT V           DIM A(E)
 *
 * Numbers are floating-point.  Expressions have + - * / MOD, comparisons (1 or 0), AND OR NOT,
 * parentheses, array elements and the functions ABS INT SQR RND.  Letters in either case.
 */
#ifndef BASIC_BASIC_H
#define BASIC_BASIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define LINE_NUMBER_MAX 999999
#define NAME_MAX_BYTES  16 /* of a variable's name, the ending NUL included */

enum token {
    TOKEN_END, /* of the line */
    TOKEN_NUMBER,
    TOKEN_TEXT,
    TOKEN_NAME,
    TOKEN_SIGN, /* one character, in `sign' */
    TOKEN_LESS_EQUAL,
    TOKEN_GREATER_EQUAL,
    TOKEN_NOT_EQUAL,
    /* words */
    TOKEN_LET,
    TOKEN_PRINT,
    TOKEN_INPUT,
    TOKEN_REM,
    TOKEN_END_WORD,
    TOKEN_IF,
    TOKEN_THEN,
    TOKEN_GOTO,
    TOKEN_GOSUB,
    TOKEN_RETURN,
    TOKEN_FOR,
    TOKEN_TO,
    TOKEN_STEP,
    TOKEN_NEXT,
    TOKEN_DIM,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_NOT,
    TOKEN_MOD,
};

/* The statement that is being scanned, and its current token. */
struct scanner {
    const char *at; /* just after the token */
    enum token token;
    char sign;
    double number;
    char name[NAME_MAX_BYTES]; /* in capitals */
    const char *text;          /* TOKEN_TEXT: between the quotes */
    size_t length;
};

struct line {
    int number;
    char *text;
};

/* scan.c */
void scan_start(struct scanner *scanner, const char *text);
void scan_next(struct scanner *scanner);
bool scan_is_sign(const struct scanner *scanner, char sign);
void scan_expect_sign(struct scanner *scanner, char sign);

/* expr.c: reads an expression and returns its value. */
double expr_value(struct scanner *scanner);

/* var.c: variables are created, as 0, when they are first named. */
double *var_scalar(const char *name);
double *var_element(const char *name, double index);
void var_dimension(const char *name, double size);

/* program.c */
void program_add(const char *text, size_t length);
const struct line *program_first(void); /* NULL: none */
const struct line *program_next(const struct line *line);
const struct line *program_find(int number);

/* line.c: the line that runs, or NULL; a signal's handler may ask. */
void line_enter(const struct line *line);
const struct line *line_here(void);

/* Ends the program: "basic: line N: what". */
_Noreturn void line_fail(const char *what);

/* run.c */
void run_program(void);
void run_stop(void); /* the program ends before its next line; a signal's handler may call this */

/* profile.c: counts the ticks of each line from now on, and prints them on stderr when basic
 * ends. */
void profile_start(void);

#endif
