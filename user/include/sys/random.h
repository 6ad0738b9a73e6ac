/* Random bytes, of Linux and BSD: those of /dev/urandom, which can be guessed. */
#ifndef _SYS_RANDOM_H
#define _SYS_RANDOM_H

#include <abi/types.h>
#include <stddef.h>

#define GRND_NONBLOCK 1
#define GRND_RANDOM   2

ssize_t getrandom(void *buf, size_t n, unsigned flags);

#endif
