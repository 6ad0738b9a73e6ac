/* Parts of a path (POSIX.1-2017, <libgen.h>); both may change the path. */
#ifndef _LIBGEN_H
#define _LIBGEN_H

char *basename(char *path);
char *dirname(char *path);

#endif
