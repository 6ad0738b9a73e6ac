/* Types that several headers have and the kernel does not know (POSIX.1-2017). */
#ifndef _SYS_LIBRARY_TYPES_H
#define _SYS_LIBRARY_TYPES_H

typedef struct __locale *locale_t; /* no function takes one */
typedef int timer_t;

#endif
