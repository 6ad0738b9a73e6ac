/* The files that a pattern of <fnmatch.h> names (POSIX.1-2017, <glob.h>). */
#ifndef _GLOB_H
#define _GLOB_H

#include <stddef.h>

typedef struct {
    size_t gl_pathc; /* paths found */
    char **gl_pathv; /* the paths, and NULL behind them */
    size_t gl_offs;  /* with GLOB_DOOFFS: so many NULLs are before the paths */
} glob_t;

#define GLOB_ERR      1  /* a folder that cannot be read is GLOB_ABORTED, and not passed over */
#define GLOB_MARK     2  /* a folder's path ends in a / */
#define GLOB_NOSORT   4  /* in any order */
#define GLOB_DOOFFS   8  /* gl_offs counts */
#define GLOB_NOCHECK  16 /* a pattern that matches nothing stands for itself */
#define GLOB_APPEND   32 /* behind the paths that are there */
#define GLOB_NOESCAPE 64 /* a \ is one */

#define GLOB_NOSPACE 1 /* memory is out */
#define GLOB_ABORTED 2
#define GLOB_NOMATCH 3

/* Returns 0 or one of the above.  A name that begins with a . needs a pattern that does.  If a
 * folder cannot be read, failed() is called, unless it is NULL; when it returns non-zero, glob
 * returns GLOB_ABORTED.  globfree frees what was found, after an error too. */
int glob(const char *pattern, int flags, int (*failed)(const char *path, int error), glob_t *list);

void globfree(glob_t *list);

#endif
