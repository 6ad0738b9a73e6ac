/*
 * The console: the terminal on COM1, with its line discipline and its foreground process group.
 *
 * The keys ^C and ^\ send a signal to the foreground group.  A process of another group may write,
 * but a read fails with -EIO (there are no stopped processes), so that a background job does not
 * take the shell's input away.  As long as no group was made the foreground one everybody may read.
 *
 * The console knows numbers of groups, not processes: proc/ tells it the rest by two hooks.
 */
#ifndef DEV_CONSOLE_H
#define DEV_CONSOLE_H

#include <abi/types.h>
#include <stdbool.h>

/* Starts input, and obeys the boot line's log=com1 or log=com2.  Boot, interrupts may be off. */
void console_init(void);

/* send() has a signal sent to all processes of a group.  It is called without locks, also in
 * interrupt context. */
void console_set_signal_hook(void (*send)(pid_t group, int sig));

/* mine() tells the calling thread's process group.  It is called with a spin lock held and may take
 * none that is further out: it just reads the number. */
void console_set_group_hook(pid_t (*mine)(void));

/* As dev/char.h says.  A read that waits ends with -EINTR at a signal.  A write of up to CHAR_PIECE
 * bytes comes out in one piece. */
ssize_t console_read(void *user_buf, size_t n, bool nonblock);
ssize_t console_write(const void *user_buf, size_t n);
int console_ioctl(uint64_t request, void *user_arg);

#endif
