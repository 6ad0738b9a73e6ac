/*
 * Integer types of stated widths (C11 7.20), as the compiler has them.  The ABI's headers do not
 * include <stdint.h>: a program may have its own, which includes our headers.
 *
 * gcc and clang name the types that have 64 bits.  tcc does not: it compiles for Tally only, where
 * long has 64 bits.
 */
#ifndef ABI_COMPILER_H
#define ABI_COMPILER_H

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned uint32_t;
#ifdef __INT64_TYPE__
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
#else
typedef long int64_t;
typedef unsigned long uint64_t;
#endif

#ifndef _SIZE_T /* as the <stddef.h> of gcc and clang, so that one typedef is enough (C99) */
#define _SIZE_T
typedef __SIZE_TYPE__ size_t;
#endif
typedef __PTRDIFF_TYPE__ intptr_t;
typedef __SIZE_TYPE__ uintptr_t;

#if !defined __GNUC__ && !defined __TINYC__
#define __attribute__(list)
#endif

#endif
