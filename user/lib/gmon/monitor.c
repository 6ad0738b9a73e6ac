/*
 * The profile is that of gmon.c, with the counters in the program's buffer.  The cells are filled
 * from the table of arcs when it ends: a function's calls are the sum of its arcs'.
 */
#include <mon.h>
#include <stdlib.h>
#include <string.h>
#include <sys/gmon.h>

#include "../image.h"
#include "arcs.h"
#include "gmon.h"
#include "writer.h"

#define HDR_WORDS (sizeof(struct hdr) / sizeof(WORD))
#define CNT_WORDS (sizeof(struct cnt) / sizeof(WORD))

static WORD *cells; /* of the last call; NULL: none */
static size_t ncells;

/* The histogram's bins have a power of two of bytes: so they divide the range evenly, and gprof's
 * idea of a bin is the kernel's.  The last may reach past high. */
static struct ticks fit(uintptr_t low, uintptr_t high, WORD *counters, size_t n)
{
    const struct elf_segment *text = __image_text();
    const uintptr_t end = text->vaddr + text->memsz;
    size_t each = 2;

    if (low < end && high > text->vaddr) { /* bins stand for code only */
        low = low > text->vaddr ? low : text->vaddr;
        high = high < end ? high : end;
    }
    low &= ~1ul;
    while ((high - low + each - 1) / each > n && each < 2ul * PROF_SCALE_MAX)
        each *= 2;
    if (n > (high - low + each - 1) / each)
        n = (high - low + each - 1) / each;
    return (struct ticks){.counters = counters,
                          .nbytes = n * sizeof(WORD),
                          .low = low,
                          .high = low + n * each,
                          .scale = 2 * PROF_SCALE_MAX / each};
}

static void begin(uintptr_t low, uintptr_t high, WORD *buffer, size_t bufsize, size_t nfunc)
{
    if (high <= low || (uintptr_t)buffer % sizeof(WORD) != 0 || bufsize <= HDR_WORDS ||
        (bufsize - HDR_WORDS - 1) / CNT_WORDS < nfunc) {
        __writer_say("profile: monitor: highpc must be above lowpc, and the buffer must have room "
                     "for a header, the call counts and a counter\n",
                     NULL);
        return;
    }
    const struct hdr head = {(char *)low, (char *)high, nfunc};
    cells = buffer + HDR_WORDS;
    ncells = nfunc;
    const struct ticks ticks =
        fit(low, high, cells + nfunc * CNT_WORDS, bufsize - HDR_WORDS - nfunc * CNT_WORDS);
    __gmon_monitor(&ticks, buffer, bufsize * sizeof(WORD), &head);
}

static void add_to_cell(const struct gmonrec *call)
{
    for (size_t i = 0; i < ncells; i++) {
        struct cnt cell;

        memcpy(&cell, cells + i * CNT_WORDS, sizeof(cell));
        if (cell.fnpc && cell.fnpc != (char *)call->gr_self)
            continue;
        cell.fnpc = (char *)call->gr_self;
        cell.mcnt += call->gr_count;
        memcpy(cells + i * CNT_WORDS, &cell, sizeof(cell));
        return;
    }
}

static void end(void)
{
    _mcleanup();
    size_t n;
    for (const struct gmonrec *r = __arcs_records(&n); cells && n > 0; r++, n--)
        if (r->gr_from != 0 && r->gr_count != 0)
            add_to_cell(r);
    cells = NULL;
}

void monitor(int (*lowpc)(void), int (*highpc)(void), WORD *buffer, size_t bufsize, size_t nfunc)
{
    const char *folder = getenv("PROFDIR");

    if (!lowpc)
        end();
    else if (!folder || *folder)
        begin((uintptr_t)lowpc, (uintptr_t)highpc, buffer, bufsize, nfunc);
}
