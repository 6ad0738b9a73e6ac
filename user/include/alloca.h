/* alloca: memory of the calling function's own stack frame. */
#ifndef _ALLOCA_H
#define _ALLOCA_H

#include <stddef.h>

#ifdef __GNUC__
#define alloca(n) __builtin_alloca(n)
#else
void *alloca(size_t n); /* the compiler's */
#endif

#endif
