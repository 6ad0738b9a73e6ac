/* assert (C11 7.2).  No guard: each inclusion checks NDEBUG again. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#endif

#ifndef _ASSERT_H
#define _ASSERT_H

#define static_assert _Static_assert

/* Prints the facts on standard error and ends the process with SIGABRT. */
_Noreturn void __assert_fail(const char *expr, const char *file, int line, const char *func);

#endif
