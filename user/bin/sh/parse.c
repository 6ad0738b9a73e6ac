/*
 * Recursive descent, one function for each rule of the grammar in parse.h.
 *
 * After the first error the lexer delivers nothing but TOKEN_END, so every loop here ends by
 * itself and no function needs to look for errors; the half-made tree is not used.
 */
#include "parse.h"

#include "builtin.h"
#include "compound.h"
#include "here.h"
#include "lex.h"
#include "pool.h"
#include "var.h"

#include <string.h>

struct node *parse_make(enum node_kind kind)
{
    struct node *node = pool_alloc(sizeof(*node));

    node->kind = kind;
    return node;
}

/* The source from start to the end of the token before the current one. */
static char *source_since(const struct lexer *lex, const char *start)
{
    return pool_string(start, lex->last_end > start ? (size_t)(lex->last_end - start) : 0);
}

bool parse_at_word(const struct lexer *lex, const char *word)
{
    return lex->token == TOKEN_WORD && strcmp(lex->word, word) == 0;
}

/* The first CLOSING of them end a list, where a command could begin. */
static const char *const reserved[] = {"then",  "elif",  "else", "fi",   "do",  "done",
                                       "esac",  "}",     "!",    "case", "for", "if",
                                       "until", "while", "{",    "in"};
#define CLOSING  8
#define RESERVED (sizeof(reserved) / sizeof(reserved[0]))

bool parse_is_reserved(const char *word)
{
    for (size_t i = 0; i < RESERVED; i++)
        if (strcmp(word, reserved[i]) == 0)
            return true;
    return false;
}

static bool at_closing_word(const struct lexer *lex)
{
    for (size_t i = 0; i < CLOSING; i++)
        if (parse_at_word(lex, reserved[i]))
            return true;
    return false;
}

void parse_unexpected(struct lexer *lex, const char *wanted)
{
    const char *end = lex->at;

    if (lex->token == TOKEN_END)
        lex_unfinished(lex, wanted);
    else if (lex->token == TOKEN_NEWLINE)
        lex_fail(lex, "the line ends where %s is expected", wanted);
    else
        lex_fail(lex, "'%.*s' where %s is expected", (int)(end - lex->start), lex->start, wanted);
}

void parse_skip_newlines(struct lexer *lex)
{
    while (lex->token == TOKEN_NEWLINE)
        lex_next(lex);
}

void parse_expect_word(struct lexer *lex, const char *word)
{
    if (parse_at_word(lex, word))
        lex_next(lex);
    else
        parse_unexpected(lex, word);
}

static struct redirect **parse_redirect(struct lexer *lex, struct redirect **place)
{
    struct redirect *redirect = pool_alloc(sizeof(*redirect));

    redirect->kind = lex->redirect;
    redirect->fd = lex->fd;
    lex_next(lex);
    if (lex->token == TOKEN_WORD) {
        redirect->target = lex->word;
        if (redirect->kind == REDIRECT_HERE)
            here_expect(lex, redirect);
        lex_next(lex);
    } else {
        parse_unexpected(lex, "a file's name");
    }
    *place = redirect;
    return &redirect->next;
}

struct word **parse_word(struct lexer *lex, struct word **place)
{
    struct word *word = pool_alloc(sizeof(*word));

    word->text = lex->word;
    lex_next(lex);
    *place = word;
    return &word->next;
}

static bool is_assignment(const char *text)
{
    size_t n = var_name_length(text);

    return n > 0 && text[n] == '=';
}

/* At the ( after a name.  The body is compound (POSIX.1-2017, Shell Command Language 2.9.5). */
static struct node *parse_function(struct lexer *lex, const char *name)
{
    struct node *node = parse_make(NODE_FUNCTION);
    const struct builtin *builtin = builtin_find(name);

    node->name = pool_string(name, strlen(name));
    lex_next(lex);
    if (lex->token != TOKEN_CLOSE)
        parse_unexpected(lex, "the ) of a function");
    else if (name[var_name_length(name)] != '\0')
        lex_fail(lex, "%s() is not supported: letters, digits and _ make a function's name", name);
    else if (builtin && builtin->special)
        lex_fail(lex, "%s() is not supported: no function can replace a special builtin", name);
    lex_next(lex);
    parse_skip_newlines(lex);
    lex_enter(lex);
    node->body = compound_parse(lex);
    lex_leave();
    if (!node->body)
        parse_unexpected(lex, "a { or another compound command");
    return node;
}

static struct node *parse_simple(struct lexer *lex)
{
    struct node *node = parse_make(NODE_SIMPLE);
    struct word **assignment = &node->assignments, **word = &node->words;
    struct redirect **redirect = &node->redirects;

    for (;;) {
        if (lex->token == TOKEN_REDIRECT)
            redirect = parse_redirect(lex, redirect);
        else if (lex->token != TOKEN_WORD)
            break;
        else if (!node->words && is_assignment(lex->word))
            assignment = parse_word(lex, assignment);
        else
            word = parse_word(lex, word);
    }
    bool alone = node->words && !node->words->next && !node->assignments && !node->redirects;
    if (lex->token == TOKEN_OPEN && alone)
        return parse_function(lex, node->words->text);
    if (lex->token == TOKEN_OPEN && node->assignments && !node->words)
        lex_fail(lex, "NAME=( is not supported: there are no arrays");
    else if (lex->token == TOKEN_OPEN)
        parse_unexpected(lex, "the end of the command");
    return node;
}

/* Words that other shells reserve: run as commands they would fail later, or not at all. */
static void refuse_foreign(struct lexer *lex)
{
    if (parse_at_word(lex, "[["))
        lex_fail(lex, "[[ is not supported: use [ or case");
    else if (parse_at_word(lex, "function"))
        lex_fail(lex, "function is not supported: write NAME() { ...; }");
    else if (parse_at_word(lex, "select"))
        lex_fail(lex, "select is not supported: use read and case");
}

void parse_redirects(struct lexer *lex, struct redirect **place)
{
    while (lex->token == TOKEN_REDIRECT)
        place = parse_redirect(lex, place);
}

static struct node *parse_command(struct lexer *lex)
{
    if ((lex->token != TOKEN_WORD && lex->token != TOKEN_REDIRECT && lex->token != TOKEN_OPEN) ||
        at_closing_word(lex) || parse_at_word(lex, "!")) {
        parse_unexpected(lex, "a command");
        return parse_make(NODE_SIMPLE);
    }
    refuse_foreign(lex);
    struct node *node = compound_parse(lex);
    return node ? node : parse_simple(lex);
}

static struct node *parse_pipeline(struct lexer *lex)
{
    const char *start = lex->start;
    bool negate = parse_at_word(lex, "!");

    if (negate)
        lex_next(lex);
    struct node *node = parse_command(lex);
    if (lex->token == TOKEN_PIPE) {
        struct node *pipeline = parse_make(NODE_PIPELINE);

        pipeline->children = node;
        struct node **place = &node->next;
        while (lex->token == TOKEN_PIPE) {
            lex_next(lex);
            parse_skip_newlines(lex);
            *place = parse_command(lex);
            place = &(*place)->next;
        }
        node = pipeline;
    }
    node->text = source_since(lex, start);
    if (!negate)
        return node;
    struct node *inverse = parse_make(NODE_NOT);
    inverse->body = node;
    return inverse;
}

static struct node *parse_and_or(struct lexer *lex)
{
    struct node *node = parse_pipeline(lex);

    if (lex->token != TOKEN_AND && lex->token != TOKEN_OR)
        return node;
    struct node *list = parse_make(NODE_AND_OR), **place = &node->next;
    list->children = node;
    while (lex->token == TOKEN_AND || lex->token == TOKEN_OR) {
        bool after_or = lex->token == TOKEN_OR;

        lex_next(lex);
        parse_skip_newlines(lex);
        *place = parse_pipeline(lex);
        (*place)->after_or = after_or;
        place = &(*place)->next;
    }
    return list;
}

static struct node *parse_background(struct lexer *lex, struct node *body, const char *start)
{
    struct node *node = parse_make(NODE_BACKGROUND);

    node->body = body;
    node->text = source_since(lex, start);
    return node;
}

static struct node *parse_commands(struct lexer *lex)
{
    struct node *sequence = parse_make(NODE_SEQUENCE), **place = &sequence->children;

    parse_skip_newlines(lex);
    while (lex->token != TOKEN_END && lex->token != TOKEN_CLOSE && lex->token != TOKEN_BRANCH_END &&
           !at_closing_word(lex)) {
        const char *start = lex->start;
        struct node *node = parse_and_or(lex);

        if (lex->token == TOKEN_AMPERSAND)
            node = parse_background(lex, node, start);
        *place = node;
        place = &node->next;
        if (lex->token != TOKEN_SEMICOLON && lex->token != TOKEN_AMPERSAND &&
            lex->token != TOKEN_NEWLINE)
            break;
        lex_next(lex);
        parse_skip_newlines(lex);
    }
    return sequence->children ? sequence : NULL;
}

struct node *parse_list(struct lexer *lex)
{
    lex_enter(lex);
    struct node *list = parse_commands(lex);
    lex_leave();
    return list;
}

/* The level counts from the first token on: in $($($( each is the first of the one before. */
void parse_substitution(struct lexer *lex)
{
    struct lexer inside = *lex;

    inside.here = NULL;
    lex_enter(&inside);
    lex_next(&inside);
    parse_commands(&inside);
    lex_leave();
    if (inside.token != TOKEN_CLOSE)
        parse_unexpected(&inside, "the ) of $(");
    here_check(&inside);
    lex->at = inside.at;
    lex->line = inside.line;
    lex->wrong = inside.wrong;
    lex->unfinished = inside.unfinished;
}

static void expect_end(struct lexer *lex)
{
    if (lex->token != TOKEN_END)
        lex_fail(lex, "unexpected '%.*s'", (int)(lex->at - lex->start), lex->start);
    here_check(lex);
}

void parse_backquoted(struct lexer *lex)
{
    lex_next(lex);
    parse_list(lex);
    expect_end(lex);
    /* More lines cannot resolve it: it is complete already. */
    lex->unfinished = false;
}

enum parse_result parse(const char *text, int line, struct node **tree, struct parse_error *error)
{
    char *copy = pool_string(text, strlen(text)); /* the lexer cuts it */
    struct lexer lex = {.at = copy, .line = line, .error = error};

    lex_next(&lex);
    *tree = parse_list(&lex);
    expect_end(&lex);
    if (lex.unfinished)
        return PARSE_UNFINISHED;
    if (lex.wrong)
        return PARSE_WRONG;
    return lex.joins ? PARSE_JOINS : PARSE_DONE;
}
