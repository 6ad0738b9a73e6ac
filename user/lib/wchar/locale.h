/* The locale's encoding. */
#ifndef LIB_WCHAR_LOCALE_H
#define LIB_WCHAR_LOCALE_H

#include <stdbool.h>

/* LC_CTYPE is "C.UTF-8": multibyte characters are UTF-8.  False: each byte is one. */
extern bool __locale_is_utf8;

#endif
