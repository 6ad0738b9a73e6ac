/*
 * Error numbers (POSIX.1-2017, <errno.h>).  A system call that fails returns the negated number;
 * the user stub stores it in errno and returns -1.  The list is also the text of strerror(3),
 * which sees to it that both give an error the same number.
 */
#ifndef ABI_ERRNO_H
#define ABI_ERRNO_H

#define ERRNO_LIST(X)                                  \
    X(EPERM, 1, "Operation not permitted")             \
    X(ENOENT, 2, "No such file or directory")          \
    X(ESRCH, 3, "No such process")                     \
    X(EINTR, 4, "Interrupted system call")             \
    X(EIO, 5, "Input/output error")                    \
    X(ENXIO, 6, "No such device")                      \
    X(E2BIG, 7, "Argument list too long")              \
    X(ENOEXEC, 8, "Not an executable file")            \
    X(EBADF, 9, "Bad file descriptor")                 \
    X(ECHILD, 10, "No child processes")                \
    X(EAGAIN, 11, "Resource temporarily unavailable")  \
    X(ENOMEM, 12, "Out of memory")                     \
    X(EACCES, 13, "Permission denied")                 \
    X(EFAULT, 14, "Bad address")                       \
    X(EBUSY, 16, "Device or resource busy")            \
    X(EEXIST, 17, "File exists")                       \
    X(EXDEV, 18, "Cross-device link")                  \
    X(ENODEV, 19, "Operation not supported by device") \
    X(ENOTDIR, 20, "Not a directory")                  \
    X(EISDIR, 21, "Is a directory")                    \
    X(EINVAL, 22, "Invalid argument")                  \
    X(ENFILE, 23, "Too many open files in system")     \
    X(EMFILE, 24, "Too many open files")               \
    X(ENOTTY, 25, "Not a terminal")                    \
    X(EFBIG, 27, "File too large")                     \
    X(ENOSPC, 28, "No space left on device")           \
    X(ESPIPE, 29, "Illegal seek")                      \
    X(EROFS, 30, "Read-only file system")              \
    X(EMLINK, 31, "Too many links")                    \
    X(EPIPE, 32, "Broken pipe")                        \
    X(EDOM, 33, "Numerical argument out of domain")    \
    X(ERANGE, 34, "Result out of range")               \
    X(EDEADLK, 35, "Resource deadlock avoided")        \
    X(ENAMETOOLONG, 36, "File name too long")          \
    X(ENOLCK, 37, "No locks available")                \
    X(ENOSYS, 38, "No such system call")               \
    X(ENOTEMPTY, 39, "Directory not empty")            \
    X(ELOOP, 40, "Too many levels of symbolic links")  \
    X(EOVERFLOW, 75, "Value too large for data type")  \
    X(EILSEQ, 84, "Illegal byte sequence")             \
    X(ENOTSUP, 95, "Operation not supported")          \
    X(ETIMEDOUT, 110, "Timed out")                     \
    X(EALREADY, 114, "Already in progress")

/* C11 7.5p2: macros, for #ifdef and #if. */
#define EPERM        1
#define ENOENT       2
#define ESRCH        3
#define EINTR        4
#define EIO          5
#define ENXIO        6
#define E2BIG        7
#define ENOEXEC      8
#define EBADF        9
#define ECHILD       10
#define EAGAIN       11
#define ENOMEM       12
#define EACCES       13
#define EFAULT       14
#define EBUSY        16
#define EEXIST       17
#define EXDEV        18
#define ENODEV       19
#define ENOTDIR      20
#define EISDIR       21
#define EINVAL       22
#define ENFILE       23
#define EMFILE       24
#define ENOTTY       25
#define EFBIG        27
#define ENOSPC       28
#define ESPIPE       29
#define EROFS        30
#define EMLINK       31
#define EPIPE        32
#define EDOM         33
#define ERANGE       34
#define EDEADLK      35
#define ENAMETOOLONG 36
#define ENOLCK       37
#define ENOSYS       38
#define ENOTEMPTY    39
#define ELOOP        40
#define EOVERFLOW    75
#define EILSEQ       84
#define ENOTSUP      95
#define ETIMEDOUT    110
#define EALREADY     114

#define EWOULDBLOCK EAGAIN
#define EOPNOTSUPP  ENOTSUP

#endif
