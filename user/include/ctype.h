/* Classes of characters in the "C" locale (C11 7.4): only bytes below 128 belong to any. */
#ifndef _CTYPE_H
#define _CTYPE_H

#include <sys/library_types.h>

int isalnum(int c);
int isalpha(int c);
int isascii(int c);
int isblank(int c);
int iscntrl(int c);
int isdigit(int c);
int isgraph(int c);
int islower(int c);
int isprint(int c);
int ispunct(int c);
int isspace(int c);
int isupper(int c);
int isxdigit(int c);
int toascii(int c);
int tolower(int c);
int toupper(int c);

/* For a letter of the other case only. */
#define _tolower(c) ((c) - 'A' + 'a')
#define _toupper(c) ((c) - 'a' + 'A')

#endif
