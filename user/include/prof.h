/*
 * MARK(name): a mark in a function, which a profile shows like a function of that name (System V
 * prof(5)): how often it was passed, and the time from there to the next mark or the function's
 * end.  Letters, digits and underscores may be in a name, and it may be that of a function.
 *
 * MARK(name) does nothing unless MARK is defined before this header is included, as by -DMARK:
 *
 *     #define MARK
 *     #include <prof.h>
 *     ...
 *     MARK(outer);
 *     for (...) {
 *         MARK(inner);
 *
 * In the table of symbols it is `name.mark.N`, local and of no type, N being a number.  Marks are
 * counted in a program that is linked with -pg, or between two calls of monitor(3C).
 */
#ifndef _PROF_H
#define _PROF_H

#ifdef MARK
#undef MARK
/* It begins where a counter does.  The call leaves the red zone alone, and seems to come from the
 * code before the mark. */
#define MARK(name)                                   \
    __asm__ volatile(".balign 4\n"                   \
                     "\"" #name ".mark.%=\":\n"      \
                     "lea -128(%%rsp), %%rsp\n"      \
                     "push $\"" #name ".mark.%=\"\n" \
                     "call __fentry__\n"             \
                     "lea 136(%%rsp), %%rsp"         \
                     :                               \
                     :                               \
                     : "cc", "memory")
#else
#define MARK(name)
#endif

#endif
