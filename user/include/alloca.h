/* alloca: memory of the calling function's own stack frame. */
#ifndef _ALLOCA_H
#define _ALLOCA_H

#include <stddef.h>

#define alloca(n) __builtin_alloca(n)

#endif
