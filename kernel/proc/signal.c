/*
 * Signals.
 *
 * Problem: a signal is sent to a process, but a thread has to take it, and only when the thread's
 * registers are those of the program.  So sending and taking are separate.  Sending (on any CPU, in
 * interrupts too) sets a bit in process.pending and notifies a thread that does not block the
 * signal (WORK_SIGNAL): it is woken if it sleeps, interrupted if it runs.  That thread takes the
 * signal the next time it returns to user mode (signal_deliver, called by return.c).  If the signal
 * will end the process, by its action as it is sent, all such threads are notified, and the first
 * to return takes it.  A single one might be in a long call, or wait for something that the others
 * hold.
 *
 * Invariant: of each pending signal, a thread that does not block it has been notified, if there is
 * such a thread.  When a thread changes its mask or ends, signal_route() restores this, under the
 * process's lock.
 *
 * A signal that is sent to one thread (thread_kill, SIGPIPE) sets a bit in thread.pending instead:
 * only that thread takes it, once it does not block it, and it is lost when the thread ends.
 *
 * Restart: a system call that sleeps returns -EINTR when its thread is notified.  Whether the
 * thread then makes the call again, or the program sees EINTR, depends on the call (thread.restart)
 * and on what signal_deliver() finds:
 *
 *     thread.restart   no signal  a handler  one with SA_RESTART
 *     RESTART_IF_SET   again      EINTR      again                most calls
 *     RESTART_IF_NONE  again      EINTR      EINTR                sigsuspend
 *     RESTART_NEVER    EINTR      EINTR      EINTR                nanosleep, futex_wait with a time
 *     RESTART_ALWAYS   again      again      again                fork
 *
 * There is no signal if another thread has taken it.  For example, A sleeps in read(2), B runs, and
 * the process is sent SIGUSR1:
 *
 *     the sender       notifies A, the first thread that does not block it; A's read returns -EINTR
 *     B sets its mask  signal_route() tries the caller first: B is notified, and takes the signal
 *     A gets the CPU   finds no signal: arch_frame_restart() sets the pc back to the SYSCALL
 *                      instruction, and the read begins again
 *
 * A call that has moved bytes does not begin again: it returns how many, as for any signal.
 *
 * Ignored signals are dropped when they are sent, and pending ones when they become ignored.  So a
 * pending signal is never an ignored one, and a signal that the program ignores never ends a sleep.
 * Process 1 ignores what it does not catch: the machine cannot run without it.
 *
 * A fault (signal_fault) concerns the thread that caused it.  Its handler is entered in the same
 * way, but from thread.fault instead of a pending set.  If there is no handler, or the signal is
 * blocked, going back would only cause the fault again, so the process ends.
 *
 * A handler runs on the thread's own stack or its alternate one, below a struct sigframe that holds
 * all that sigreturn(2) restores.  The frame is made in kernel memory and copied out whole; if the
 * stack has no room for it the process ends.
 *
 * A signal that stops the process is taken in the same way; proc/stop.h has the rest.  A call that
 * it interrupted is made again, and nanosleep goes on.
 *
 * sigtimedwait(2) unblocks its set while it sleeps, so that the thread is notified of these signals
 * as of others.  It takes a pending one before the thread returns to user mode.  An ignored signal
 * is dropped, so a thread that waits for SIGCHLD gives it a handler, which never runs.
 *
 * Left out: queued signals (at most one of each kind is pending).  sigtimedwait does not take a
 * stop signal whose action is the default one: the process stops.  Source: POSIX.1-2017, XSH 2.4.
 */
#include "proc/signal.h"
#include "arch/arch.h"
#include "arch/callstack.h"
#include "arch/usercopy.h"
#include "core/panic.h"
#include "core/print.h"
#include "proc/process.h"
#include "proc/stop.h"
#include "sched/sched.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/wait.h>

#define RED_ZONE 128 /* bytes below sp that belong to the program (System V ABI, 3.2.2) */

/* Signals that end a process without a message: the user typed the first, and the second is how
 * pipelines end. */
#define QUIET (signal_bit(SIGINT) | signal_bit(SIGPIPE))

/* Signals that are ignored by default, and signal 0, which is dropped everywhere: who sends it only
 * asks whether the process is there. */
#define IGNORED                                                                       \
    (signal_bit(0) | signal_bit(SIGCHLD) | signal_bit(SIGCONT) | signal_bit(SIGURG) | \
     signal_bit(SIGWINCH))

/* Signals of a program's mistake: the kernel also prints its calls. */
#define CRASHES                                                                            \
    (signal_bit(SIGILL) | signal_bit(SIGTRAP) | signal_bit(SIGABRT) | signal_bit(SIGBUS) | \
     signal_bit(SIGFPE) | signal_bit(SIGSEGV))
#define CALLS_MAX 16

static const struct sigaction default_action = {.sa_handler = SIG_DFL};

/* ---- sending ---- */

static bool is_ignored(const struct process *process, int sig)
{
    sighandler_t handler = process->actions[sig].sa_handler;
    if (handler == SIG_DFL)
        return IGNORED & signal_bit(sig) || process == process_first;
    return handler == SIG_IGN;
}

/* The signals of the set, all of them pending, that will end or stop the process. */
static sigset_t fatal_of(const struct process *process, sigset_t set)
{
    sigset_t fatal = set;
    for (; set; set &= set - 1)
        if (process->actions[__builtin_ctz(set)].sa_handler != SIG_DFL)
            fatal &= ~(set & -set);
    return fatal;
}

/* Notifies the thread if it can take signals of the set; returns those that it blocks. */
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
    if (!left)
        return;
    sigset_t fatal = fatal_of(process, left);
    /* A thread that sends its process a signal takes it before kill(2) returns (POSIX). */
    if (current_process() == process)
        left = route_to(current_thread(), left);
    struct list *threads = &process->threads;
    for (struct list *l = threads->next; (left | fatal) && l != threads; l = l->next)
        left = route_to(list_entry(l, struct thread, process_link), left | fatal);
}

/* Unless the signal is dropped, makes it pending: true.  If it is that already, its last sender
 * counts: a SIGCHLD says what became of the child. */
static inline bool add_pending(struct process *process, sigset_t *pending, struct sender *senders,
                               const siginfo_t *info)
{
    int sig = info->si_signo;
    if (STOP_CHANGES & signal_bit(sig))
        stop_signal(process, sig);
    if (process->exiting || is_ignored(process, sig))
        return false;
    senders[sig] = (struct sender){info->si_code, info->si_pid, info->si_value};
    *pending |= signal_bit(sig);
    return true;
}

void signal_send_locked(struct process *process, const siginfo_t *info)
{
    if (add_pending(process, &process->pending, process->senders, info))
        signal_route(process);
}

void signal_send(struct process *process, const siginfo_t *info)
{
    spin_lock(&process->lock);
    signal_send_locked(process, info);
    spin_unlock(&process->lock);
}

/* process.lock is held. */
static void send_to_thread(struct thread *thread, const siginfo_t *info)
{
    assert(spin_held(&thread->process->lock));
    if (add_pending(thread->process, &thread->pending, thread->senders, info))
        route_to(thread, thread->pending);
}

#define ENDING 1
#define ALIVE  2

/* Sends a group a signal, or all but the first process and the sender (pgid 0).  Returns what it
 * has found: 0, ENDING, ALIVE or both.  fork.c needs the count.  process_tree_lock is held, and
 * released now and then. */
static int send_to_several(pid_t pgid, const siginfo_t *info)
{
    struct process *sender = current_process();
    int found = 0;
    struct process_walk walk;
    process_walk_begin(&walk, pgid);
    struct process *process;
    while ((process = process_walk_next(&walk))) {
        if (!pgid && (process == sender || process == process_first))
            continue;
        process->group_signals++;
        signal_send(process, info);
        found |= __atomic_load_n(&process->exiting, __ATOMIC_RELAXED) ? ENDING : ALIVE;
    }
    return found;
}

bool signal_group(pid_t pgid, int sig)
{
    siginfo_t info = {.si_signo = sig, .si_code = SI_KERNEL};
    assert(spin_held(&process_tree_lock));
    return send_to_several(pgid, &info) & ALIVE;
}

void signal_raise(int sig)
{
    struct process *process = current_process();
    siginfo_t info = {.si_signo = sig, .si_code = SI_KERNEL};
    spin_lock(&process->lock);
    send_to_thread(current_thread(), &info);
    spin_unlock(&process->lock);
}

int signal_kill_thread(uint64_t tls, int sig)
{
    struct process *process = current_process();
    struct thread *thread = NULL;
    siginfo_t info = {.si_signo = sig, .si_code = SI_USER, .si_pid = process->pid};
    if (sig < 0 || sig >= NSIG)
        return -EINVAL;
    spin_lock(&process->lock);
    LIST_FOREACH (other, &process->threads, struct thread, process_link)
        if (other->tls_base == tls)
            thread = other;
    tid_t tid = thread ? thread->tid : -ESRCH;
    if (thread && sig == SIGKILL) /* it ends all threads, so any of them may take it */
        signal_send_locked(process, &info);
    else if (thread)
        send_to_thread(thread, &info);
    spin_unlock(&process->lock);
    return tid;
}

int signal_kill(pid_t pid, int sig, int code, union sigval value)
{
    struct process *self = current_process();
    siginfo_t info = {sig, code, self->pid, .si_value = value};
    if (sig < 0 || sig >= NSIG)
        return -EINVAL;
    if (pid == INT32_MIN) /* -pid would overflow */
        return -ESRCH;
    spin_lock(&process_tree_lock);
    struct process *process = pid > 0 ? process_find(pid) : NULL;
    bool found = process;
    if (process)
        signal_send(process, &info);
    else if (pid <= 0)
        found = send_to_several(pid == -1 ? 0 : pid == 0 ? self->pgid : -pid, &info);
    spin_unlock(&process_tree_lock);
    return found ? 0 : -ESRCH;
}

/* ---- masks and actions ---- */

/* process.lock is held.  Drops the signal if it is pending and ignored from now on. */
static void set_action(struct process *process, int sig, const struct sigaction *action)
{
    process->actions[sig] = *action;
    if (is_ignored(process, sig))
        stop_discard(process, signal_bit(sig));
}

void signal_set_wait_mask(sigset_t mask)
{
    struct thread *thread = current_thread();
    spin_lock(&thread->process->lock);
    thread->signal_mask = mask & SIGNALS_BLOCKABLE;
    route_to(thread, thread->pending);
    signal_route(thread->process);
    spin_unlock(&thread->process->lock);
}

void signal_set_mask(sigset_t mask)
{
    current_thread()->saved_mask = mask & SIGNALS_BLOCKABLE;
    signal_set_wait_mask(mask);
}

/* The calling thread goes through signal_deliver(), which looks at thread.restart. */
int signal_interrupted(enum restart restart)
{
    struct thread *thread = current_thread();
    thread->restart = restart;
    __atomic_fetch_or(&thread->work, WORK_SIGNAL, __ATOMIC_RELAXED);
    return -EINTR;
}

bool signal_is_due(void)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    assert(spin_held(&process->lock));
    return (process->pending | thread->pending) & ~thread->signal_mask || process->exiting ||
           process->exec_waits || process->stopped;
}

/* The parent may have waited for a change already: it may wait for the signal now.  And it is woken
 * even if it wants no zombie, as its waitpid may have no child left to wait for. */
bool signal_parent(const struct process *child, int status)
{
    struct process *parent = child->parent;
    const struct sigaction *action = &parent->actions[SIGCHLD];
    siginfo_t info = wait_info(child->pid, status);
    spin_lock(&parent->lock);
    bool wanted = action->sa_handler != SIG_IGN && !(action->sa_flags & SA_NOCLDWAIT);
    if (child->zombie || !(action->sa_flags & SA_NOCLDSTOP))
        signal_send_locked(parent, &info);
    spin_unlock(&parent->lock);
    waitq_wake_all(&parent->child_ended);
    return wanted;
}

/* Sleeps while the process is stopped. */
static void wait_while_stopped(struct process *process)
{
    int status;
    while ((status = stop_wait())) {
        spin_lock(&process_tree_lock);
        signal_parent(process, status);
        spin_unlock(&process_tree_lock);
    }
}

/* Stops here if the process is stopped, or is to be: a sleep then goes on until its deadline. */
static bool has_stopped(struct thread *thread)
{
    struct process *process = thread->process;
    spin_lock(&process->lock);
    sigset_t set = (process->pending | thread->pending) & ~thread->signal_mask & STOP_SIGNALS;
    set = fatal_of(process, set);
    bool stops = (set || process->stopped) && !process->exiting && !process->exec_waits;
    spin_unlock(&process->lock);
    if (stops && set)
        stop_take(__builtin_ctz(set));
    if (stops)
        wait_while_stopped(process);
    return stops;
}

int signal_wait_until(uint64_t deadline_ns)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    struct waitq queue; /* never woken: only the deadline or a signal ends the sleep */
    waitq_init(&queue);
    int error = 0;
    do {
        spin_lock(&process->lock);
        while (error != -ETIMEDOUT && !signal_is_due()) {
            /* The signal that set WORK_SIGNAL is gone; while the bit is set no sleep begins. */
            __atomic_fetch_and(&thread->work, ~WORK_SIGNAL, __ATOMIC_RELAXED);
            error = waitq_sleep_until(&queue, &process->lock, deadline_ns);
        }
        spin_unlock(&process->lock);
    } while (error != -ETIMEDOUT && has_stopped(thread));
    return error == -ETIMEDOUT ? error : -EINTR;
}

int signal_set_action(int sig, const struct sigaction *act, struct sigaction *old)
{
    struct process *process = current_process();
    if (sig < 1 || sig >= NSIG || (act && (sig == SIGKILL || sig == SIGSTOP)))
        return -EINVAL;
    spin_lock(&process->lock);
    *old = process->actions[sig];
    if (act)
        set_action(process, sig, act);
    spin_unlock(&process->lock);
    return 0;
}

void signal_reset_handlers(struct process *process)
{
    assert(spin_held(&process->lock));
    current_thread()->alternate = (stack_t){.ss_size = 0};
    for (int sig = 1; sig < NSIG; sig++)
        if (process->actions[sig].sa_handler != SIG_IGN)
            set_action(process, sig, &default_action);
}

/* ---- signals that end the process ---- */

static const char *const names[NSIG] = {
    [SIGHUP] = "SIGHUP",   [SIGINT] = "SIGINT",     [SIGQUIT] = "SIGQUIT", [SIGILL] = "SIGILL",
    [SIGTRAP] = "SIGTRAP", [SIGABRT] = "SIGABRT",   [SIGBUS] = "SIGBUS",   [SIGFPE] = "SIGFPE",
    [SIGKILL] = "SIGKILL", [SIGUSR1] = "SIGUSR1",   [SIGSEGV] = "SIGSEGV", [SIGUSR2] = "SIGUSR2",
    [SIGPIPE] = "SIGPIPE", [SIGALRM] = "SIGALRM",   [SIGTERM] = "SIGTERM", [SIGCHLD] = "SIGCHLD",
    [SIGPROF] = "SIGPROF", [SIGWINCH] = "SIGWINCH",
};

/* Prints where the thread's program is, and its callers; tools/run makes source lines of that. */
static void print_calls(const struct thread *thread)
{
    struct user_place place = arch_frame_place(thread->frame);
    place.in_sigreturn = false; /* there the signal's frame is what was wrong */
    uint64_t back;
    if (place.pc < PAGE_SIZE && !copy_from_user(&back, (void *)place.sp, sizeof(back))) {
        place.pc = back - 1; /* a call through a NULL pointer has stored where it returns to */
        place.sp += sizeof(back);
    }
    /* As at a tick, the walk makes no page (arch/callstack.h). */
    struct spinlock *lock = &thread->profile->session[PROF_OWN].lock;
    spin_lock(lock);
    uint64_t pcs[CALLS_MAX];
    bool cut;
    unsigned n = callstack_read(&place, thread->signal_restorer, pcs, CALLS_MAX, &cut);
    spin_unlock(lock);
    for (unsigned i = 0; i < n; i++) /* a caller is inside its call instruction, not after it */
        print("  0x%lx of %s[%d]\n", pcs[i] - (i > 0), thread->process->name, thread->process->pid);
    if (cut && n == CALLS_MAX)
        print("  (more calls)\n");
}

/* Begins the end of the process by a signal; the first thread to do so prints why.  It returns: the
 * calling thread ends on its way back to user mode (return.c), like the others. */
static void kill_process(int sig, const char *cause)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    if (process_begin_exit(process, sig) && !(QUIET & signal_bit(sig))) {
        char number[16];
        print_into(number, sizeof(number), "signal %d", sig);
        print("%s[%d]: killed by %s at pc 0x%lx: %s\n", process->name, process->pid,
              names[sig] ? names[sig] : number, arch_frame_pc(thread->frame), cause);
        if (CRASHES & signal_bit(sig))
            print_calls(thread);
    }
}

static void kill_process_by(const siginfo_t *info)
{
    char cause[64];
    if (info->si_code <= SI_USER)
        print_into(cause, sizeof(cause), "sent by process %d", info->si_pid);
    else if (info->si_code == SI_FAULT || info->si_code == SEGV_ACCERR)
        print_into(cause, sizeof(cause), "fault at 0x%lx", (uint64_t)info->si_addr);
    else
        print_into(cause, sizeof(cause), "sent by the kernel");
    kill_process(info->si_signo, cause);
}

void signal_fault(int sig, int code, uint64_t addr, const char *cause)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    siginfo_t info = {.si_signo = sig, .si_code = code, .si_addr = (void *)addr};
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

/* Describes the pending signal; returns the set that it is in. */
static sigset_t *find_pending(struct thread *thread, int sig, siginfo_t *info)
{
    struct process *process = thread->process;
    bool own = thread->pending & signal_bit(sig);
    const struct sender *sender = own ? &thread->senders[sig] : &process->senders[sig];
    *info = (siginfo_t){
        .si_signo = sig, .si_code = sender->code, .si_pid = sender->pid, .si_value = sender->value};
    return own ? &thread->pending : &process->pending;
}

int signal_take(sigset_t set, uint64_t deadline_ns, siginfo_t *info)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    signal_set_wait_mask(thread->saved_mask & ~set);
    int error = signal_wait_until(deadline_ns);
    spin_lock(&process->lock);
    set &= (process->pending | thread->pending) & SIGNALS_BLOCKABLE;
    if (set)
        *find_pending(thread, __builtin_ctz(set), info) &= ~(set & -set);
    spin_unlock(&process->lock);
    signal_set_mask(thread->saved_mask);
    if (set)
        return info->si_signo;
    return error == -ETIMEDOUT ? -EAGAIN : signal_interrupted(RESTART_IF_NONE);
}

/* Removes the signal that the thread takes next from the pending ones, and finds the action for it;
 * false if there is none.  With SA_RESETHAND the action is reset here. */
static bool take_next(struct thread *thread, siginfo_t *info, struct sigaction *action)
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
        sigset_t *pending = find_pending(thread, sig, info);
        /* A signal that ends or stops the process stays pending until that has begun:
         * process_is_killed(), fork.c, stop_take() */
        if (process->actions[sig].sa_handler != SIG_DFL)
            *pending &= ~signal_bit(sig);
    } else {
        found = false;
    }
    if (found) {
        *action = process->actions[info->si_signo];
        if (action->sa_flags & SA_RESETHAND)
            set_action(process, info->si_signo, &default_action);
    }
    spin_unlock(&process->lock);
    return found;
}

/* The same, for the next that does not stop the process: it sleeps here while it is stopped. */
static bool take(struct thread *thread, siginfo_t *info, struct sigaction *action)
{
    for (;;) {
        wait_while_stopped(thread->process);
        if (!take_next(thread, info, action))
            return false;
        if (!(STOP_SIGNALS & signal_bit(info->si_signo)) || action->sa_handler != SIG_DFL)
            return true;
        stop_take(info->si_signo);
    }
}

/* The signal frame at sp could not be copied: ends the process, unless the copy failed because the
 * process has been killed already. */
static void no_frame(struct thread *thread, uint64_t sp, uint32_t access, const char *cause)
{
    if (process_is_killed())
        return;
    if (space_allows(thread->space, sp, sizeof(struct sigframe), access))
        kill_process(SIGKILL, "out of memory for a signal frame");
    else
        kill_process(SIGSEGV, cause);
}

static bool is_on_alternate(const struct thread *thread)
{
    const stack_t *stack = &thread->alternate;
    return arch_frame_sp(thread->frame) - (uint64_t)stack->ss_sp < stack->ss_size;
}

int signal_set_stack(const stack_t *stack, stack_t *old)
{
    struct thread *thread = current_thread();
    bool on_it = is_on_alternate(thread);
    *old = thread->alternate;
    old->ss_flags = old->ss_size == 0 ? SS_DISABLE : on_it ? SS_ONSTACK : 0;
    if (!stack)
        return 0;
    if (on_it)
        return -EPERM;
    if (stack->ss_flags != 0 && stack->ss_flags != SS_DISABLE)
        return -EINVAL;
    if (stack->ss_flags == 0 && stack->ss_size < MINSIGSTKSZ)
        return -ENOMEM;
    thread->alternate = stack->ss_flags == 0 ? *stack : (stack_t){.ss_size = 0};
    return 0;
}

/* Below which address the signal's frame goes. */
static uint64_t stack_for(const struct thread *thread, const struct sigaction *action)
{
    const stack_t *stack = &thread->alternate;
    if (action->sa_flags & SA_ONSTACK && stack->ss_size > 0 && !is_on_alternate(thread))
        return (uint64_t)stack->ss_sp + stack->ss_size;
    return arch_frame_sp(thread->frame) - RED_ZONE;
}

static void enter_handler(struct thread *thread, const siginfo_t *info,
                          const struct sigaction *action)
{
    struct sigframe frame = {.sf_restorer = (uint64_t)action->sa_restorer,
                             .sf_info = *info,
                             .sf_mask = thread->saved_mask};
    uint64_t sp = ((stack_for(thread, action) - sizeof(frame)) & ~15ull) - 8;
    sigset_t blocked = action->sa_mask;
    if (!(action->sa_flags & SA_NODEFER))
        blocked |= signal_bit(info->si_signo);

    blocked |= thread->signal_mask; /* sigsuspend's, if that is what the signal ended */
    arch_sigframe_save(thread, &frame);
    if (copy_to_user((void *)sp, &frame, sizeof(frame))) {
        no_frame(thread, sp, SPACE_WRITE, "no room on the stack for a signal handler");
        return;
    }
    signal_set_mask(blocked);
    thread->signal_restorer = frame.sf_restorer;
    arch_frame_call_handler(thread->frame, (uint64_t)action->sa_handler, sp, info->si_signo,
                            sp + offsetof(struct sigframe, sf_info),
                            sp + offsetof(struct sigframe, sf_context));
}

void signal_deliver(struct thread *thread)
{
    /* Before pending signals are read: a signal sent after this sets the bit again. */
    __atomic_fetch_and(&thread->work, ~WORK_SIGNAL, __ATOMIC_ACQ_REL);
    bool in_call = arch_frame_was_interrupted(thread->frame);
    enum restart restart = thread->restart;
    thread->restart = RESTART_IF_SET;
    siginfo_t info;
    struct sigaction action;
    if (!take(thread, &info, &action)) {
        if (in_call && restart == RESTART_NEVER)
            arch_frame_keep_result(thread->frame);
        else if (in_call)
            arch_frame_restart(thread->frame);
        if (thread->signal_mask != thread->saved_mask)
            signal_set_mask(thread->saved_mask);
        return;
    }
    if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) {
        /* SIG_IGN: a fault, since other ignored signals are never pending. */
        kill_process_by(&info);
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
    signal_set_mask(frame.sf_mask);
    arch_sigframe_load(thread, &frame);
    return arch_frame_result(thread->frame);
}
