/*
 * The console: the terminal on COM1, with its line discipline and its foreground process group.
 *
 * The keys ^C and ^\ send a signal to the foreground group.  A process of another group may write,
 * but a read fails with -EIO (there are no stopped processes), so that a background job does not
 * take the shell's input away.  Until a group is made the foreground group every process may read.
 *
 * The console knows process groups by number only; proc/ provides the rest by two hooks.  A group
 * that has gone stays the foreground group, and a new one that gets its number would be, until
 * another is set: a shell does so when a job ends.
 */
#ifndef DEV_CONSOLE_H
#define DEV_CONSOLE_H

#include <abi/types.h>
#include <stdbool.h>

/* Starts input; applies log=com1 or log=com2 of the boot line.  At boot; interrupts may be off. */
void console_init(void);

/* send() sends a signal to all processes of a group.  It is called with no lock held, also in
 * interrupt context. */
void console_set_signal_hook(void (*send)(pid_t group, int sig));

/* get() returns the process group of the calling thread.  It is called with a spin lock held, so it
 * only reads the number and takes no lock. */
void console_set_group_hook(pid_t (*get)(void));

/* The foreground group; 0: there is none.  Takes no lock. */
pid_t console_foreground(void);

/* See dev/char.h.  A signal ends a read that waits, with -EINTR.  A write of up to PIECES_MAX bytes
 * is atomic. */
ssize_t console_read(void *user_buf, size_t n, bool nonblock);
ssize_t console_write(const void *user_buf, size_t n);
int console_ioctl(uint64_t request, void *user_arg);

#endif
