/* Some programs include this for malloc. */
#ifndef _MALLOC_H
#define _MALLOC_H

#include <stdlib.h>

size_t malloc_usable_size(void *p);

#endif
