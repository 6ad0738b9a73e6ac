/*
 * Reading stabs: a list of entries with a type, a number and a text from the section .stabstr.
 *
 *     N_SO     a source file begins; one without a text ends it.  The first of two is the folder
 *              where the compiler ran, which is left out
 *     N_SOL    the lines that follow are of this file
 *     N_BINCL  the same, until N_EINCL
 *     N_FUN    a function begins at the address `value'; one without a text ends it, after as many
 *              bytes as its `value'
 *     N_SLINE  the line `number' begins at `value', counted from the function's start
 *
 * Nothing in the file is trusted.  Source: "The stabs debug format" (the manual of gdb), chapters 2
 * and 4, and appendix F for sections of ELF.
 */
#include "stabs.h"

#include <string.h>

enum {
    N_FUN = 0x24,
    N_SLINE = 0x44,
    N_SO = 0x64,
    N_BINCL = 0x82,
    N_SOL = 0x84,
    N_EINCL = 0xa2,
};

#define INCLUDES_MAX 32 /* files that include each other; deeper ones count as the last */

struct stab {
    uint32_t text; /* in .stabstr */
    uint8_t type, other;
    uint16_t number;
    uint32_t value;
};

struct state {
    struct line_list *list;
    const char *texts;
    uint64_t texts_nbytes;
    size_t files[INCLUDES_MAX]; /* that are being included */
    size_t depth;               /* how many; the lines are of the last */
    uint64_t function;          /* where it begins, or 0 */
};

/* A text that ends within its section. */
static const char *text_of(const struct state *s, const struct stab *stab)
{
    if (stab->text >= s->texts_nbytes ||
        !memchr(s->texts + stab->text, '\0', s->texts_nbytes - stab->text))
        return "";
    return s->texts + stab->text;
}

static bool enter_file(struct state *s, const char *name, size_t depth)
{
    s->depth = depth < INCLUDES_MAX ? depth : INCLUDES_MAX;
    s->files[s->depth - 1] = s->list->table->file_count;
    return line_list_add_file(s->list, "", "", name);
}

static bool source(struct state *s, const struct stab *stab)
{
    const char *name = text_of(s, stab);
    size_t length = strlen(name);

    if (length > 0 && name[length - 1] != '/')
        return enter_file(s, name, 1);
    s->depth = 0;
    return length > 0 || line_list_add(s->list, stab->value, 0, 0);
}

static bool function(struct state *s, const struct stab *stab)
{
    bool begins = *text_of(s, stab) != '\0', ends = !begins && s->function != 0;
    uint64_t end = s->function + stab->value;

    s->function = begins ? stab->value : 0;
    return !ends || line_list_add(s->list, end, 0, 0);
}

static bool add(struct state *s, const struct stab *stab)
{
    switch (stab->type) {
    case N_SO:
        return source(s, stab);
    case N_SOL:
        return enter_file(s, text_of(s, stab), s->depth > 0 ? s->depth : 1);
    case N_BINCL:
        return enter_file(s, text_of(s, stab), s->depth + 1);
    case N_EINCL:
        s->depth -= s->depth > 1;
        return true;
    case N_FUN:
        return function(s, stab);
    case N_SLINE:
        return s->depth == 0 || line_list_add(s->list, s->function + stab->value,
                                              s->files[s->depth - 1], stab->number);
    }
    return true;
}

bool stabs_read(struct line_list *list, const struct program *program)
{
    struct state s = {.list = list};
    uint64_t nbytes;
    const char *at = program_section(program, ".stab", &nbytes);

    s.texts = program_section(program, ".stabstr", &s.texts_nbytes);
    if (!at || !s.texts)
        return true;
    for (; nbytes >= sizeof(struct stab); nbytes -= sizeof(struct stab)) {
        struct stab stab;

        memcpy(&stab, at, sizeof(stab));
        if (!add(&s, &stab))
            return false;
        at += sizeof(stab);
    }
    return true;
}
