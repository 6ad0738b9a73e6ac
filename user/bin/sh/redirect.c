/* A descriptor to be restored is kept above those that scripts use, close-on-exec. */
#include "redirect.h"

#include "expand.h"
#include "pool.h"
#include "sh.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEEP_FROM 10

/* The old state of a redirected descriptor; in the pool. */
struct saved_fd {
    struct saved_fd *next;
    int fd;
    int copy;  /* where it is kept, -1: it was closed */
    int flags; /* FD_CLOEXEC if it is itself a copy that the shell keeps */
};

static struct saved_fd *newest; /* of all that are to be undone */

static void complain_of(int fd, const char *reason)
{
    char text[12];

    snprintf(text, sizeof(text), "%d", fd);
    sh_complain(text, reason);
}

bool redirect_move(int from, int fd)
{
    if (from == fd)
        return true;
    bool done = dup2(from, fd) >= 0;
    if (!done)
        complain_of(fd, strerror(errno));
    close(from);
    return done;
}

int redirect_keep(int fd)
{
    int copy = fcntl(fd, F_DUPFD, KEEP_FROM);

    if (copy >= 0)
        fcntl(copy, F_SETFD, FD_CLOEXEC);
    return copy;
}

/* Fails if fd cannot be kept: undoing the redirection would close it. */
static bool save(int fd)
{
    int copy = redirect_keep(fd);

    if (copy < 0 && errno != EBADF) {
        complain_of(fd, "no descriptor is left to keep it in");
        return false;
    }
    struct saved_fd *entry = pool_alloc(sizeof(*entry));
    *entry = (struct saved_fd){newest, fd, copy, fcntl(fd, F_GETFD)};
    newest = entry;
    return true;
}

static bool redirect_dup(const char *target, int fd)
{
    char *end;
    long from = strtol(target, &end, 10);

    if (strcmp(target, "-") == 0) {
        close(fd);
        return true;
    }
    if (end == target || *end || from < 0 || from > INT_MAX) {
        sh_complain(target, "not a file descriptor");
        return false;
    }
    /* A close-on-exec descriptor is the shell's own: no script has opened it. */
    if (fcntl((int)from, F_GETFD) == FD_CLOEXEC)
        from = -1;
    if (dup2((int)from, fd) < 0) {
        sh_complain_errno(target);
        return false;
    }
    return true;
}

static bool redirect_open(enum redirect_kind kind, const char *path, int fd)
{
    static const int flags[] = {
        [REDIRECT_READ] = O_RDONLY,
        [REDIRECT_WRITE] = O_WRONLY | O_CREAT | O_TRUNC,
        [REDIRECT_APPEND] = O_WRONLY | O_CREAT | O_APPEND,
        [REDIRECT_BOTH] = O_RDWR | O_CREAT,
    };
    int opened = open(path, flags[kind], 0666);

    if (opened < 0) {
        sh_complain_errno(path);
        return false;
    }
    return redirect_move(opened, fd);
}

/* The text of a here-document is in a file without a name: a pipe's buffer may be too small. */
static bool redirect_here(const char *text, int fd)
{
    char path[] = "/tmp/here-XXXXXX";
    int file = mkstemp(path);
    size_t n = strlen(text);

    if (file < 0) {
        sh_complain_errno("/tmp, for <<");
        return false;
    }
    unlink(path);
    if (write(file, text, n) != (ssize_t)n || lseek(file, 0, SEEK_SET) != 0) {
        sh_complain_errno("/tmp, for <<");
        close(file);
        return false;
    }
    return redirect_move(file, fd);
}

/* The expanded target, in the pool. */
static const char *target_of(const struct redirect *redirect)
{
    if (redirect->kind != REDIRECT_HERE)
        return expand_string(redirect->target);
    return redirect->literal ? redirect->target : expand_here(redirect->target);
}

static bool redirect_one(const struct redirect *redirect, const char *target)
{
    if (redirect->kind == REDIRECT_HERE)
        return redirect_here(target, redirect->fd);
    if (redirect->kind == REDIRECT_DUP)
        return redirect_dup(target, redirect->fd);
    return redirect_open(redirect->kind, target, redirect->fd);
}

bool redirect_apply(const struct redirect *list, struct saved_fd **saved)
{
    struct saved_fd *first = newest;

    if (saved)
        *saved = first;
    for (; list; list = list->next) {
        const char *target = target_of(list);

        if (sh.interrupted || (saved && !save(list->fd)) || !redirect_one(list, target)) {
            redirect_undo(first);
            return false;
        }
    }
    return true;
}

void redirect_undo(struct saved_fd *saved)
{
    if (newest != saved)
        fflush(stdout);
    for (; newest != saved; newest = newest->next) {
        if (newest->copy < 0)
            close(newest->fd);
        else if (redirect_move(newest->copy, newest->fd))
            fcntl(newest->fd, F_SETFD, newest->flags);
    }
}

/* A script may have redirected the number of a copy, and then the file is its own. */
void redirect_drop_saved(void)
{
    for (; newest; newest = newest->next)
        if (newest->copy >= 0 && fcntl(newest->copy, F_GETFD) == FD_CLOEXEC)
            close(newest->copy);
}
