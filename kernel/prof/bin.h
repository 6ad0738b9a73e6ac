/*
 * Which counter a program counter belongs to.  Pure arithmetic: no state, no kernel header, the
 * same code in the kernel and in the host's tests.
 *
 *     byte = (pc - offset) * scale / 65536, truncated once;  counter = byte / 2
 *
 * as if computed with unlimited precision.  Source: 4.4BSD profil(2).
 */
#ifndef PROF_BIN_H
#define PROF_BIN_H

#include <stdbool.h>
#include <stdint.h>

/* Stores the index of pc's 16-bit counter and returns true; or returns false, storing nothing, if
 * pc < offset or the counter does not lie wholly within the first nbytes bytes.
 * scale is at most 65536. */
bool prof_bin(uint64_t pc, uint64_t offset, uint32_t scale, uint64_t nbytes, uint64_t *counter);

#endif
