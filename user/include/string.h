/* Memory and strings (C11 7.24, POSIX.1-2017 <string.h>, and a few names that are everywhere). */
#ifndef _STRING_H
#define _STRING_H

#include <stddef.h>
#include <sys/library_types.h>

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int c, size_t n);
void *memrchr(const void *s, int c, size_t n);
void *memmem(const void *hay, size_t hay_len, const void *needle, size_t needle_len);
void *mempcpy(void *to, const void *from, size_t n);
void *memccpy(void *to, const void *from, int c, size_t n);

size_t strlen(const char *s);
size_t strnlen(const char *s, size_t max);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t n);
char *stpcpy(char *to, const char *from);
char *stpncpy(char *to, const char *from, size_t n);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t n);

/* The BSD pair: size is to's whole size, the result always ends in NUL (if size is not 0). */
size_t strlcpy(char *to, const char *from, size_t size);
size_t strlcat(char *to, const char *from, size_t size);

int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *to, const char *from, size_t n);
char *strchr(const char *s, int c);
char *strchrnul(const char *s, int c);
char *strrchr(const char *s, int c);
size_t strspn(const char *s, const char *set);
size_t strcspn(const char *s, const char *set);
char *strpbrk(const char *s, const char *set);
char *strstr(const char *hay, const char *needle);
char *strcasestr(const char *hay, const char *needle);
char *strtok(char *s, const char *seps);
char *strtok_r(char *s, const char *seps, char **save);
char *strsep(char **s, const char *seps);

char *strdup(const char *s);
char *strndup(const char *s, size_t max);
char *strerror(int error);
int strerror_r(int error, char *buf, size_t n);
char *strsignal(int sig);

#include <strings.h>

#endif
