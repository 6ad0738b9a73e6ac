/* Memory and string functions of the C standard (C11 7.24), for the kernel. */
#ifndef CORE_STRING_H
#define CORE_STRING_H

#include <stddef.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);

/* Copies as much of src as fits into size bytes, always ending it with NUL.  Returns strlen(src).
 */
size_t strlcpy(char *dst, const char *src, size_t size);

#endif
