/*
 * The calls of a program built with -pg: how often each call site called each function.
 *
 * An arc is the pair of addresses; its counts are in records of gmon.out's form (abi/gmon.h), one
 * behind the other, and may be in several of them.  A hash table, the index, says where: a call
 * through a pointer costs the same for one target as for a thousand.  The size of the first index
 * comes from the size of the text; where it is too full a larger one takes its place.  Memory is
 * touched only where it is used.
 *
 * Threads and signal handlers count at the same time, without a lock, and no call is lost.
 */
#ifndef LIB_GMON_ARCS_H
#define LIB_GMON_ARCS_H

#include <abi/gmon.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARCS_MAX (1u << 20) /* records */

/*
 * Begins to count calls of the functions in [low, high), in the ARCS_MAX records, of which
 * *used_nbytes bytes are used from then on.  All of these are zero before.  The first record is the
 * total of the calls that were not counted, since there was no room or no memory for more.  Returns
 * false, with errno, if there is no memory for an index: no calls are counted then.
 */
bool __arcs_begin(uintptr_t low, uintptr_t high, struct gmonrec *record, uint32_t *used_nbytes);

/* Stops and resumes counting. */
void __arcs_pause(void);
void __arcs_resume(void);

/* Sets the counts of the n records to 0.  Calls at the same time may be in them or not. */
void __arcs_clear(struct gmonrec *record, size_t n);

/*
 * The compiler adds a call to each function with -pg: of mcount when the function has made its
 * frame; with -mfentry, of __fentry__ before that.  Both preserve all registers except the flags.
 *
 * The call's address is its return address less one, which is in the call instruction: after a call
 * that does not return, the return address may be the next function's.  A call that does not come
 * from the program's text, but from code that it made itself, counts as one from __elsewhere.
 */
#define ARCS_PRESERVE_ALL __attribute__((no_caller_saved_registers))
void mcount(void) ARCS_PRESERVE_ALL;
void __fentry__(void) ARCS_PRESERVE_ALL;

/* Counts a call as they do. */
void __arcs_count(uintptr_t from, uintptr_t self);

/* A name for gprof to show; it is never called. */
void __elsewhere(void);

/* The records that are in use: *n of them.  A record with a count of 0 is no call. */
struct gmonrec *__arcs_records(size_t *n);

#endif
