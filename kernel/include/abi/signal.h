/*
 * Signals (POSIX.1-2017, <signal.h>).
 *
 * A signal is sent to a process, or to one of its threads; a thread that does not block it takes it
 * the next time it returns to user mode.  The handler runs on that thread's stack, below a struct
 * sigframe.
 */
#ifndef ABI_SIGNAL_H
#define ABI_SIGNAL_H

#include <abi/types.h>

#define SIGHUP    1
#define SIGINT    2
#define SIGQUIT   3
#define SIGILL    4
#define SIGTRAP   5
#define SIGABRT   6
#define SIGBUS    7
#define SIGFPE    8
#define SIGKILL   9 /* can be neither caught, blocked nor ignored */
#define SIGUSR1   10
#define SIGSEGV   11
#define SIGUSR2   12
#define SIGPIPE   13
#define SIGALRM   14
#define SIGTERM   15
#define SIGCHLD   17 /* ignored by default */
#define SIGCONT   18 /* lets a stopped process go on; ignored by default */
#define SIGSTOP   19 /* can be neither caught, blocked nor ignored; it and the next three stop */
#define SIGTSTP   20 /* ^Z */
#define SIGTTIN   21 /* a read of the terminal in the background */
#define SIGTTOU   22 /* a write, if TOSTOP is set, or a change of the terminal */
#define SIGURG    23 /* ignored by default; the kernel never sends it, nor the next two */
#define SIGXCPU   24
#define SIGXFSZ   25
#define SIGVTALRM 26
#define SIGPROF   27
#define SIGWINCH  28 /* ignored by default */
#define SIGPOLL   29 /* the kernel never sends it, nor SIGSYS */
#define SIGSYS    31
#define NSIG      32 /* signal numbers are 1 to NSIG - 1 */

typedef uint32_t sigset_t; /* bit n stands for signal n */
typedef void (*sighandler_t)(int);

#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)(-1))

#define SIG_BLOCK   0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2

#define SA_NOCLDSTOP 0x0001 /* SIGCHLD only when a child ends, not when it stops or goes on */
#define SA_NOCLDWAIT 0x0040 /* SIGCHLD: children that end leave nothing to wait for */
#define SA_SIGINFO   0x0004 /* call sa_sigaction with a siginfo_t and a context pointer */
#define SA_RESTART   0x0002 /* an interrupted call is restarted instead of EINTR */
#define SA_NODEFER   0x0008 /* do not block the signal while its handler runs */
#define SA_RESETHAND 0x0010 /* reset to SIG_DFL when the handler is entered */
#define SA_ONSTACK   0x0020 /* the handler runs on the thread's alternate stack, if it has one */

/* si_code of a signal that no fault caused.  A SIGCHLD of the kernel has CLD_*. */
#define SI_USER       0    /* sent by kill(2), thread_kill(2) */
#define SI_QUEUE      (-1) /* sent by sigqueue(2), as the next */
#define SI_TIMER      (-2) /* a timer of timer_create expired */
#define SI_KERNEL     128
#define CLD_EXITED    1
#define CLD_KILLED    2
#define CLD_STOPPED   5
#define CLD_CONTINUED 6

#define SEGV_MAPERR 1 /* si_code of a fault: nothing is mapped there */
#define SEGV_ACCERR 2 /* the mapping does not allow the access */
#define FPE_INTDIV  1 /* other floating point faults have SI_KERNEL */
#define ILL_ILLOPC  1
#define BUS_ADRALN  1
#define BUS_ADRERR  2 /* after the end of a mapped file */
#define TRAP_BRKPT  1

union sigval {
    int sival_int;
    void *sival_ptr;
};

typedef struct {
    int si_signo;
    int si_code;
    pid_t si_pid; /* the sender, 0 for the kernel; SIGCHLD: the child */
    union {
        int si_status; /* SIGCHLD: the exit status or the signal (wait_info(), abi/wait.h) */
        void *si_addr; /* SIGSEGV, SIGBUS, SIGILL, SIGFPE: the address */
        union sigval si_value; /* SI_QUEUE, SI_TIMER */
    };
} siginfo_t;

/* An alternate stack for handlers, sigaltstack(2); each thread has its own. */
typedef struct {
    void *ss_sp;
    int ss_flags; /* SS_* */
    size_t ss_size;
} stack_t;

#define SS_ONSTACK  1 /* the thread runs on it */
#define SS_DISABLE  2 /* there is none */
#define MINSIGSTKSZ 2048
#define SIGSTKSZ    8192

struct sigaction {
    union {
        sighandler_t sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask; /* blocked too while the handler runs */
    int sa_flags;
    void (*sa_restorer)(void); /* filled in by libc: calls sigreturn(2) */
};

/* The registers of an interrupted thread, as handlers and sigreturn(2) see them. */
struct sigcontext {
    uint64_t r15, r14, r13, r12, r11, r10, r9, r8;
    uint64_t rdi, rsi, rbp, rbx, rdx, rcx, rax;
    uint64_t rip, rsp, rflags;
};

typedef struct {
    int64_t gregs[sizeof(struct sigcontext) / sizeof(uint64_t)]; /* <sys/ucontext.h> */
} mcontext_t;

/* The third argument of a handler points at one: sf_context and sf_mask of the frame.  Left out:
 * uc_link and uc_stack. */
typedef struct {
    mcontext_t uc_mcontext;
    sigset_t uc_sigmask;
} ucontext_t;

/*
 * The kernel pushes this below the interrupted stack pointer, past the 128-byte red zone.  At the
 * handler's first instruction rsp points at sf_restorer, as if the handler had been called, and rsp
 * + 8 is a multiple of 16.  sigreturn(2) is entered with rsp just past sf_restorer.
 */
struct sigframe {
    uint64_t sf_restorer; /* the handler's return address: sa_restorer */
    uint64_t sf_pad;
    siginfo_t sf_info;
    struct sigcontext sf_context;
    sigset_t sf_mask;                                 /* the mask to restore */
    uint8_t sf_fpu[512] __attribute__((aligned(16))); /* FXSAVE image (Intel SDM 1, 10.5.1) */
} __attribute__((aligned(16)));

#endif
