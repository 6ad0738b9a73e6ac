/* Writes a gmon.out, in either layout of abi/gmon.h.  Only system calls are used. */
#ifndef LIB_GMON_WRITER_H
#define LIB_GMON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ticks.h"

struct writer {
    const char *path;
    int fd;
    bool gnu;
    bool failed; /* and a message was printed */
    size_t n;    /* bytes in the buffer */
    char buf[2048];
};

/* Begins the file at path with the counters.  In 4.4BSD's layout these have 16 bits.  An error,
 * here or later, is printed on stderr, and the rest is not written. */
void __writer_begin(struct writer *w, const char *path, bool gnu, const struct ticks *t);

/* The totals of the ticks. */
void __writer_totals(struct writer *w, const struct ticks *t);

/* A call from an address in the call instruction to an address in a function. */
void __writer_call(struct writer *w, uintptr_t from, uintptr_t self, uint64_t count);

/* Ends the file. */
void __writer_end(struct writer *w);

/* Writes the strings up to NULL to stderr. */
void __writer_say(const char *first, ...);

/* Says on stderr that it cannot do something with the file at path, and why: errno. */
void __writer_complain(const char *what, const char *path);

#endif
