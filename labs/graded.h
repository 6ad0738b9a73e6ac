/* What a graded test tells of its checks (graded.c).  For tests/check.h, with -DGRADED. */
#ifndef LABS_GRADED_H
#define LABS_GRADED_H

#include <stdbool.h>
#include <stddef.h>

/* A check. */
struct graded_site {
    const char *file;
    int line;
    bool is_passed;           /* at least once; it is among the passed then: */
    struct graded_site *next; /* one that was passed before it, or NULL */
};

/* The check holds.  From any thread, and from a signal's handler. */
void graded_pass(struct graded_site *site);

/* A check does not hold: the process tells nothing of those that did. */
void graded_fail(void);

/* What a child ends with that has come to its end: its status, by its pid, which the kernel does
 * not know.  2 to 255. */
int graded_child_status(int pid);

/* The test's source, which tests/check.h defines in it. */
extern const char graded_source[];

/* The token of bytes, in hexadecimal: what shows that the test wrote them. */
void graded_token(char token[65], const void *bytes, size_t nbytes);

/* BLAKE2s of bytes with a key. */
void graded_hash(unsigned char result[32], const unsigned char key[32], const void *bytes,
                 size_t nbytes);

#endif
