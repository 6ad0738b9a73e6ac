/* File name patterns (POSIX.1-2017, <fnmatch.h> and XCU 2.13): * any text, ? any byte, [a-z] [!a-z]
 * [[:alpha:]] one of a set, \c the byte c. */
#ifndef _FNMATCH_H
#define _FNMATCH_H

#define FNM_NOMATCH  1
#define FNM_PATHNAME 1  /* only a / matches a / */
#define FNM_NOESCAPE 2  /* a \ is one */
#define FNM_PERIOD   4  /* only a . matches a . at the start; with FNM_PATHNAME after each /, too */
#define FNM_CASEFOLD 16 /* (4.4BSD) letters match in both cases */

/* Returns 0 if the whole string matches, FNM_NOMATCH if not. */
int fnmatch(const char *pattern, const char *string, int flags);

#endif
