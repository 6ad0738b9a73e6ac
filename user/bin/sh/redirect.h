/* Redirections, and undoing them. */
#ifndef SH_REDIRECT_H
#define SH_REDIRECT_H

#include "parse.h"

struct saved_fd;

/*
 * Makes the redirections, in order.  saved gets what redirect_undo() needs; NULL: they cannot be
 * undone.  If one fails, with a message, or with sh.interrupted it undoes the others and returns
 * false.
 */
bool redirect_apply(const struct redirect *list, struct saved_fd **saved);
void redirect_undo(struct saved_fd *saved);

/* In a new process, which undoes nothing: closes what the shell keeps, as a pipe that stayed open
 * in it would not end for its reader. */
void redirect_drop_saved(void);

/* Moves the file of from to fd, and closes from.  False, with a message: fd is no descriptor. */
bool redirect_move(int from, int fd);

/* A copy of fd for the shell itself, above the numbers that scripts use and closed at exec; -1:
 * there is none, with errno. */
int redirect_keep(int fd);

#endif
