/* Reads a pattern into a tree.  The basic and the extended kind differ only in how a token is
 * written. */
#include "regex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_REPEATS 10 /* of one piece: a** */

enum token {
    NOTHING, /* before the first one */
    END,
    BYTE, /* value: which */
    ANY,
    BRACKET, /* what follows the [ is not read yet */
    WORD,    /* value: 'w', 'W', 's' or 'S' */
    CHECK,   /* value: an enum check */
    BACK,    /* value: the group */
    OPEN,
    CLOSE,
    OR,
    STAR,
    PLUS,
    QUESTION,
    BRACE, /* what follows the { is not read yet */
    BAD_ESCAPE,
};

struct parser {
    const unsigned char *s; /* behind the token */
    enum token token;
    unsigned value;
    int cflags;
    struct tree *tree;
    unsigned depth;
    unsigned closed; /* bit g: group g is read whole */
};

/* ---- tokens ---- */

static bool is_extended(const struct parser *parser)
{
    return parser->cflags & REG_EXTENDED;
}

/* The operator that c is, in the extended kind by itself and in the basic kind behind a backslash;
 * or BYTE. */
static enum token operator_of(unsigned char c)
{
    static const char bytes[] = "(){|+?";
    static const enum token tokens[] = {OPEN, CLOSE, BRACE, OR, PLUS, QUESTION};
    const char *found = c ? strchr(bytes, c) : NULL;

    return found ? tokens[found - bytes] : BYTE;
}

/* The meaning of a backslash before c, which is no operator. */
static enum token escape(struct parser *parser, unsigned char c)
{
    static const char checks[] = "bB<>";
    const char *check = c ? strchr(checks, c) : NULL;

    parser->value = c;
    if (check) {
        parser->value = WORD_EDGE + (unsigned)(check - checks);
        return CHECK;
    }
    if (c >= '1' && c <= '9') {
        parser->value = c - '0';
        return BACK;
    }
    if (c && strchr("wWsS", c))
        return WORD;
    return c == '\0' || isalnum(c) ? BAD_ESCAPE : BYTE;
}

/* Whether an alternative begins behind the last token. */
static bool is_front(const struct parser *parser)
{
    return parser->token == NOTHING || parser->token == OPEN || parser->token == OR;
}

static bool is_back(const struct parser *parser)
{
    const unsigned char *s = parser->s;

    return *s == '\0' || (s[0] == '\\' && (s[1] == ')' || s[1] == '|'));
}

/* In the basic kind some are operators only where they can be. */
static enum token plain(struct parser *parser, unsigned char c)
{
    bool extended = is_extended(parser);

    parser->value = c;
    switch (c) {
    case '\0':
        parser->s--;
        return END;
    case '.':
        return ANY;
    case '[':
        return BRACKET;
    case '*': {
        bool after_start = parser->token == CHECK && parser->s[-2] == '^';
        return !extended && (is_front(parser) || after_start) ? BYTE : STAR;
    }
    case '^':
        parser->value = extended || is_front(parser) ? LINE_START : c;
        return extended || is_front(parser) ? CHECK : BYTE;
    case '$':
        parser->value = extended || is_back(parser) ? LINE_END : c;
        return extended || is_back(parser) ? CHECK : BYTE;
    default:
        return extended ? operator_of(c) : BYTE;
    }
}

static void advance(struct parser *parser)
{
    unsigned char c = *parser->s++;

    if (c != '\\') {
        parser->token = plain(parser, c);
        return;
    }
    c = *parser->s;
    parser->s += c != '\0';
    parser->token = is_extended(parser) ? BYTE : operator_of(c);
    if (parser->token == BYTE)
        parser->token = escape(parser, c);
}

/* ---- the tree ---- */

static struct node *add_node(struct tree *tree, enum node_kind kind, unsigned number)
{
    struct node *node = &tree->nodes[tree->nnodes++];

    node->kind = kind;
    node->number = number;
    return node;
}

/* A byte of a set, which is empty so far. */
static struct node *add_set(struct tree *tree, struct __regex_set **set)
{
    *set = &tree->sets[tree->nsets];
    return add_node(tree, NODE_SET, tree->nsets++);
}

static struct node *add_byte(struct tree *tree, unsigned c, int cflags)
{
    struct __regex_set *set;
    struct node *node = add_set(tree, &set);

    set_add(set, (unsigned char)c);
    if (cflags & REG_ICASE) {
        set_add(set, (unsigned char)tolower((int)c));
        set_add(set, (unsigned char)toupper((int)c));
    }
    return node;
}

static struct node *add_any(struct tree *tree, int cflags)
{
    struct __regex_set *set;
    struct node *node = add_set(tree, &set);

    __regex_invert(set, cflags);
    return node;
}

static int set_of_bracket(struct parser *parser, const char *pattern, struct node **to)
{
    const unsigned char *s = (const unsigned char *)pattern;

    struct __regex_set *set;
    *to = add_set(parser->tree, &set);
    return __regex_bracket(set, pattern ? &s : &parser->s, parser->cflags);
}

static const char *word_pattern(unsigned which)
{
    switch (which) {
    case 'w':
        return "[:alnum:]_]";
    case 'W':
        return "^[:alnum:]_]";
    case 's':
        return "[:space:]]";
    default:
        return "^[:space:]]";
    }
}

/* ---- the grammar ---- */

static int parse_group(struct parser *parser, struct node **to);

static int parse_atom(struct parser *parser, struct node **to)
{
    struct tree *tree = parser->tree;
    int error = 0;

    switch (parser->token) {
    case BYTE:
        *to = add_byte(tree, parser->value, parser->cflags);
        break;
    case ANY:
        *to = add_any(tree, parser->cflags);
        break;
    case BRACKET:
        error = set_of_bracket(parser, NULL, to);
        break;
    case WORD:
        error = set_of_bracket(parser, word_pattern(parser->value), to);
        break;
    case CHECK:
        *to = add_node(tree, NODE_CHECK, parser->value);
        break;
    case BACK:
        *to = add_node(tree, NODE_BACK, parser->value);
        tree->goes_back = true;
        error = parser->closed & 1u << parser->value ? 0 : REG_ESUBREG;
        break;
    case OPEN:
        error = parse_group(parser, to);
        break;
    case CLOSE:
        return REG_EPAREN;
    case BAD_ESCAPE:
        return REG_EESCAPE;
    default:
        return REG_BADRPT;
    }
    if (!error)
        advance(parser);
    return error;
}

/* A number; or `none` if there is none.  Too large ones are more than RE_DUP_MAX. */
static unsigned parse_number(struct parser *parser, unsigned none)
{
    unsigned n = 0;

    if (!isdigit(*parser->s))
        return none;
    for (; isdigit(*parser->s); parser->s++)
        n = n > RE_DUP_MAX ? n : n * 10 + *parser->s - '0';
    return n > RE_DUP_MAX ? RE_DUP_MAX + 2 : n;
}

/* {2} {2,} {2,5} {,5}; parser->s is behind the {. */
static int parse_braces(struct parser *parser, struct node *repeat)
{
    const unsigned char *begin = parser->s;

    repeat->least = parse_number(parser, 0);
    repeat->most = repeat->least;
    if (*parser->s == ',') {
        parser->s++;
        repeat->most = parse_number(parser, NO_LIMIT);
    } else if (parser->s == begin) {
        return *begin ? REG_BADBR : REG_EBRACE;
    }
    if (!is_extended(parser) && *parser->s++ != '\\')
        return parser->s[-1] ? REG_BADBR : REG_EBRACE;
    if (*parser->s != '}')
        return *parser->s ? REG_BADBR : REG_EBRACE;
    parser->s++;
    if (repeat->least > RE_DUP_MAX || repeat->most > NO_LIMIT || repeat->least > repeat->most)
        return REG_BADBR;
    return 0;
}

static bool is_repeat(enum token token)
{
    return token == STAR || token == PLUS || token == QUESTION || token == BRACE;
}

static int parse_piece(struct parser *parser, struct node **to)
{
    int error = parse_atom(parser, to);

    for (int i = 0; !error && is_repeat(parser->token); i++) {
        if (i == MAX_REPEATS || (*to)->kind == NODE_CHECK)
            return REG_BADRPT;
        struct node *repeat = add_node(parser->tree, NODE_REPEAT, 0);
        repeat->below = *to;
        *to = repeat;
        repeat->least = parser->token == PLUS;
        repeat->most = parser->token == QUESTION ? 1 : NO_LIMIT;
        if (parser->token == BRACE)
            error = parse_braces(parser, repeat);
        if (!error)
            advance(parser);
    }
    return error;
}

static bool ends_alternative(const struct parser *parser)
{
    return parser->token == END || parser->token == OR ||
           (parser->token == CLOSE && parser->depth > 0);
}

/* All alternatives up to the end or the group's ). */
static int parse_alternatives(struct parser *parser, struct node **to)
{
    for (;; advance(parser)) {
        *to = add_node(parser->tree, NODE_EITHER, 0);
        for (struct node **piece = &(*to)->below; !ends_alternative(parser);) {
            int error = parse_piece(parser, piece);
            if (error)
                return error;
            piece = &(*piece)->next;
        }
        if (parser->token != OR)
            return 0;
        to = &(*to)->next;
    }
}

static int parse_group(struct parser *parser, struct node **to)
{
    unsigned number = ++parser->tree->ngroups;

    if (number > MAX_GROUPS || parser->depth == MAX_NESTED)
        return REG_ESPACE;
    *to = add_node(parser->tree, NODE_GROUP, number);
    parser->depth++;
    advance(parser);
    int error = parse_alternatives(parser, &(*to)->below);
    parser->depth--;
    if (!error && parser->token != CLOSE)
        error = REG_EPAREN;
    if (number <= 9)
        parser->closed |= 1u << number;
    return error;
}

/* A byte of the pattern makes two nodes at the most: ( a group and its first alternative. */
int __regex_parse(struct tree *tree, const char *pattern, int cflags)
{
    size_t length = strlen(pattern);
    struct parser parser = {.s = (const unsigned char *)pattern, .cflags = cflags, .tree = tree};

    *tree = (struct tree){.nodes = calloc(2 * length + 2, sizeof(*tree->nodes)),
                          .sets = calloc(length + 1, sizeof(*tree->sets))};
    if (!tree->nodes || !tree->sets)
        return REG_ESPACE;
    struct node *whole = add_node(tree, NODE_GROUP, 0);
    advance(&parser);
    return parse_alternatives(&parser, &whole->below);
}

void __regex_tree_free(struct tree *tree)
{
    free(tree->nodes);
    free(tree->sets);
}
