/* The prototypes of all system call handlers, made from the one list in abi/syscalls.h. */
#ifndef SYS_SYSCALLS_H
#define SYS_SYSCALLS_H

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

#define CALL_PROTOTYPE(number, name, stub, result, arguments) int64_t sys_##name arguments;
SYSCALL_LIST(CALL_PROTOTYPE)
#undef CALL_PROTOTYPE

#endif
