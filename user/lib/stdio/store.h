/* Storing an integer through a pointer of the program: for scanf, and for printf's %n. */
#ifndef LIB_STORE_H
#define LIB_STORE_H

#include <stdint.h>

/* length: as in struct spec of format.h; 0 is an int. */
static inline void store_integer(char length, void *to, uint64_t n)
{
    switch (length) {
    case 'H':
        *(uint8_t *)to = n;
        break;
    case 'h':
        *(uint16_t *)to = n;
        break;
    case 0:
        *(uint32_t *)to = n;
        break;
    default:
        *(uint64_t *)to = n;
    }
}

#endif
