/* Sizes of the integer types (C11 5.2.4.2.1) and limits of the system (POSIX.1-2017). */
#ifndef _LIMITS_H
#define _LIMITS_H

#include <abi/limits.h>

#define CHAR_BIT   8
#define MB_LEN_MAX 4
#define SCHAR_MAX  127
#define SCHAR_MIN  (-SCHAR_MAX - 1)
#define UCHAR_MAX  (SCHAR_MAX * 2 + 1)
#ifdef __CHAR_UNSIGNED__
#define CHAR_MIN 0
#define CHAR_MAX UCHAR_MAX
#else
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#endif
#define SHRT_MAX   32767
#define SHRT_MIN   (-SHRT_MAX - 1)
#define USHRT_MAX  (SHRT_MAX * 2 + 1)
#define INT_MAX    2147483647
#define INT_MIN    (-INT_MAX - 1)
#define UINT_MAX   (INT_MAX * 2U + 1U)
#define LONG_MAX   9223372036854775807L
#define LONG_MIN   (-LONG_MAX - 1L)
#define ULONG_MAX  (LONG_MAX * 2UL + 1UL)
#define LLONG_MAX  9223372036854775807LL
#define LLONG_MIN  (-LLONG_MAX - 1LL)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#define SSIZE_MAX  LONG_MAX
#define IOV_MAX    1024
#define LONG_BIT   64
#define WORD_BIT   32

#define NL_ARGMAX         32   /* printf: the greatest number of an argument (%32$d) */
#define LINE_MAX          2048 /* the minimum that POSIX requires: the tools here have no limit */
#define PAGESIZE          PAGE_SIZE
#define TIMER_MAX         32
#define DELAYTIMER_MAX    INT_MAX
#define PTHREAD_KEYS_MAX  128
#define PTHREAD_STACK_MIN 16384

/* Minimum values of every system (POSIX.1-2017, <limits.h>), except those of options that it marks
 * as obsolescent. */
#define _POSIX_AIO_LISTIO_MAX               2
#define _POSIX_AIO_MAX                      1
#define _POSIX_ARG_MAX                      4096
#define _POSIX_CHILD_MAX                    25
#define _POSIX_DELAYTIMER_MAX               32
#define _POSIX_HOST_NAME_MAX                255
#define _POSIX_LINK_MAX                     8
#define _POSIX_LOGIN_NAME_MAX               9
#define _POSIX_MAX_CANON                    255
#define _POSIX_MAX_INPUT                    255
#define _POSIX_MQ_OPEN_MAX                  8
#define _POSIX_MQ_PRIO_MAX                  32
#define _POSIX_NAME_MAX                     14
#define _POSIX_NGROUPS_MAX                  8
#define _POSIX_OPEN_MAX                     20
#define _POSIX_PATH_MAX                     256
#define _POSIX_PIPE_BUF                     512
#define _POSIX_RE_DUP_MAX                   255
#define _POSIX_RTSIG_MAX                    8
#define _POSIX_SEM_NSEMS_MAX                256
#define _POSIX_SEM_VALUE_MAX                32767
#define _POSIX_SIGQUEUE_MAX                 32
#define _POSIX_SSIZE_MAX                    32767
#define _POSIX_STREAM_MAX                   8
#define _POSIX_SYMLINK_MAX                  255
#define _POSIX_SYMLOOP_MAX                  8
#define _POSIX_THREAD_DESTRUCTOR_ITERATIONS 4
#define _POSIX_THREAD_KEYS_MAX              128
#define _POSIX_THREAD_THREADS_MAX           64
#define _POSIX_TIMER_MAX                    32
#define _POSIX_TTY_NAME_MAX                 9
#define _POSIX_TZNAME_MAX                   6

#define _POSIX2_BC_BASE_MAX        99
#define _POSIX2_BC_DIM_MAX         2048
#define _POSIX2_BC_SCALE_MAX       99
#define _POSIX2_BC_STRING_MAX      1000
#define _POSIX2_CHARCLASS_NAME_MAX 14
#define _POSIX2_COLL_WEIGHTS_MAX   2
#define _POSIX2_EXPR_NEST_MAX      32
#define _POSIX2_LINE_MAX           2048
#define _POSIX2_RE_DUP_MAX         255

#define _POSIX_CLOCKRES_MIN 20000000
#define _XOPEN_IOV_MAX      16
#define _XOPEN_NAME_MAX     255 /* NAME_MAX is less */
#define _XOPEN_PATH_MAX     1024

/* POSIX's tools may have just these. */
#define BC_BASE_MAX        _POSIX2_BC_BASE_MAX
#define BC_DIM_MAX         _POSIX2_BC_DIM_MAX
#define BC_SCALE_MAX       _POSIX2_BC_SCALE_MAX
#define BC_STRING_MAX      _POSIX2_BC_STRING_MAX
#define CHARCLASS_NAME_MAX _POSIX2_CHARCLASS_NAME_MAX
#define COLL_WEIGHTS_MAX   _POSIX2_COLL_WEIGHTS_MAX
#define EXPR_NEST_MAX      _POSIX2_EXPR_NEST_MAX
#define RE_DUP_MAX         255

#endif
