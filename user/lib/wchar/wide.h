/* For the wide printf and scanf families. */
#ifndef LIB_WCHAR_WIDE_H
#define LIB_WCHAR_WIDE_H

#include <wchar.h>

/* The string in multibyte characters, to be freed; NULL with EILSEQ or ENOMEM. */
char *__wide_narrow(const wchar_t *s);

#endif
