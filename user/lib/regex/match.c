/*
 * Runs a pattern's program on a text.
 *
 * Where the road forks, the other way is put on a stack, and so is each slot's old value.  When a
 * way ends, the last entry of the stack is taken back and followed.  All ways are tried, as the
 * longest match may be at the end of any.
 *
 * Two ways that meet at the same SPLIT with the same place in the text go on alike, so the second
 * one is given up.  `seen` has a bit for each such pair, which bounds the time: n bytes and m
 * SPLITs make n * m steps.  Bits of an earlier start can stay, as it led to no match.  With \1 ways
 * that meet may have taken different text, and nothing is given up.
 */
#include "regex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Go on at instruction `at` and place `pos`; or, where is_slot, put pos back into slot `at`. */
struct entry {
    unsigned at;
    bool is_slot;
    size_t pos;
};

#define NOWHERE SIZE_MAX

struct run {
    const struct __regex *regex;
    const unsigned char *text;
    size_t length;
    int eflags;
    bool is_enough; /* any match will do, as its place is not asked for */
    uint8_t *seen;
    struct entry *stack;
    size_t depth, room;
    size_t *slots; /* of this way */
    size_t *best;  /* of the longest match; [1]: its end, or NOWHERE */
    bool is_out_of_memory;
};

static void push(struct run *run, struct entry entry)
{
    if (run->depth == run->room) {
        size_t room = 2 * run->room + 64;
        struct entry *grown = realloc(run->stack, room * sizeof(*grown));
        if (!grown) {
            run->is_out_of_memory = true;
            return;
        }
        run->stack = grown;
        run->room = room;
    }
    run->stack[run->depth++] = entry;
}

/* Whether another way was there. */
static bool was_seen(struct run *run, unsigned split, size_t pos)
{
    if (!run->seen)
        return false;
    size_t bit = split * (run->length + 1) + pos;
    bool seen = run->seen[bit / 8] >> (bit % 8) & 1;
    run->seen[bit / 8] |= (uint8_t)(1u << (bit % 8));
    return seen;
}

static bool is_word(const struct run *run, size_t pos)
{
    return pos < run->length && (isalnum(run->text[pos]) || run->text[pos] == '_');
}

static bool check(const struct run *run, enum check check, size_t pos)
{
    bool lines = run->regex->cflags & REG_NEWLINE;

    if (check == LINE_START)
        return pos == 0 ? !(run->eflags & REG_NOTBOL) : lines && run->text[pos - 1] == '\n';
    if (check == LINE_END)
        return pos == run->length ? !(run->eflags & REG_NOTEOL) : lines && run->text[pos] == '\n';
    bool before = pos > 0 && is_word(run, pos - 1), after = is_word(run, pos);
    switch (check) {
    case WORD_EDGE:
        return before != after;
    case NO_WORD_EDGE:
        return before == after;
    case WORD_START:
        return !before && after;
    default:
        return before && !after;
    }
}

static bool is_same(const struct run *run, size_t a, size_t b, size_t n)
{
    const unsigned char *text = run->text;

    if (!(run->regex->cflags & REG_ICASE))
        return memcmp(text + a, text + b, n) == 0;
    for (size_t i = 0; i < n; i++)
        if (tolower(text[a + i]) != tolower(text[b + i]))
            return false;
    return true;
}

/* Where the text of the group ends when it is here once more, or NOWHERE. */
static size_t take_back(const struct run *run, unsigned group, size_t pos)
{
    size_t start = run->slots[2 * group], end = run->slots[2 * group + 1];

    if (start == NOWHERE || end == NOWHERE || end - start > run->length - pos ||
        !is_same(run, start, pos, end - start))
        return NOWHERE;
    return pos + (end - start);
}

static void note_match(struct run *run, size_t end)
{
    if (run->best[1] != NOWHERE && run->best[1] >= end)
        return;
    memcpy(run->best, run->slots, run->regex->nslots * sizeof(*run->best));
    run->best[1] = end;
    if (run->is_enough || end == run->length)
        run->depth = 0; /* none is longer */
}

/* Notes a fork's other way down.  Returns whether this way goes on, at *at.  At the end of a loop,
 * slot + 1 tells where its last pass began, and slot where its first did.  A pass that takes
 * nothing is the last; and unless it is the first, the way that left the loop before it is the
 * better one. */
static bool split(struct run *run, const struct code *code, unsigned *at, size_t pos)
{
    if (code->op == OP_AGAIN && run->slots[code->slot + 1] == pos) {
        *at = code->other;
        return run->slots[code->slot] == pos;
    }
    if (was_seen(run, code->number, pos))
        return false;
    push(run, (struct entry){code->other, false, pos});
    *at = code->to;
    return true;
}

/* Follows one way to its end. */
static void follow(struct run *run, unsigned at, size_t pos)
{
    bool goes_on = true;

    while (goes_on && pos != NOWHERE && !run->is_out_of_memory) {
        const struct code *code = &run->regex->code[at++];
        switch (code->op) {
        case OP_SET:
            goes_on = pos < run->length && set_has(&run->regex->sets[code->number], run->text[pos]);
            pos++;
            break;
        case OP_BACK:
            pos = take_back(run, code->number, pos);
            break;
        case OP_CHECK:
            goes_on = check(run, code->number, pos);
            break;
        case OP_SAVE:
            push(run, (struct entry){code->number, true, run->slots[code->number]});
            run->slots[code->number] = pos;
            break;
        case OP_SPLIT:
        case OP_AGAIN:
            goes_on = split(run, code, &at, pos);
            break;
        case OP_JUMP:
            at = code->to;
            break;
        case OP_MATCH:
            note_match(run, pos);
            return;
        }
    }
}

/* Whether there is a match at the place. */
static bool match_at(struct run *run, size_t start)
{
    for (unsigned i = 0; i < run->regex->nslots; i++)
        run->slots[i] = NOWHERE;
    run->best[1] = NOWHERE;
    push(run, (struct entry){0, false, start});
    while (run->depth > 0) {
        struct entry entry = run->stack[--run->depth];
        if (entry.is_slot)
            run->slots[entry.at] = entry.pos;
        else
            follow(run, entry.at, entry.pos);
    }
    run->best[0] = start;
    return run->best[1] != NOWHERE;
}

static int search(struct run *run, size_t start)
{
    const struct __regex *regex = run->regex;

    for (; start <= run->length; start++) {
        bool fits = start < run->length && set_has(&regex->first, run->text[start]);
        if ((fits || regex->may_be_empty) && match_at(run, start))
            return run->is_out_of_memory ? REG_ESPACE : 0;
        if (run->is_out_of_memory)
            return REG_ESPACE;
    }
    return REG_NOMATCH;
}

static void report(const struct run *run, size_t nsub, size_t nmatch, regmatch_t match[],
                   regoff_t origin)
{
    for (size_t i = 0; i < nmatch; i++) {
        size_t start = i <= nsub ? run->best[2 * i] : NOWHERE;
        size_t end = i <= nsub ? run->best[2 * i + 1] : NOWHERE;
        bool took = start != NOWHERE && end != NOWHERE;
        match[i].rm_so = took ? origin + (regoff_t)start : -1;
        match[i].rm_eo = took ? origin + (regoff_t)end : -1;
    }
}

int regexec(const regex_t *regex, const char *string, size_t nmatch, regmatch_t match[], int eflags)
{
    const struct __regex *inside = regex->__regex;
    regoff_t first = eflags & REG_STARTEND ? match[0].rm_so : 0;
    regoff_t origin = eflags & REG_NOTBOL ? 0 : first; /* a check may look at what is before it */
    struct run run = {
        .regex = inside,
        .text = (const unsigned char *)string + origin,
        .length = eflags & REG_STARTEND ? (size_t)(match[0].rm_eo - origin) : strlen(string),
        .eflags = eflags,
        .is_enough = nmatch == 0 || inside->cflags & REG_NOSUB,
    };
    run.slots = calloc(2 * inside->nslots, sizeof(*run.slots));
    run.best = run.slots + inside->nslots;
    size_t bits = inside->goes_back ? 0 : inside->nsplits * (run.length + 1);
    run.seen = bits > 0 ? calloc(bits / 8 + 1, 1) : NULL;
    int result =
        run.slots && (run.seen || bits == 0) ? search(&run, (size_t)(first - origin)) : REG_ESPACE;
    if (result == 0 && !(inside->cflags & REG_NOSUB))
        report(&run, regex->re_nsub, nmatch, match, origin);
    free(run.slots);
    free(run.seen);
    free(run.stack);
    return result;
}
