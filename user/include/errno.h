/* errno: what went wrong in the calling thread's last failed call (POSIX.1-2017, <errno.h>). */
#ifndef _ERRNO_H
#define _ERRNO_H

#include <abi/compiler.h>
#include <abi/errno.h>

int *__errno_location(void) __attribute__((const)); /* the thread's own */
#define errno (*__errno_location())

/* No call of this system fails with these: they are there for programs that compare with them. */
#define ETXTBSY         26
#define ENOMSG          42
#define EIDRM           43
#define ENOSTR          60
#define ENODATA         61
#define ETIME           62
#define ENOSR           63
#define ENOLINK         67
#define EPROTO          71
#define EMULTIHOP       72
#define EBADMSG         74
#define ENOTSOCK        88
#define EDESTADDRREQ    89
#define EMSGSIZE        90
#define EPROTOTYPE      91
#define ENOPROTOOPT     92
#define EPROTONOSUPPORT 93
#define EAFNOSUPPORT    97
#define EADDRINUSE      98
#define EADDRNOTAVAIL   99
#define ENETDOWN        100
#define ENETUNREACH     101
#define ENETRESET       102
#define ECONNABORTED    103
#define ECONNRESET      104
#define ENOBUFS         105
#define EISCONN         106
#define ENOTCONN        107
#define ECONNREFUSED    111
#define EHOSTUNREACH    113
#define EINPROGRESS     115
#define ESTALE          116
#define EDQUOT          122
#define ECANCELED       125
#define EOWNERDEAD      130
#define ENOTRECOVERABLE 131

extern char *program_invocation_name; /* argv[0], for messages */

#endif
