/* Writes the tree of a pattern as a program. */
#include "regex.h"

#include <stdlib.h>
#include <string.h>

struct writer {
    struct code *code; /* of MAX_CODE at the most */
    unsigned ncode, room, nsplits, nslots;
    bool saves; /* the places of groups are wanted */
    bool full;
};

/* The place of the new instruction.  When there is no room it is an older one's, and the program
 * will not be used. */
static unsigned add(struct writer *w, enum op op, unsigned number)
{
    if (w->ncode == w->room && !w->full) {
        unsigned room = w->room ? 2 * w->room : 32;
        struct code *grown = room <= MAX_CODE ? realloc(w->code, room * sizeof(*grown)) : NULL;
        w->full = !grown;
        if (grown) {
            w->code = grown;
            w->room = room;
        }
    }
    if (w->full)
        return 0;
    w->code[w->ncode] = (struct code){.op = op, .number = number};
    return w->ncode++;
}

static unsigned add_split(struct writer *w)
{
    unsigned at = add(w, OP_SPLIT, w->nsplits++);

    if (!w->full)
        w->code[at].to = at + 1;
    return at;
}

/* The instructions of a list of places lead to the next one that will be written.  Each place
 * holds the place before it in the list; place 0 is never in one. */
static void lead_here(struct writer *w, unsigned list, bool other)
{
    while (list && !w->full) {
        unsigned *field = other ? &w->code[list].other : &w->code[list].to, next = *field;
        *field = w->ncode;
        list = next;
    }
}

static void write_node(struct writer *w, const struct node *node);

static void write_pieces(struct writer *w, const struct node *either)
{
    for (const struct node *piece = either->below; piece && !w->full; piece = piece->next)
        write_node(w, piece);
}

static void write_alternatives(struct writer *w, const struct node *either)
{
    unsigned jumps = 0;

    for (; either->next && !w->full; either = either->next) {
        unsigned split = add_split(w);
        write_pieces(w, either);
        unsigned jump = add(w, OP_JUMP, 0);
        if (!w->full) {
            w->code[jump].to = jumps;
            w->code[split].other = w->ncode;
        }
        jumps = jump;
    }
    write_pieces(w, either);
    lead_here(w, jumps, false);
}

static bool can_be_empty(const struct node *node);

static bool can_all_be_empty(const struct node *either)
{
    for (const struct node *piece = either->below; piece; piece = piece->next)
        if (!can_be_empty(piece))
            return false;
    return true;
}

static bool can_be_empty(const struct node *node)
{
    switch (node->kind) {
    case NODE_SET:
        return false;
    case NODE_REPEAT:
        return node->least == 0 || can_be_empty(node->below);
    case NODE_GROUP:
        for (const struct node *either = node->below; either; either = either->next)
            if (can_all_be_empty(either))
                return true;
        return false;
    default:
        return true;
    }
}

/* x, and again if it took something.  Two slots are for that: the start of the first x, and of the
 * last one. */
static void write_loop(struct writer *w, const struct node *x)
{
    bool may_stay = can_be_empty(x);
    unsigned slot = w->nslots;

    if (may_stay) {
        add(w, OP_SAVE, slot);
        w->nslots += 2;
    }
    unsigned begin = w->ncode;
    if (may_stay)
        add(w, OP_SAVE, slot + 1);
    write_node(w, x);
    unsigned again = add(w, may_stay ? OP_AGAIN : OP_SPLIT, w->nsplits++);
    if (w->full)
        return;
    w->code[again].slot = slot;
    w->code[again].to = begin;
    w->code[again].other = again + 1;
}

/* x{2,4} is xx(x(x)?)?, x{2,} is xx+, and x* is (x+)?. */
static void write_repeat(struct writer *w, const struct node *repeat)
{
    bool is_endless = repeat->most == NO_LIMIT;
    unsigned least = repeat->least, ways_out = 0;

    for (unsigned i = is_endless ? 1 : 0; i < least && !w->full; i++)
        write_node(w, repeat->below);
    for (unsigned i = least; i < (is_endless ? 1 : repeat->most) && !w->full; i++) {
        unsigned split = add_split(w);
        if (!w->full)
            w->code[split].other = ways_out;
        ways_out = split;
        if (!is_endless)
            write_node(w, repeat->below);
    }
    if (is_endless)
        write_loop(w, repeat->below);
    lead_here(w, ways_out, true);
}

static void write_group(struct writer *w, const struct node *group)
{
    if (w->saves)
        add(w, OP_SAVE, 2 * group->number);
    write_alternatives(w, group->below);
    if (w->saves)
        add(w, OP_SAVE, 2 * group->number + 1);
}

static void write_node(struct writer *w, const struct node *node)
{
    switch (node->kind) {
    case NODE_GROUP:
        write_group(w, node);
        break;
    case NODE_REPEAT:
        write_repeat(w, node);
        break;
    case NODE_SET:
        add(w, OP_SET, node->number);
        break;
    case NODE_BACK:
        add(w, OP_BACK, node->number);
        break;
    case NODE_CHECK:
        add(w, OP_CHECK, node->number);
        break;
    default:
        break;
    }
}

/* Adds the bytes that the program can take first from `at` on.  seen: one for each instruction. */
static void find_first(struct __regex *regex, unsigned at, char *seen)
{
    while (!seen[at]) {
        const struct code *code = &regex->code[at];
        seen[at] = 1;
        switch (code->op) {
        case OP_SET:
            for (size_t i = 0; i < sizeof(regex->first.bits); i++)
                regex->first.bits[i] |= regex->sets[code->number].bits[i];
            return;
        case OP_BACK:
        case OP_MATCH:
            regex->may_be_empty = true;
            return;
        case OP_SPLIT:
        case OP_AGAIN:
            find_first(regex, code->to, seen);
            at = code->other;
            break;
        case OP_JUMP:
            at = code->to;
            break;
        default:
            at++;
        }
    }
}

/* Takes the tree's sets over. */
static int finish(struct __regex **made, struct writer *w, struct tree *tree, int cflags)
{
    struct __regex *regex = malloc(sizeof(*regex));
    char *seen = calloc(w->ncode + 1, 1);

    if (w->full || !regex || !seen) {
        free(w->code);
        free(regex);
        free(seen);
        return REG_ESPACE;
    }
    *regex = (struct __regex){
        .cflags = cflags,
        .ncode = w->ncode,
        .nsplits = w->nsplits,
        .nslots = w->nslots,
        .goes_back = tree->goes_back,
        .sets = tree->sets,
        .code = w->code,
    };
    tree->sets = NULL;
    find_first(regex, 0, seen);
    free(seen);
    *made = regex;
    return 0;
}

int regcomp(regex_t *regex, const char *pattern, int cflags)
{
    struct tree tree;
    int error = __regex_parse(&tree, pattern, cflags);

    if (!error) {
        struct writer w = {.nslots = 2 * tree.ngroups + 2,
                           .saves = tree.goes_back || !(cflags & REG_NOSUB)};
        add(&w, OP_JUMP, 0); /* so place 0 is in no list */
        w.code[0].to = 1;
        write_alternatives(&w, tree.nodes->below);
        add(&w, OP_MATCH, 0);
        regex->re_nsub = tree.ngroups;
        error = finish(&regex->__regex, &w, &tree, cflags);
    }
    __regex_tree_free(&tree);
    return error;
}

void regfree(regex_t *regex)
{
    free(regex->__regex->sets);
    free(regex->__regex->code);
    free(regex->__regex);
}

size_t regerror(int error, const regex_t *regex, char *buf, size_t size)
{
    static const char *const texts[] = {
        [0] = "no error",
        [REG_NOMATCH] = "there is no match",
        [REG_BADPAT] = "it is no pattern",
        [REG_ECOLLATE] = "[. .] and [= =] in [ ] take one character",
        [REG_ECTYPE] = "[: :] in [ ] takes a class, such as alpha, digit or space",
        [REG_EESCAPE] = "a backslash before a letter that means nothing, or at the end",
        [REG_ESUBREG] = "\\1 to \\9 need a group that ends before them",
        [REG_EBRACK] = "a [ has no ]",
        [REG_EPAREN] = "a ( has no ), or a ) no (",
        [REG_EBRACE] = "a { has no }",
        [REG_BADBR] = "{ } takes one number or two, up to 255, the smaller one first",
        [REG_ERANGE] = "a range in [ ] goes backwards, or has no ends",
        [REG_ESPACE] = "it is too large, or memory is out",
        [REG_BADRPT] = "there is nothing to repeat before * + ? or {",
    };
    const char *text = (size_t)error < sizeof(texts) / sizeof(*texts) ? texts[error] : "unknown";

    (void)regex;
    if (size > 0)
        strlcpy(buf, text, size);
    return strlen(text) + 1;
}
