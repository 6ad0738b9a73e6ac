/* A descriptor to be restored is kept above those that scripts use, close-on-exec. */
#include "redirect.h"

#include "expand.h"
#include "pool.h"
#include "sh.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEEP_FROM 10

void redirect_move(int from, int fd)
{
    if (from == fd)
        return;
    dup2(from, fd);
    close(from);
}

static void save(int fd, struct saved_fd **saved)
{
    struct saved_fd *entry = pool_alloc(sizeof(*entry));

    entry->fd = fd;
    entry->copy = fcntl(fd, F_DUPFD, KEEP_FROM);
    if (entry->copy >= 0)
        fcntl(entry->copy, F_SETFD, FD_CLOEXEC);
    entry->next = *saved;
    *saved = entry;
}

static bool redirect_dup(const char *target, int fd)
{
    char *end;
    long from = strtol(target, &end, 10);

    if (strcmp(target, "-") == 0) {
        close(fd);
        return true;
    }
    if (end == target || *end || from < 0) {
        sh_complain(target, "not a file descriptor");
        return false;
    }
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
    };
    int opened = open(path, flags[kind], 0666);

    if (opened < 0) {
        sh_complain_errno(path);
        return false;
    }
    redirect_move(opened, fd);
    return true;
}

bool redirect_apply(const struct redirect *list, struct saved_fd **saved)
{
    for (; list; list = list->next) {
        char *target = expand_string(list->target);

        if (saved)
            save(list->fd, saved);
        bool done;
        if (list->kind == REDIRECT_DUP)
            done = redirect_dup(target, list->fd);
        else
            done = redirect_open(list->kind, target, list->fd);
        if (!done) {
            redirect_undo(saved ? *saved : NULL);
            return false;
        }
    }
    return true;
}

void redirect_undo(struct saved_fd *saved)
{
    if (saved)
        fflush(stdout);
    for (; saved; saved = saved->next) {
        if (saved->copy >= 0)
            redirect_move(saved->copy, saved->fd);
        else
            close(saved->fd);
    }
}
