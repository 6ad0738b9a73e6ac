/* Comparing without regard to case, and older names (POSIX.1-2017, <strings.h>; 4.3BSD). */
#ifndef _STRINGS_H
#define _STRINGS_H

#include <stddef.h>
#include <sys/library_types.h>

int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t n);
int ffs(int n);
int bcmp(const void *a, const void *b, size_t n);
void bcopy(const void *from, void *to, size_t n);
void bzero(void *to, size_t n);
char *index(const char *s, int c);
char *rindex(const char *s, int c);

#endif
