/* The calls about signals: the copying from and to user memory; the work is in proc/. */
#include "arch/usercopy.h"
#include "proc/process.h"
#include "proc/signal.h"
#include "sched/waitq.h"
#include "sys/syscalls.h"
#include "sys/timeout.h"
#include "vm/space.h"
#include <abi/errno.h>

int64_t sys_kill(pid_t pid, int sig)
{
    return signal_kill(pid, sig, SI_USER, (union sigval){0});
}

int64_t sys_sigqueue(pid_t pid, int sig, int code, void *value)
{
    if (pid <= 0 || code >= SI_USER)
        return -EINVAL;
    return signal_kill(pid, sig, code, (union sigval){.sival_ptr = value});
}

int64_t sys_thread_kill(void *tls, int sig)
{
    return signal_kill_thread((uint64_t)tls, sig);
}

/* A bad pointer must not change the action. */
int64_t sys_sigaction(int sig, const struct sigaction *act, struct sigaction *user_old)
{
    struct sigaction action, old;
    if (act && copy_from_user(&action, act, sizeof(action)))
        return -EFAULT;
    if (user_old &&
        !space_allows(current_thread()->space, (uint64_t)user_old, sizeof(old), SPACE_WRITE))
        return -EFAULT;
    int error = signal_set_action(sig, act ? &action : NULL, &old);
    return error || !user_old ? error : copy_to_user(user_old, &old, sizeof(old));
}

static int change_mask(int how, sigset_t set)
{
    sigset_t mask = current_thread()->signal_mask;
    if (how == SIG_BLOCK)
        mask |= set;
    else if (how == SIG_UNBLOCK)
        mask &= ~set;
    else if (how == SIG_SETMASK)
        mask = set;
    else
        return -EINVAL;
    signal_set_mask(mask);
    return 0;
}

int64_t sys_sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    sigset_t mask = current_thread()->signal_mask, change;
    if (set && copy_from_user(&change, set, sizeof(change)))
        return -EFAULT;
    if (old && copy_to_user(old, &mask, sizeof(mask)))
        return -EFAULT;
    return set ? change_mask(how, change) : 0;
}

int64_t sys_sigpending(sigset_t *set)
{
    struct thread *thread = current_thread();
    struct process *process = thread->process;
    spin_lock(&process->lock);
    sigset_t blocked = (process->pending | thread->pending) & thread->signal_mask;
    spin_unlock(&process->lock);
    return copy_to_user(set, &blocked, sizeof(blocked));
}

int64_t sys_sigsuspend(const sigset_t *mask)
{
    sigset_t wanted;
    if (copy_from_user(&wanted, mask, sizeof(wanted)))
        return -EFAULT;
    signal_set_wait_mask(wanted);
    signal_wait_until(WAITQ_FOREVER);
    return signal_interrupted(RESTART_IF_NONE);
}

int64_t sys_sigtimedwait(const sigset_t *user_set, siginfo_t *user_info,
                         const struct timespec *timeout)
{
    siginfo_t info = {.si_signo = 0};
    uint64_t deadline_ns = WAITQ_FOREVER;
    sigset_t set;
    /* A bad pointer must not lose the signal. */
    if (copy_from_user(&set, user_set, sizeof(set)) ||
        (user_info && copy_to_user(user_info, &info, sizeof(info))))
        return -EFAULT;
    int error = timeout ? timeout_from_user(timeout, &deadline_ns) : 0;
    if (error)
        return error;
    int sig = signal_take(set, deadline_ns, &info);
    if (sig > 0 && user_info && copy_to_user(user_info, &info, sizeof(info)))
        return -EFAULT;
    return sig;
}

int64_t sys_sigaltstack(const stack_t *user_stack, stack_t *user_old)
{
    stack_t stack, old;
    if (user_stack && copy_from_user(&stack, user_stack, sizeof(stack)))
        return -EFAULT;
    int error = signal_set_stack(user_stack ? &stack : NULL, &old);
    if (!error && user_old)
        error = copy_to_user(user_old, &old, sizeof(old));
    return error;
}

int64_t sys_sigreturn(void)
{
    return signal_return(current_thread());
}
