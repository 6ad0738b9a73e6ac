/*
 * The call stack of a program, by its frame pointers (System V ABI for x86-64, 3.2.2): a function
 * first pushes its caller's frame pointer, and then has its own point at that.  So each frame
 * begins with the address of the next outer one, followed by the address to return to; the
 * outermost has a frame pointer of 0.
 *
 * The program can have written anything there.  Every load is checked, and frames must lie at
 * rising addresses, so the walk ends.
 */
#ifndef ARCH_CALLSTACK_H
#define ARCH_CALLSTACK_H

#include <machine.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Stores the pc of a place in a program (machine.h) and the return addresses of its callers,
 * innermost first, but no more than max, at least 1; returns how many.  *cut: there are more, or
 * what follows is no chain of frames.
 *
 * restorer is the return address of signal handlers, 0 if there is none.  After it come the pc that
 * the signal interrupted and its callers.
 *
 * The thread has not run since it was at that place, and interrupts are held: a page that is not
 * there is not made, but ends the walk.  A frame is never on such a page, as it has been written.
 */
unsigned callstack_read(const struct user_place *place, uint64_t restorer, uint64_t *pcs,
                        unsigned max, bool *cut);

#endif
