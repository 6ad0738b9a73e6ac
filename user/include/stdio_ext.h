/* What a stream's buffer holds: Solaris' functions (stdio_ext(3C)), and gnulib's for the bytes
 * ahead. */
#ifndef _STDIO_EXT_H
#define _STDIO_EXT_H

#include <stdio.h>

size_t __fbufsize(FILE *f);
size_t __fpending(FILE *f);   /* bytes that wait to be written */
size_t __freadahead(FILE *f); /* bytes that were read and not used */
int __freadable(FILE *f);
int __fwritable(FILE *f);
int __freading(FILE *f); /* the stream cannot write, or its last operation was a read */
int __fwriting(FILE *f);
int __flbf(FILE *f);     /* line buffered */
void __fpurge(FILE *f);  /* drops what the buffer holds */
void __fseterr(FILE *f); /* makes ferror(f) true */

/* The bytes ahead, and how many; NULL: none.  __freadptrinc uses n of them up. */
const char *__freadptr(FILE *f, size_t *n);
void __freadptrinc(FILE *f, size_t n);

#endif
