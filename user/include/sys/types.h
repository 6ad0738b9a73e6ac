/* Types of the system's calls (POSIX.1-2017, <sys/types.h>). */
#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H

#include <abi/time.h>
#include <abi/types.h>

typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef uint32_t id_t;
typedef uint32_t useconds_t;
typedef int64_t suseconds_t;

typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;

#endif
