#include "writer.h"

#include <abi/gmon.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "../image.h"

void __writer_say(const char *first, ...)
{
    va_list rest;

    va_start(rest, first);
    for (const char *part = first; part; part = va_arg(rest, const char *))
        if (write(STDERR_FILENO, part, strlen(part)) < 0)
            break;
    va_end(rest);
}

void __writer_complain(const char *what, const char *path)
{
    __writer_say("profile: cannot ", what, " ", path, ": ", strerror(errno), "\n", NULL);
}

static void flush(struct writer *w)
{
    for (size_t at = 0; at < w->n && !w->failed;) {
        ssize_t done = write(w->fd, w->buf + at, w->n - at);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0) {
            w->failed = true;
            __writer_complain("write", w->path);
            break;
        }
        at += done;
    }
    w->n = 0;
}

static void put(struct writer *w, const void *bytes, size_t nbytes)
{
    if (sizeof(w->buf) - w->n < nbytes)
        flush(w);
    memcpy(w->buf + w->n, bytes, nbytes);
    w->n += nbytes;
}

static uint32_t counter(const struct ticks *t, size_t i)
{
    return t->wide ? ((const uint32_t *)t->counters)[i] : ((const uint16_t *)t->counters)[i];
}

static size_t counter_count(const struct ticks *t)
{
    return t->nbytes / (t->wide ? sizeof(uint32_t) : sizeof(uint16_t));
}

/* Writes each counter's excess over `from`, at most 16 bits.  Returns the greatest counter. */
static uint32_t put_counters(struct writer *w, const struct ticks *t, uint64_t from)
{
    uint32_t greatest = 0;

    for (size_t i = 0; i < counter_count(t); i++) {
        uint32_t count = counter(t, i);
        uint16_t part = count <= from ? 0 : count - from > UINT16_MAX ? UINT16_MAX : count - from;

        put(w, &part, sizeof(part));
        if (greatest < count)
            greatest = count;
    }
    return greatest;
}

static void put_bsd(struct writer *w, const struct ticks *t)
{
    const struct gmonhdr head = gmon_head(t->low, t->high, counter_count(t), t->sum.ps_hz);

    put(w, &head, sizeof(head));
    put_counters(w, t, 0);
}

static void put_gnu(struct writer *w, const struct ticks *t)
{
    const struct gmon_gnu_start start =
        gmon_gnu_start(t->low, t->high, counter_count(t), t->sum.ps_hz);
    uint64_t greatest = 1;

    put(w, &start.head, sizeof(start.head));
    for (uint64_t from = 0; from < greatest && !w->failed; from += UINT16_MAX) {
        put(w, &start.part, sizeof(start.part));
        greatest = put_counters(w, t, from);
    }
}

void __writer_begin(struct writer *w, const char *path, bool gnu, const struct ticks *t)
{
    w->path = path;
    w->gnu = gnu;
    w->n = 0;
    w->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    w->failed = w->fd < 0;
    if (w->failed)
        __writer_complain("write", path);
    else if (gnu)
        put_gnu(w, t);
    else
        put_bsd(w, t);
}

void __writer_call(struct writer *w, uintptr_t from, uintptr_t self, uint64_t count)
{
    const struct gmonrec record = {from, self, count};

    if (w->failed)
        return;
    if (!w->gnu) {
        put(w, &record, sizeof(record));
        return;
    }
    while (count > 0) {
        const struct gmon_gnu_arc arc = gmon_gnu_arc(from, self, count);

        put(w, &arc, sizeof(arc));
        count -= arc.call.gg_count;
    }
}

void __writer_totals(struct writer *w, const struct ticks *t)
{
    const struct profstat *st = &t->sum;
    const struct elf_segment *text = __image_text();
    const uint64_t totals[GMON_LOST_CALLS] = {
        [GMON_USER] = st->ps_user,
        [GMON_SYSTEM] = st->ps_system,
        [GMON_OUTSIDE] = st->ps_outside,
        [GMON_FULL] = st->ps_full,
        [GMON_MISSED] = st->ps_missed,
        [GMON_FLAGS] = st->ps_flags,
        [GMON_ENDED] = t->ended,
        [GMON_ELAPSED_NS] = t->elapsed_ns,
        [GMON_FORKED] = st->ps_forked,
        [GMON_CHILD_USER] = t->child_user,
        [GMON_CHILD_SYSTEM] = t->child_system,
        [GMON_TEXT_END] = text->vaddr + text->memsz,
    };

    for (uint64_t i = 1; i < GMON_LOST_CALLS; i++)
        __writer_call(w, 0, i, totals[i]);
}

void __writer_end(struct writer *w)
{
    flush(w);
    if (w->fd >= 0)
        close(w->fd);
}
