/*
 * Words as the shell makes them of a line (POSIX.1-2017, <wordexp.h>): quotes, ~, variables with
 * their - = ? + forms and lengths, commands, patterns.  Left out, WRDE_SYNTAX: arithmetic, and the
 * forms of variables with # and % behind the name.
 */
#ifndef _WORDEXP_H
#define _WORDEXP_H

#include <stddef.h>

typedef struct {
    size_t we_wordc;
    char **we_wordv; /* the words, and NULL */
    size_t we_offs;  /* with WRDE_DOOFFS: so many NULLs are before the words */
} wordexp_t;

#define WRDE_APPEND  1  /* behind the words that are there */
#define WRDE_DOOFFS  2  /* we_offs counts */
#define WRDE_NOCMD   4  /* a command is an error */
#define WRDE_REUSE   8  /* the words that are there are freed */
#define WRDE_SHOWERR 16 /* commands may write to standard error */
#define WRDE_UNDEF   32 /* a variable that is not set is an error */

#define WRDE_BADCHAR 1 /* one of | & ; < > ( ) { } or a newline, not quoted */
#define WRDE_BADVAL  2
#define WRDE_CMDSUB  3
#define WRDE_NOSPACE 4
#define WRDE_SYNTAX  5

/* 0 or one of these.  After an error the words that were there before are as they were. */
int wordexp(const char *line, wordexp_t *words, int flags);
void wordfree(wordexp_t *words);

#endif
