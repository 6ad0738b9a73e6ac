/* A function of search.c for other files of the library. */
#ifndef LIB_SEARCH_H
#define LIB_SEARCH_H

/* The first byte from s on that is not in [first, last], which 0 is not in. */
const char *__search_outside(const char *s, char first, char last);

#endif
