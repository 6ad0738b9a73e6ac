/*
 * The streams that are open: the standard three, the list of all, their locks, and their end.
 *
 * A thread that has a stream's lock may open and close others, for which it takes the list's lock.
 * So a thread with the list's lock waits for no stream's.  It pins the stream and releases the
 * list.  A pinned stream stays on the list, closed or not, until that thread is done with it.
 */
#include "stream.h"

#include <stdlib.h>
#include <unistd.h>

static char in_buf[UNGET_BYTES + BUFSIZ], out_buf[UNGET_BYTES + BUFSIZ];

static struct __file err_file = {
    .fd = STDERR_FILENO,
    .flags = S_WRITE | S_NONE | S_STATIC,
    .base = err_file.small + UNGET_BYTES,
    .size = 1,
};

static struct __file out_file = {
    .fd = STDOUT_FILENO,
    .flags = S_WRITE | S_ASK | S_STATIC,
    .base = out_buf + UNGET_BYTES,
    .size = BUFSIZ,
    .next = &err_file,
};

static struct __file in_file = {
    .fd = STDIN_FILENO,
    .flags = S_READ | S_ASK | S_STATIC,
    .base = in_buf + UNGET_BYTES,
    .size = BUFSIZ,
    .next = &out_file,
};

FILE *const stdin = &in_file;
FILE *const stdout = &out_file;
FILE *const stderr = &err_file;

static struct lock list_lock;
static FILE *list = &in_file; /* [list_lock] */

/* Caller holds the lock. */
static void unlink_stream(FILE *f)
{
    FILE **link = &list;

    while (*link && *link != f)
        link = &(*link)->next;
    if (*link)
        *link = f->next;
}

void __stream_add(FILE *f)
{
    lock_take(&list_lock);
    f->next = list;
    list = f;
    lock_release(&list_lock);
}

bool __stream_remove(FILE *f)
{
    lock_take(&list_lock);
    bool unused = f->pins == 0;
    if (unused)
        unlink_stream(f);
    f->closed = true;
    lock_release(&list_lock);
    return unused && !(f->flags & S_STATIC);
}

/* Caller holds the lock, which pin releases and unpin, which returns the next stream, takes again.
 */
static void pin(FILE *f)
{
    f->pins++;
    lock_release(&list_lock);
}

static FILE *unpin(FILE *f)
{
    lock_take(&list_lock);
    FILE *next = f->next;
    if (--f->pins == 0 && f->closed) {
        unlink_stream(f);
        if (!(f->flags & S_STATIC))
            free(f);
    }
    return next;
}

void flockfile(FILE *f)
{
    if (__atomic_load_n(&f->owner, __ATOMIC_RELAXED) == thread_self()) {
        f->depth++;
        return;
    }
    __word_lock(&f->lock);
    __atomic_store_n(&f->owner, thread_self(), __ATOMIC_RELAXED);
}

int ftrylockfile(FILE *f)
{
    int seen = 0;

    if (__atomic_load_n(&f->owner, __ATOMIC_RELAXED) == thread_self()) {
        f->depth++;
        return 0;
    }
    if (!__atomic_compare_exchange_n(&f->lock, &seen, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return -1;
    __atomic_store_n(&f->owner, thread_self(), __ATOMIC_RELAXED);
    return 0;
}

void funlockfile(FILE *f)
{
    if (f->depth > 0) {
        f->depth--;
        return;
    }
    __atomic_store_n(&f->owner, NULL, __ATOMIC_RELAXED);
    __word_unlock(&f->lock);
}

int fflush(FILE *f)
{
    int result = 0;

    if (f) {
        stream_lock(f);
        result = __stream_sync(f);
        stream_unlock(f);
        return result;
    }
    lock_take(&list_lock);
    for (f = list; f;) {
        if (!(f->flags & S_WRITING)) {
            f = f->next; /* and not locked: its reader may sleep for long */
            continue;
        }
        pin(f);
        stream_lock(f);
        result |= __stream_flush(f);
        stream_unlock(f);
        f = unpin(f);
    }
    lock_release(&list_lock);
    return result ? EOF : 0;
}

/*
 * At exit.  A stream that another thread is reading from, perhaps asleep, is skipped; a writer is
 * waited for, so nothing that it has written is lost.  No stream is unpinned: then this links no
 * malloc into programs that have none.
 */
void __stdio_flush_all(void)
{
    lock_take(&list_lock);
    for (FILE *f = list; f; f = f->next) {
        bool writes = f->flags & S_WRITING;

        pin(f);
        if (writes)
            flockfile(f);
        if (writes || ftrylockfile(f) == 0) {
            __stream_sync(f);
            funlockfile(f);
        }
        lock_take(&list_lock);
    }
    lock_release(&list_lock);
}
