/* Redirections, and taking them back. */
#ifndef SH_REDIRECT_H
#define SH_REDIRECT_H

#include "parse.h"

/* What a file descriptor was before; in the pool. */
struct saved_fd {
    struct saved_fd *next;
    int fd;
    int copy; /* where it is kept, -1: it was closed */
};

/*
 * Carries the redirections out, in order.  saved collects what redirect_undo() needs; NULL: there
 * is no way back.  If one fails it says so, takes back the others and returns false.
 */
bool redirect_apply(const struct redirect *list, struct saved_fd **saved);
void redirect_undo(struct saved_fd *saved);

/* Makes fd the file that from is, and closes from. */
void redirect_move(int from, int fd);

#endif
