/* 4.4BSD's macros for a source that C and C++ compilers of all ages take. */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H

#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS   }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif

#define __P(parameters) parameters
#define __CONCAT(a, b)  a##b
#define __STRING(x)     #x

#endif
