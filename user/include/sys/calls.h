/*
 * The stub of every system call, with the prototype of its line in <abi/syscalls.h>.  Programs use
 * the standard headers; this one is for a call that they do not declare yet, and for the library,
 * whose own functions wrap the stubs that begin with two underscores.
 */
#ifndef _SYS_CALLS_H
#define _SYS_CALLS_H

#include <abi/dirent.h>
#include <abi/kstat.h>
#include <abi/ktrace.h>
#include <abi/poll.h>
#include <abi/procinfo.h>
#include <abi/prof.h>
#include <abi/resource.h>
#include <abi/signal.h>
#include <abi/stat.h>
#include <abi/syscalls.h>
#include <abi/time.h>
#include <abi/types.h>

#define CALL_STUB(number, name, stub, result, arguments) result stub arguments;
SYSCALL_LIST(CALL_STUB)
#undef CALL_STUB

/* The same calls where they are no cancellation points, for the library. */
ssize_t __read(int fd, void *buf, size_t n);
ssize_t __write(int fd, const void *buf, size_t n);
pid_t __waitpid(pid_t pid, int *status, int options);

#endif
