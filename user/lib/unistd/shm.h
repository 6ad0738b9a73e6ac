/* Objects with a name, which are files. */
#ifndef LIB_SHM_H
#define LIB_SHM_H

#include <limits.h>

/* The file's path: /tmp/, the kind, and the name, which may begin with a slash.  -1 with errno if
 * the name cannot be one. */
int __object_path(char path[PATH_MAX], const char *kind, const char *name);

#endif
