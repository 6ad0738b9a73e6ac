/* Walking a tree of files (POSIX.1-2017, <ftw.h>). */
#ifndef _FTW_H
#define _FTW_H

#include <sys/stat.h>

/* What a file is. */
#define FTW_F   0 /* no folder */
#define FTW_D   1 /* a folder, before its files */
#define FTW_DNR 2 /* a folder that cannot be read */
#define FTW_NS  3 /* it cannot be looked at: st is undefined */
#define FTW_SL  4 /* nftw: a symbolic link, with FTW_PHYS */
#define FTW_DP  5 /* nftw: a folder, behind its files, with FTW_DEPTH */
#define FTW_SLN 6 /* nftw: a symbolic link to nothing */

/* Flags of nftw. */
#define FTW_PHYS  1 /* links are not followed */
#define FTW_MOUNT 2 /* the file system is the only one */
#define FTW_CHDIR 4 /* left out: ENOTSUP */
#define FTW_DEPTH 8 /* a folder comes behind its files */

struct FTW {
    int base;  /* where in the path the file's name begins */
    int level; /* 0: the path that nftw was given */
};

/* Both end with the first result of func that is not 0, or -1 with errno.  fds, at least 1, is how
 * many folders may be open at once: it is always one. */
int ftw(const char *path, int (*func)(const char *path, const struct stat *st, int kind), int fds);
int nftw(const char *path,
         int (*func)(const char *path, const struct stat *st, int kind, struct FTW *where), int fds,
         int flags);

#endif
