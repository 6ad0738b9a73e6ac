/*
 * Cancellation (POSIX.1-2017, 2.9.5).
 *
 * pthread_cancel sets the thread's `cancel', which each cancellation point looks at before its
 * system call, and sends a signal that no program uses, so that a call which already sleeps ends.
 *
 * Problem: the signal may come after the look and before the call, which would then sleep for ever.
 * So the handler looks where it interrupted the thread.  A thread at the jump to __cancel_now, or
 * at the system call behind it, goes on at __cancel_now.  So does a thread whose call ended with
 * EINTR. The kernel returns a call that it restarts to the second of these places.  A call that has
 * done its work is not undone: there the thread goes on, and its next point ends it.
 *
 * Where the signal interrupts another signal's handler, the place to look at is below that one.  So
 * the signal is sent again and stays blocked, until that handler's return unblocks it.
 *
 * Only calls that may sleep for others are points (pthread.h).  Streams call their descriptors
 * by __read and __write, which are none: a stream keeps its lock and its buffer.
 */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../image.h"
#include "../thread.h"

/* The bytes at a point: jne with a distance of 32 bits from its end, then syscall. */
#define JNE_BYTES   6
#define POINT_BYTES (JNE_BYTES + 2)

extern const uint8_t __cancel_now[];
_Noreturn void __cancelled(void);

_Noreturn void __cancelled(void)
{
    pthread_exit(PTHREAD_CANCELED);
}

/* Whether these bytes are a jump to __cancel_now and a system call. */
static bool is_point(const uint8_t *at)
{
    int32_t distance;

    memcpy(&distance, at + 2, sizeof(distance));
    return at[0] == 0x0f && at[1] == 0x85 && at + JNE_BYTES + distance == __cancel_now &&
           at[JNE_BYTES] == 0x0f && at[JNE_BYTES + 1] == 0x05;
}

static bool is_at_point(const struct sigcontext *at)
{
    const struct elf_segment *text = __image_text();
    uint64_t offset = at->rip - text->vaddr;
    const uint8_t *pc = (const uint8_t *)at->rip;

    if (offset < POINT_BYTES || offset + POINT_BYTES > text->memsz)
        return false; /* code that the program made: there may be no memory around it */
    return is_point(pc) || is_point(pc - JNE_BYTES) ||
           ((int64_t)at->rax == -EINTR && is_point(pc - POINT_BYTES));
}

static bool is_due(const struct __thread_block *t)
{
    return t->cancel_state == PTHREAD_CANCEL_ENABLE &&
           __atomic_load_n(&t->cancel_asked, __ATOMIC_ACQUIRE);
}

/* Only the thread itself and the handler that interrupts it write `cancel'. */
static void update(struct __thread_block *t)
{
    t->cancel = is_due(t);
    if (t->cancel && t->cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS)
        __cancelled();
}

static void on_signal(int sig, siginfo_t *info, void *context)
{
    struct sigcontext *at = context;
    struct sigframe *frame =
        (struct sigframe *)((char *)context - offsetof(struct sigframe, sf_context));
    struct __thread_block *t = thread_self();

    (void)info;
    update(t);
    if (!t->cancel)
        return;
    if (is_at_point(at)) {
        at->rip = (uintptr_t)__cancel_now;
        return;
    }
    frame->sf_mask |= 1u << SIGCANCEL;
    __thread_kill(t, sig);
}

int pthread_cancel(pthread_t t)
{
    int before = errno, error = 0;
    struct sigaction act = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};

    if (!thread_exists(t))
        return ESRCH;
    sigaction(SIGCANCEL, &act, NULL);
    __atomic_store_n(&t->cancel_asked, true, __ATOMIC_RELEASE);
    if (t == thread_self())
        update(t);
    else if (__thread_kill(t, SIGCANCEL) < 0 && errno != ESRCH) /* it has ended, and is to join */
        error = errno;
    errno = before;
    return error;
}

int pthread_setcancelstate(int state, int *old)
{
    struct __thread_block *t = thread_self();

    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old)
        *old = t->cancel_state;
    t->cancel_state = state;
    update(t);
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    struct __thread_block *t = thread_self();

    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (old)
        *old = t->cancel_type;
    t->cancel_type = type;
    update(t);
    return 0;
}

void pthread_testcancel(void)
{
    if (is_due(thread_self()))
        __cancelled();
}
