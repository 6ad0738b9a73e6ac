/* Sizes of the integer types (C11 5.2.4.2.1) and limits of the system (POSIX.1-2017). */
#ifndef _LIMITS_H
#define _LIMITS_H

#include <abi/limits.h>

#define CHAR_BIT   8
#define MB_LEN_MAX 1
#define SCHAR_MAX  __SCHAR_MAX__
#define SCHAR_MIN  (-SCHAR_MAX - 1)
#define UCHAR_MAX  (SCHAR_MAX * 2 + 1)
#ifdef __CHAR_UNSIGNED__
#define CHAR_MIN 0
#define CHAR_MAX UCHAR_MAX
#else
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#endif
#define SHRT_MAX   __SHRT_MAX__
#define SHRT_MIN   (-SHRT_MAX - 1)
#define USHRT_MAX  (SHRT_MAX * 2 + 1)
#define INT_MAX    __INT_MAX__
#define INT_MIN    (-INT_MAX - 1)
#define UINT_MAX   (INT_MAX * 2U + 1U)
#define LONG_MAX   __LONG_MAX__
#define LONG_MIN   (-LONG_MAX - 1L)
#define ULONG_MAX  (LONG_MAX * 2UL + 1UL)
#define LLONG_MAX  __LONG_LONG_MAX__
#define LLONG_MIN  (-LLONG_MAX - 1LL)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#define SSIZE_MAX  LONG_MAX
#define LONG_BIT   64
#define WORD_BIT   32

#define LINE_MAX            2048 /* the minimum that POSIX requires: the tools here have no limit */
#define PAGESIZE            PAGE_SIZE
#define PTHREAD_THREADS_MAX THREADS_MAX
#define PTHREAD_KEYS_MAX    64
#define PTHREAD_STACK_MIN   16384
#define _POSIX_PATH_MAX     256
#define _POSIX_ARG_MAX      4096

#endif
