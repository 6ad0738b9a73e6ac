/*
 * Arithmetic (POSIX.1-2017, Shell Command Language 2.6.4): whole numbers of 64 bits, which wrap
 * around, and C's operators; left out are ++, -- and the comma.
 */
#ifndef SH_ARITH_H
#define SH_ARITH_H

#include <stdbool.h>

/* Evaluates text, whose dollars are replaced already.  After an error it prints a message, abandons
 * the line and returns false. */
bool arith_evaluate(const char *text, long *value);

#endif
