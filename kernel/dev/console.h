/*
 * The console: the terminal on COM1, with its line discipline and its foreground process group
 * (POSIX.1-2017, XBD 11.1).
 *
 * The console is the terminal of the session of process 1.  Only processes of this session may set
 * the foreground group, and only to a group of the session.  The keys ^C, ^\ and ^Z send a signal
 * to the foreground group.  A process of another group, in any session, is in the background.  Its
 * reads send SIGTTIN.  SIGTTOU is for changes of the terminal and, if TOSTOP is set, for writes.
 * Until a group is made the foreground group every process may do all.
 *
 * The console knows process groups by number only; proc/job.c provides the rest.  A group that has
 * gone stays the foreground group, and a new one that gets its number would be, until another is
 * set: a shell does so when a job ends.  A signal that comes in between waits for the next
 * foreground group: so the ^C that comes too late for a job ends the loop of the shell around it.
 *
 * No program can take one key: a break on the line sends SIGQUIT to process 1, which ends all
 * others.
 */
#ifndef DEV_CONSOLE_H
#define DEV_CONSOLE_H

#include <abi/types.h>
#include <stdbool.h>

/* Starts input, and calls uart_start().  At boot; interrupts may be off. */
void console_init(void);

/* The console's questions about process groups. */
struct console_jobs {
    /* False: all of the group's processes are ending or have ended.  No lock is held; also in
     * interrupt context. */
    bool (*send)(pid_t group, int sig);
    pid_t (*group)(void); /* the caller's; takes no lock */
    /* Whether the caller may make this the foreground group: 0, -ENOTTY if the console is not its
     * terminal, or -EPERM if the group is not of its session.  No lock is held. */
    int (*check)(pid_t group);
    /* The caller is in the background.  0: it may go on; -EINTR: its group has been sent the
     * signal, SIGTTIN or SIGTTOU; -EIO.  No lock is held. */
    int (*refuse)(int sig);
};

/* At boot, before there is a program. */
void console_set_jobs(const struct console_jobs *hooks);

/* The foreground group; 0: there is none.  Takes no lock. */
pid_t console_foreground(void);

/* See dev/char.h.  A signal ends a read that waits, with -EINTR.  A write of up to PIECES_MAX bytes
 * is atomic. */
ssize_t console_read(void *user_buf, size_t n, bool nonblock);
ssize_t console_write(const void *user_buf, size_t n);
uint32_t console_poll(void); /* POLLOUT, and POLLIN if bytes wait */
int console_ioctl(uint64_t request, void *user_arg);

#endif
