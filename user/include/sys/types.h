/* Types of the system's calls (POSIX.1-2017, <sys/types.h>). */
#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H

#include <abi/time.h>
#include <abi/types.h>
#include <sys/cdefs.h>
#include <sys/library_types.h>
#include <sys/thread_types.h>

/* 4.3BSD's names. */
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
typedef int64_t quad_t;
typedef uint64_t u_quad_t;
typedef char *caddr_t;
typedef int64_t daddr_t;

#endif
