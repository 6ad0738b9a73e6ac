/*
 * The console connects the line discipline (line.c, pure) with the serial port and with the threads
 * that read.
 *
 * console_lock guards everything here.  Typed bytes arrive by interrupt and are echoed while it is
 * held; the lock of the serial port is taken inside it.  Signals are sent after it is released,
 * because that takes the locks of processes, which come before it in the lock order.  User memory
 * is touched without it: a read removes bytes from the ring under the lock and copies them
 * afterwards.  Other reads wait until that is done.
 */
#include "dev/console.h"
#include "arch/usercopy.h"
#include "core/spin.h"
#include "core/string.h"
#include "dev/line.h"
#include "dev/pieces.h"
#include "dev/uart.h"
#include "sched/clock.h"
#include "sched/poll.h"
#include "sched/waitq.h"
#include <abi/errno.h>
#include <abi/poll.h>
#include <abi/signal.h>

#define INIT_GROUP 1

static struct spinlock console_lock = SPINLOCK_INIT("console");
static struct line line;
static struct winsize window = {.ws_row = 24, .ws_col = 80};
static pid_t foreground;                           /* atomic; 0: no group */
static int unheard;                                /* atomic; a signal for the next group, or 0 */
static struct waitq readers = WAITQ_INIT(readers); /* guard: console_lock */
static uint8_t taken[LINE_RING];                   /* what a read copies; guard: taking */
static bool taking;                                /* a read is copying */

static const struct console_jobs *jobs; /* NULL until there is a process */

pid_t console_foreground(void)
{
    return __atomic_load_n(&foreground, __ATOMIC_SEQ_CST);
}

static void write_text(const char *text, size_t n)
{
    uart_write(UART_COM1, text, n);
}

/* To the foreground group, or to the next one if that has ended.  foreground_set() stores the
 * group and then looks for the signal, and here it is the other way round: so one of them sends it.
 * console_lock is not held. */
static void send(int sig)
{
    while (sig && jobs) {
        pid_t group = console_foreground();
        if (!group || jobs->send(group, sig))
            return;
        __atomic_store_n(&unheard, sig, __ATOMIC_SEQ_CST);
        if (group == console_foreground())
            return;
        sig = __atomic_exchange_n(&unheard, 0, __ATOMIC_SEQ_CST);
    }
}

static void receive(int byte)
{
    if (byte == UART_BREAK) {
        if (jobs)
            jobs->send(INIT_GROUP, SIGQUIT);
        return;
    }
    spin_lock(&console_lock);
    int sig = line_input(&line, byte);
    if (line_waiting(&line)) {
        waitq_wake_all(&readers);
        poll_changed();
    }
    spin_unlock(&console_lock);
    send(sig);
}

void console_init(void)
{
    line_init(&line, write_text);
    uart_start(receive);
}

void console_set_jobs(const struct console_jobs *hooks)
{
    jobs = hooks;
}

/* ---- the foreground ---- */

static bool in_background(void)
{
    pid_t group = console_foreground();
    return group && jobs->group() != group;
}

/* Whether the caller may do what SIGTTIN or SIGTTOU stands for: 0, or as console_jobs.refuse().
 * console_lock is not held. */
static int permit(int sig)
{
    return in_background() ? jobs->refuse(sig) : 0;
}

static int foreground_set(const void *user_arg)
{
    pid_t group;
    if (copy_from_user(&group, user_arg, sizeof(group)))
        return -EFAULT;
    if (group <= 0)
        return -EINVAL;
    int error = jobs->check(group);
    if (!error)
        error = permit(SIGTTOU);
    if (error)
        return error;
    spin_lock(&console_lock);
    __atomic_store_n(&foreground, group, __ATOMIC_SEQ_CST);
    waitq_wake_all(&readers);
    spin_unlock(&console_lock);
    send(__atomic_exchange_n(&unheard, 0, __ATOMIC_SEQ_CST));
    return 0;
}

/* ---- reading ---- */

/* Sleeps until a read of n bytes can return: 0, or an error.  In canonical mode it waits for one
 * entry, as entries become readable only as whole lines; otherwise for VMIN bytes but no more than
 * n, or with VTIME for one, until that has passed if VMIN is 0 (POSIX XBD 11.1.7, which with both
 * waits for more).  The modes may change while it sleeps.  console_lock is held. */
static int wait_for_input(size_t n, bool nonblock)
{
    uint64_t began_ns = clock_now_ns();
    for (;;) {
        if (in_background()) {
            spin_unlock(&console_lock);
            int error = jobs->refuse(SIGTTIN);
            spin_lock(&console_lock);
            return error;
        }
        bool canonical = line.termios.c_lflag & ICANON;
        uint64_t min = line.termios.c_cc[VMIN], time = line.termios.c_cc[VTIME];
        size_t waiting = line_waiting(&line);
        size_t least = canonical || time ? 1 : min < n ? min : n;
        uint64_t end_ns =
            canonical || min > 0 ? WAITQ_FOREVER : began_ns + time * (NS_PER_SEC / 10);
        if (!taking && (waiting >= least || (nonblock && waiting) || clock_now_ns() >= end_ns))
            return 0;
        if (!taking && nonblock)
            return -EAGAIN;
        uint64_t until_ns = taking ? WAITQ_FOREVER : end_ns;
        if (waitq_sleep_until(&readers, &console_lock, until_ns) == -EINTR)
            return -EINTR;
    }
}

ssize_t console_read(void *user_buf, size_t n, bool nonblock)
{
    if (n == 0)
        return 0;
    spin_lock(&console_lock);
    ssize_t result = wait_for_input(n, nonblock);
    if (result == 0) {
        taking = true;
        result = line_read(&line, taken, n);
        spin_unlock(&console_lock);
        if (copy_to_user(user_buf, taken, result))
            result = -EFAULT;
        spin_lock(&console_lock);
        taking = false;
        waitq_wake_all(&readers);
    }
    spin_unlock(&console_lock);
    return result;
}

uint32_t console_poll(void)
{
    spin_lock(&console_lock);
    bool waiting = line_waiting(&line) > 0;
    spin_unlock(&console_lock);
    return POLLOUT | (waiting ? POLLIN : 0);
}

/* ---- writing ---- */

static void put_cooked(const char *text, size_t n)
{
    spin_lock(&console_lock);
    char out[2 * PIECES_MAX];
    size_t length = line_output(&line, text, n, out);
    spin_unlock(&console_lock);
    write_text(out, length);
}

ssize_t console_write(const void *user_buf, size_t n)
{
    int error = line.termios.c_lflag & TOSTOP ? permit(SIGTTOU) : 0;
    return error ? error : pieces_write(user_buf, n, put_cooked);
}

/* ---- ioctl ---- */

static int termios_set(const void *user_arg, bool drop)
{
    struct termios termios;
    if (copy_from_user(&termios, user_arg, sizeof(termios)))
        return -EFAULT;
    int error = permit(SIGTTOU);
    if (error)
        return error;
    spin_lock(&console_lock);
    int sig = line_set_termios(&line, &termios, drop);
    waitq_wake_all(&readers); /* what they wait for may have changed */
    poll_changed();
    spin_unlock(&console_lock);
    send(sig);
    return 0;
}

/* Copies a setting to user memory, through the stack because of the lock. */
static int setting_get(void *user_arg, const void *setting, size_t n)
{
    char copy[sizeof(struct termios)];
    spin_lock(&console_lock);
    memcpy(copy, setting, n);
    spin_unlock(&console_lock);
    return copy_to_user(user_arg, copy, n);
}

static int window_set(const void *user_arg)
{
    struct winsize size;
    if (copy_from_user(&size, user_arg, sizeof(size)))
        return -EFAULT;
    spin_lock(&console_lock);
    window = size;
    spin_unlock(&console_lock);
    send(SIGWINCH);
    return 0;
}

int console_ioctl(uint64_t request, void *user_arg)
{
    switch (request) {
    case TCGETS:
        return setting_get(user_arg, &line.termios, sizeof(line.termios));
    case TCSETS:
    case TCSETSW:
        return termios_set(user_arg, false);
    case TCSETSF:
        return termios_set(user_arg, true);
    case TIOCGPGRP:
        return setting_get(user_arg, &foreground, sizeof(foreground));
    case TIOCSPGRP:
        return foreground_set(user_arg);
    case TIOCGWINSZ:
        return setting_get(user_arg, &window, sizeof(window));
    case TIOCSWINSZ:
        return window_set(user_arg);
    default:
        return -ENOTTY;
    }
}
