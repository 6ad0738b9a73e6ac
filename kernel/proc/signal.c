/*
 * Signals.
 *
 * Problem: a signal is sent to a process, but a thread has to take it, and only at a moment when
 * its registers are those of the program.  So sending and taking are apart.  Sending (any CPU,
 * interrupts too) makes a bit in process.pending and picks a thread that does not block it, which
 * gets WORK_SIGNAL: it is woken if it sleeps, interrupted if it runs.  That thread takes the signal
 * on its next way back to user mode (signal_deliver, called by return.c).
 *
 * Routing: each pending signal has been told to one thread that does not block it, if there is one.
 * What could break that calls signal_route() again under the process's lock: a thread changes its
 * mask, or leaves.  A thread that finds its signal taken by another has been woken for nothing; the
 * call that it was in is made again.
 *
 * A signal that is sent to one thread (thread_kill, SIGPIPE) makes a bit in thread.pending instead,
 * which that thread alone takes, when it does not block it, and which is gone with it.
 *
 * Ignored signals are dropped when they are sent, and pending ones when they become ignored.  So no
 * pending signal is an ignored one, and one that nobody wants never ends a sleep.  Process 1
 * ignores what it does not catch: without it nothing is left to run.
 *
 * A fault (signal_fault) belongs to the thread that made it.  Its handler is entered the same way,
 * out of thread.fault instead of process.pending; if there is none, or the signal is blocked, going
 * back would only fault again, and the process ends at once.
 *
 * A handler runs on the thread's own stack, below a struct sigframe that holds all that
 * sigreturn(2) puts back.  The frame is made in kernel memory and copied out whole: a stack with no
 * room for it ends the process, and nobody else.
 *
 * Left out: stopping and continuing, queued signals (at most one of each kind is pending),
 * alternate stacks.  Source: POSIX.1-2017, XSH 2.4.
 */
#include "proc/signal.h"
#include "arch/arch.h"
#include "arch/usercopy.h"
#include "core/panic.h"
#include "core/print.h"
#include "proc/process.h"
#include "sched/sched.h"
#include "vm/space.h"
#include <abi/errno.h>

#define RED_ZONE 128 /* bytes below the stack pointer that are the program's (SysV ABI 3.2.2) */

/* What ends a process without a message: the person at the console asked for the first, and the
 * second is how pipelines end. */
#define QUIET (signal_bit(SIGINT) | signal_bit(SIGPIPE))

/* ---- sending ---- */

static bool is_ignored(const struct process *process, int sig)
{
    sighandler_t handler = process->actions[sig].sa_handler;
    if (handler == SIG_DFL)
        return sig == SIGCHLD || sig == SIGWINCH || process == process_first;
    return handler == SIG_IGN;
}

/* Tells the thread of those signals of the set that it may take; returns the rest. */
static sigset_t route_to(struct thread *thread, sigset_t set)
{
    if (set & ~thread->signal_mask)
        sched_notify(thread, WORK_SIGNAL);
    return set & thread->signal_mask;
}

void signal_route(struct process *process)
{
    assert(spin_held(&process->lock));
    sigset_t left = process->pending;
    /* A thread that sends itself a signal has taken it before kill(2) returns: POSIX. */
    if (left && current_process() == process)
        left = route_to(current_thread(), left);
    for (struct list *l = process->threads.next; left && l != &process->threads; l = l->next)
        left = route_to(list_entry(l, struct thread, process_link), left);
}

/* Of several signals of a kind that wait, the first one's facts are kept. */
static void add_pending(sigset_t *pending, siginfo_t *infos, const siginfo_t *info)
{
    int sig = info->si_signo;
    if (!(*pending & signal_bit(sig)))
        infos[sig] = *info;
    *pending |= signal_bit(sig);
}

/* A signal that has become an ignored one waits nowhere. */
static void drop_pending(struct process *process, int sig)
{
    process->pending &= ~signal_bit(sig);
    LIST_FOREACH (thread, &process->threads, struct thread, process_link)
        thread->pending &= ~signal_bit(sig);
}

void signal_send(struct process *process, const siginfo_t *info)
{
    spin_lock(&process->lock);
    if (!process->exiting && !is_ignored(process, info->si_signo)) {
        add_pending(&process->pending, process->info, info);
        signal_route(process);
    }
    spin_unlock(&process->lock);
}

/* Process lock held. */
static void send_to_thread(struct thread *thread, const siginfo_t *info)
{
    assert(spin_held(&thread->process->lock));
    if (thread->process->exiting || is_ignored(thread->process, info->si_signo))
        return;
    add_pending(&thread->pending, thread->info, info);
    route_to(thread, thread->pending);
}

void signal_group(pid_t pgid, int sig)
{
    siginfo_t info = {.si_signo = sig, .si_code = SI_KERNEL};
    spin_lock(&process_tree_lock);
    LIST_FOREACH (process, &process_list, struct process, all_link)
        if (process->pgid == pgid)
            signal_send(process, &info);
    spin_unlock(&process_tree_lock);
}

void signal_raise(int sig)
{
    struct process *process = current_process();
    siginfo_t info = {.si_signo = sig, .si_code = SI_KERNEL};
    spin_lock(&process->lock);
    send_to_thread(current_thread(), &info);
    spin_unlock(&process->lock);
}

/* Process lock held. */
static struct thread *find_thread(struct process *process, uint64_t tls)
{
    LIST_FOREACH (thread, &process->threads, struct thread, process_link)
        if (thread->tls_base == tls)
            return thread;
    return NULL;
}

int64_t signal_kill_thread(uint64_t tls, int sig)
{
    struct process *process = current_process();
    siginfo_t info = {.si_signo = sig, .si_code = SI_SENT, .si_pid = process->pid};
    if (sig < 0 || sig >= NSIG)
        return -EINVAL;
    spin_lock(&process->lock);
    struct thread *thread = find_thread(process, tls);
    if (thread && sig != 0 && sig != SIGKILL)
        send_to_thread(thread, &info);
    spin_unlock(&process->lock);
    if (thread && sig == SIGKILL) /* ends them all, so any of them may take it */
        signal_send(process, &info);
    return thread ? 0 : -ESRCH;
}

/* Whether kill(pid, ...) by `sender` means the process. */
static bool is_meant(const struct process *process, pid_t pid, const struct process *sender)
{
    if (pid > 0)
        return process->pid == pid;
    if (pid == -1)
        return process != sender && process != process_first;
    return process->pgid == (pid == 0 ? sender->pgid : -pid);
}

int64_t signal_kill(pid_t pid, int sig)
{
    struct process *self = current_process();
    siginfo_t info = {.si_signo = sig, .si_code = SI_SENT, .si_pid = self->pid};
    if (sig < 0 || sig >= NSIG)
        return -EINVAL;
    if (pid == INT32_MIN) /* its negative is no pid */
        return -ESRCH;
    int64_t result = -ESRCH;
    spin_lock(&process_tree_lock);
    LIST_FOREACH (process, &process_list, struct process, all_link) {
        if (!is_meant(process, pid, self))
            continue;
        result = 0;
        if (sig != 0)
            signal_send(process, &info);
    }
    spin_unlock(&process_tree_lock);
    return result;
}

/* ---- masks and actions ---- */

void signal_set_mask(sigset_t mask)
{
    struct thread *thread = current_thread();
    spin_lock(&thread->process->lock);
    thread->signal_mask = mask & SIGNALS_BLOCKABLE;
    route_to(thread, thread->pending);
    signal_route(thread->process);
    spin_unlock(&thread->process->lock);
}

/* Whoever takes signals clears it again. */
static int interrupted(enum restart restart)
{
    struct thread *thread = current_thread();
    thread->restart = restart;
    __atomic_fetch_or(&thread->work, WORK_SIGNAL, __ATOMIC_RELAXED);
    return -EINTR;
}

int signal_interrupted(void)
{
    return interrupted(RESTART_NEVER);
}

int signal_postpones(void)
{
    return interrupted(RESTART_ALWAYS);
}

bool signal_is_due(void)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    assert(spin_held(&process->lock));
    return (process->pending | thread->pending) & ~thread->signal_mask || process->exiting ||
           process->exec_waits;
}

int signal_wait(void)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    struct waitq nobody; /* wakes it */
    waitq_init(&nobody);
    spin_lock(&process->lock);
    while (!signal_is_due()) {
        /* What WORK_SIGNAL stood for is gone, and with it set no sleep would begin. */
        __atomic_fetch_and(&thread->work, ~WORK_SIGNAL, __ATOMIC_RELAXED);
        waitq_sleep_until(&nobody, &process->lock, WAITQ_FOREVER);
    }
    spin_unlock(&process->lock);
    return interrupted(RESTART_IF_NONE);
}

int signal_set_action(int sig, const struct sigaction *act, struct sigaction *old)
{
    struct process *process = current_process();
    if (sig < 1 || sig >= NSIG || (act && sig == SIGKILL))
        return -EINVAL;
    spin_lock(&process->lock);
    *old = process->actions[sig];
    if (act) {
        process->actions[sig] = *act;
        if (is_ignored(process, sig))
            drop_pending(process, sig);
    }
    spin_unlock(&process->lock);
    return 0;
}

void signal_reset_handlers(struct process *process)
{
    assert(spin_held(&process->lock));
    for (int sig = 1; sig < NSIG; sig++) {
        struct sigaction *action = &process->actions[sig];
        if (action->sa_handler == SIG_IGN)
            continue;
        *action = (struct sigaction){.sa_handler = SIG_DFL};
        if (is_ignored(process, sig))
            drop_pending(process, sig);
    }
}

/* ---- the end of a process ---- */

static const char *const names[NSIG] = {
    [SIGHUP] = "SIGHUP",   [SIGINT] = "SIGINT",     [SIGQUIT] = "SIGQUIT", [SIGILL] = "SIGILL",
    [SIGTRAP] = "SIGTRAP", [SIGABRT] = "SIGABRT",   [SIGBUS] = "SIGBUS",   [SIGFPE] = "SIGFPE",
    [SIGKILL] = "SIGKILL", [SIGUSR1] = "SIGUSR1",   [SIGSEGV] = "SIGSEGV", [SIGUSR2] = "SIGUSR2",
    [SIGPIPE] = "SIGPIPE", [SIGALRM] = "SIGALRM",   [SIGTERM] = "SIGTERM", [SIGCHLD] = "SIGCHLD",
    [SIGPROF] = "SIGPROF", [SIGWINCH] = "SIGWINCH",
};

/* Makes the process end of a signal; the first thread to get here prints why.  Returns: the thread
 * itself ends on its way back to user mode (return.c). */
static void kill_process(int sig, const char *cause)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    if (process_begin_exit(sig) && !(QUIET & signal_bit(sig))) {
        char number[16];
        print_into(number, sizeof(number), "signal %d", sig);
        print("%s[%d]: killed by %s at pc 0x%lx: %s\n", process->name, process->pid,
              names[sig] ? names[sig] : number, arch_frame_pc(thread->frame), cause);
    }
}

static void kill_process_by(const siginfo_t *info)
{
    char cause[64];
    if (info->si_code == SI_SENT)
        print_into(cause, sizeof(cause), "sent by process %d", info->si_pid);
    else if (info->si_code == SI_FAULT)
        print_into(cause, sizeof(cause), "fault at 0x%lx", (uint64_t)info->si_addr);
    else
        print_into(cause, sizeof(cause), "sent by the kernel");
    kill_process(info->si_signo, cause);
}

void signal_fault(int sig, uint64_t addr, const char *cause)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    siginfo_t info = {.si_signo = sig, .si_code = SI_FAULT, .si_addr = (void *)addr};
    spin_lock(&process->lock);
    sighandler_t handler = process->actions[sig].sa_handler;
    bool caught = handler != SIG_DFL && handler != SIG_IGN &&
                  !(thread->signal_mask & signal_bit(sig)) && !process->exiting;
    spin_unlock(&process->lock);
    if (caught) {
        thread->fault = info;
        __atomic_fetch_or(&thread->work, WORK_SIGNAL, __ATOMIC_RELAXED);
    } else {
        kill_process(sig, cause);
    }
}

/* ---- taking ---- */

/* The signal that the thread has to take, and what to do about it; false if there is none.  A
 * handler that is to run once is forgotten here. */
static bool take(struct thread *thread, siginfo_t *info, struct sigaction *action)
{
    struct process *process = thread->process;
    spin_lock(&process->lock);
    sigset_t set = (process->pending | thread->pending) & ~thread->signal_mask;
    bool found = true;
    if (thread->fault.si_signo) {
        *info = thread->fault;
        thread->fault.si_signo = 0;
    } else if (set) {
        int sig = set & signal_bit(SIGKILL) ? SIGKILL : __builtin_ctz(set);
        bool own = thread->pending & signal_bit(sig);
        *info = own ? thread->info[sig] : process->info[sig];
        *(own ? &thread->pending : &process->pending) &= ~signal_bit(sig);
    } else {
        found = false;
    }
    if (found) {
        struct sigaction *current = &process->actions[info->si_signo];
        *action = *current;
        if (current->sa_flags & SA_RESETHAND) {
            *current = (struct sigaction){.sa_handler = SIG_DFL};
            if (is_ignored(process, info->si_signo))
                drop_pending(process, info->si_signo);
        }
    }
    spin_unlock(&process->lock);
    return found;
}

/* The signal frame at sp could not be copied: ends the process, unless that is so because it has
 * been killed already. */
static void no_frame(struct thread *thread, uint64_t sp, uint32_t access, const char *cause)
{
    if (process_is_killed())
        __atomic_fetch_or(&thread->work, WORK_SIGNAL, __ATOMIC_RELAXED);
    else if (space_allows(thread->space, sp, sizeof(struct sigframe), access))
        kill_process(SIGKILL, "out of memory for a signal frame");
    else
        kill_process(SIGSEGV, cause);
}

/* The mask that the interrupted code goes on with: sigsuspend's was only for the wait. */
static sigset_t mask_after(struct thread *thread)
{
    sigset_t mask = thread->restore_mask ? thread->saved_mask : thread->signal_mask;
    thread->restore_mask = false;
    return mask;
}

static void enter_handler(struct thread *thread, const siginfo_t *info,
                          const struct sigaction *action)
{
    struct sigframe frame = {.sf_restorer = (uint64_t)action->sa_restorer, .sf_info = *info};
    uint64_t sp = ((arch_frame_sp(thread->frame) - RED_ZONE - sizeof(frame)) & ~15ull) - 8;
    sigset_t blocked = action->sa_mask;
    if (!(action->sa_flags & SA_NODEFER))
        blocked |= signal_bit(info->si_signo);

    blocked |= thread->signal_mask; /* sigsuspend's, if that is what the signal ended */
    frame.sf_mask = mask_after(thread);
    arch_sigframe_save(thread, &frame);
    if (copy_to_user((void *)sp, &frame, sizeof(frame))) {
        no_frame(thread, sp, SPACE_WRITE, "no room on the stack for a signal handler");
        return;
    }
    signal_set_mask(blocked);
    arch_frame_call_handler(thread->frame, (uint64_t)action->sa_handler, sp, info->si_signo,
                            sp + offsetof(struct sigframe, sf_info),
                            sp + offsetof(struct sigframe, sf_context));
}

void signal_deliver(struct thread *thread)
{
    siginfo_t info;
    struct sigaction action;
    __atomic_fetch_and(&thread->work, ~WORK_SIGNAL, __ATOMIC_ACQ_REL); /* before looking */
    bool in_call = arch_frame_was_interrupted(thread->frame);
    enum restart restart = thread->restart;
    thread->restart = RESTART_IF_SET;
    if (!take(thread, &info, &action)) {
        if (in_call && restart != RESTART_NEVER)
            arch_frame_restart(thread->frame);
        if (thread->restore_mask)
            signal_set_mask(mask_after(thread));
        return;
    }
    if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
        kill_process_by(&info); /* ignored: a fault, for only those are taken then */
        return;
    }
    if (in_call &&
        (restart == RESTART_ALWAYS || (restart == RESTART_IF_SET && action.sa_flags & SA_RESTART)))
        arch_frame_restart(thread->frame);
    enter_handler(thread, &info, &action);
}

int64_t signal_return(struct thread *thread)
{
    struct sigframe frame;
    uint64_t sp = arch_frame_sp(thread->frame) - sizeof(frame.sf_restorer);
    if (copy_from_user(&frame, (const void *)sp, sizeof(frame))) {
        no_frame(thread, sp, SPACE_READ, "sigreturn found no signal frame on the stack");
        arch_frame_restart(thread->frame);
        return arch_frame_result(thread->frame);
    }
    arch_sigframe_load(thread, &frame);
    signal_set_mask(frame.sf_mask);
    return arch_frame_result(thread->frame);
}
