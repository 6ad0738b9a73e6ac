/* The registers that a signal handler sees: uc_mcontext.gregs[REG_RIP] of its third argument, a
 * ucontext_t of <signal.h>.  What the handler stores there is loaded when it returns. */
#ifndef _SYS_UCONTEXT_H
#define _SYS_UCONTEXT_H

#include <abi/signal.h>

enum { /* in the order of struct sigcontext */
       REG_R15,
       REG_R14,
       REG_R13,
       REG_R12,
       REG_R11,
       REG_R10,
       REG_R9,
       REG_R8,
       REG_RDI,
       REG_RSI,
       REG_RBP,
       REG_RBX,
       REG_RDX,
       REG_RCX,
       REG_RAX,
       REG_RIP,
       REG_RSP,
       REG_EFL
};

#endif
