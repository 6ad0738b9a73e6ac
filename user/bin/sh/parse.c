/*
 * Recursive descent, one function for each rule of the grammar in parse.h.
 *
 * After the first error the lexer delivers nothing but TOKEN_END, so every loop here ends by
 * itself and no function needs to look for errors; the half-made tree is not used.
 */
#include "parse.h"

#include "lex.h"
#include "pool.h"
#include "var.h"

#include <string.h>

#define DEPTH_MAX 200 /* nested commands: the parser's own stack is finite */

static struct node *parse_list(struct lexer *lex);
static int depth;

static struct node *make(enum node_kind kind)
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

static bool at_word(const struct lexer *lex, const char *word)
{
    return lex->token == TOKEN_WORD && strcmp(lex->word, word) == 0;
}

/* The words that end a list, where a command could begin. */
static bool at_closing_word(const struct lexer *lex)
{
    static const char *const closing[] = {"then", "elif", "else", "fi", "do", "done", "}", NULL};

    for (const char *const *word = closing; *word; word++)
        if (at_word(lex, *word))
            return true;
    return false;
}

static void unexpected(struct lexer *lex, const char *wanted)
{
    const char *end = lex->at;

    if (lex->token == TOKEN_END)
        lex_unfinished(lex, wanted);
    else if (lex->token == TOKEN_NEWLINE)
        lex_fail(lex, "the line ends where %s is expected", wanted);
    else
        lex_fail(lex, "'%.*s' where %s is expected", (int)(end - lex->start), lex->start, wanted);
}

static void skip_newlines(struct lexer *lex)
{
    while (lex->token == TOKEN_NEWLINE)
        lex_next(lex);
}

static void expect_word(struct lexer *lex, const char *word)
{
    if (at_word(lex, word))
        lex_next(lex);
    else
        unexpected(lex, word);
}

static struct redirect **parse_redirect(struct lexer *lex, struct redirect **place)
{
    struct redirect *redirect = pool_alloc(sizeof(*redirect));

    redirect->kind = lex->redirect;
    redirect->fd = lex->fd;
    lex_next(lex);
    if (lex->token == TOKEN_WORD) {
        redirect->target = lex->word;
        lex_next(lex);
    } else {
        unexpected(lex, "a file's name");
    }
    *place = redirect;
    return &redirect->next;
}

static struct word **parse_word(struct lexer *lex, struct word **place)
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

static struct node *parse_simple(struct lexer *lex)
{
    struct node *node = make(NODE_SIMPLE);
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
    if (lex->token == TOKEN_OPEN && *lex->at == ')' && node->words && !node->words->next)
        lex_fail(lex, "functions are not supported: make it a script");
    else if (lex->token == TOKEN_OPEN)
        unexpected(lex, "the end of the command");
    return node;
}

/* A list that must not be empty. */
static struct node *parse_body(struct lexer *lex)
{
    struct node *node = parse_list(lex);

    if (!node)
        unexpected(lex, "a command");
    return node;
}

/* After "if".  An elif is a NODE_IF in the `other' of the one before. */
static struct node *parse_if(struct lexer *lex)
{
    struct node *first = make(NODE_IF), *node = first;

    for (;;) {
        node->test = parse_body(lex);
        expect_word(lex, "then");
        node->body = parse_body(lex);
        if (!at_word(lex, "elif"))
            break;
        lex_next(lex);
        node->other = make(NODE_IF);
        node = node->other;
    }
    if (at_word(lex, "else")) {
        lex_next(lex);
        node->other = parse_body(lex);
    }
    expect_word(lex, "fi");
    return first;
}

static struct node *parse_do(struct lexer *lex)
{
    expect_word(lex, "do");
    struct node *body = parse_body(lex);
    expect_word(lex, "done");
    return body;
}

static struct node *parse_loop(struct lexer *lex, enum node_kind kind)
{
    struct node *node = make(kind);

    node->test = parse_body(lex);
    node->body = parse_do(lex);
    return node;
}

static struct node *parse_for(struct lexer *lex)
{
    struct node *node = make(NODE_FOR);
    struct word **word = &node->words;

    if (lex->token != TOKEN_WORD || lex->word[var_name_length(lex->word)] != '\0') {
        unexpected(lex, "a variable's name");
        return node;
    }
    node->name = lex->word;
    lex_next(lex);
    skip_newlines(lex);
    node->params = !at_word(lex, "in");
    if (!node->params) {
        lex_next(lex);
        while (lex->token == TOKEN_WORD)
            word = parse_word(lex, word);
        if (lex->token != TOKEN_SEMICOLON && lex->token != TOKEN_NEWLINE)
            unexpected(lex, "; and do");
    }
    if (lex->token == TOKEN_SEMICOLON)
        lex_next(lex);
    skip_newlines(lex);
    node->body = parse_do(lex);
    return node;
}

static struct node *parse_subshell(struct lexer *lex)
{
    struct node *node = make(NODE_SUBSHELL);

    node->body = parse_body(lex);
    if (lex->token == TOKEN_CLOSE)
        lex_next(lex);
    else
        unexpected(lex, ")");
    return node;
}

static struct node *parse_group(struct lexer *lex)
{
    struct node *node = make(NODE_GROUP);

    node->body = parse_body(lex);
    expect_word(lex, "}");
    return node;
}

/* The compound commands by their first word; NULL if it is none of these. */
static struct node *parse_compound(struct lexer *lex)
{
    bool open = lex->token == TOKEN_OPEN, brace = at_word(lex, "{"), branch = at_word(lex, "if");
    bool loop = at_word(lex, "while"), until = at_word(lex, "until"), each = at_word(lex, "for");

    if (!open && !brace && !branch && !loop && !until && !each)
        return NULL;
    lex_next(lex);
    if (open)
        return parse_subshell(lex);
    if (brace)
        return parse_group(lex);
    if (branch)
        return parse_if(lex);
    if (each)
        return parse_for(lex);
    return parse_loop(lex, until ? NODE_UNTIL : NODE_WHILE);
}

static struct node *parse_command(struct lexer *lex)
{
    if ((lex->token != TOKEN_WORD && lex->token != TOKEN_REDIRECT && lex->token != TOKEN_OPEN) ||
        at_closing_word(lex) || at_word(lex, "!")) {
        unexpected(lex, "a command");
        return make(NODE_SIMPLE);
    }
    if (at_word(lex, "case"))
        lex_fail(lex, "case is not supported: use if and test");
    struct node *node = parse_compound(lex);
    if (!node)
        return parse_simple(lex);
    struct redirect **redirect = &node->redirects;
    while (lex->token == TOKEN_REDIRECT)
        redirect = parse_redirect(lex, redirect);
    return node;
}

static struct node *parse_pipeline(struct lexer *lex)
{
    const char *start = lex->start;
    bool negate = at_word(lex, "!");

    if (negate)
        lex_next(lex);
    struct node *node = parse_command(lex);
    if (lex->token == TOKEN_PIPE) {
        struct node *pipeline = make(NODE_PIPELINE);

        pipeline->children = node;
        struct node **place = &node->next;
        while (lex->token == TOKEN_PIPE) {
            lex_next(lex);
            skip_newlines(lex);
            *place = parse_command(lex);
            place = &(*place)->next;
        }
        node = pipeline;
    }
    node->text = source_since(lex, start);
    if (!negate)
        return node;
    struct node *inverse = make(NODE_NOT);
    inverse->body = node;
    return inverse;
}

static struct node *parse_and_or(struct lexer *lex)
{
    struct node *node = parse_pipeline(lex);

    if (lex->token != TOKEN_AND && lex->token != TOKEN_OR)
        return node;
    struct node *list = make(NODE_AND_OR), **place = &node->next;
    list->children = node;
    while (lex->token == TOKEN_AND || lex->token == TOKEN_OR) {
        bool after_or = lex->token == TOKEN_OR;

        lex_next(lex);
        skip_newlines(lex);
        *place = parse_pipeline(lex);
        (*place)->after_or = after_or;
        place = &(*place)->next;
    }
    return list;
}

static struct node *parse_background(struct lexer *lex, struct node *body, const char *start)
{
    struct node *node = make(NODE_BACKGROUND);

    node->body = body;
    node->text = source_since(lex, start);
    return node;
}

static struct node *parse_commands(struct lexer *lex)
{
    struct node *sequence = make(NODE_SEQUENCE), **place = &sequence->children;

    skip_newlines(lex);
    while (lex->token != TOKEN_END && lex->token != TOKEN_CLOSE && !at_closing_word(lex)) {
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
        skip_newlines(lex);
    }
    return sequence->children ? sequence : NULL;
}

/* One level deeper.  Past the last the lexer delivers only TOKEN_END, and nothing recurs. */
static void enter(struct lexer *lex)
{
    if (++depth > DEPTH_MAX)
        lex_fail(lex, "commands are nested more than %d deep", DEPTH_MAX);
}

static struct node *parse_list(struct lexer *lex)
{
    enter(lex);
    struct node *list = parse_commands(lex);
    depth--;
    return list;
}

/* The level counts from the first token on: in $($($( each is the first of the one before. */
void parse_substitution(struct lexer *lex)
{
    struct lexer inside = *lex;

    enter(&inside);
    lex_next(&inside);
    parse_commands(&inside);
    depth--;
    if (inside.token != TOKEN_CLOSE)
        unexpected(&inside, "the ) of $(");
    lex->at = inside.at;
    lex->line = inside.line;
    lex->wrong = inside.wrong;
    lex->unfinished = inside.unfinished;
}

void parse_backquoted(struct lexer *lex)
{
    lex_next(lex);
    parse_list(lex);
    if (lex->token != TOKEN_END)
        lex_fail(lex, "unexpected '%.*s'", (int)(lex->at - lex->start), lex->start);
    /* More lines cannot resolve it: it is complete already. */
    lex->unfinished = false;
}

const char *parse_skip_substitution(const char *text)
{
    char *copy = pool_string(text, strlen(text));
    struct parse_error error;
    struct lexer lex = {.at = copy, .error = &error};

    parse_substitution(&lex);
    return text + (lex.at - copy);
}

enum parse_result parse(const char *text, int line, struct node **tree, struct parse_error *error)
{
    char *copy = pool_string(text, strlen(text)); /* the lexer cuts it */
    struct lexer lex = {.at = copy, .line = line, .error = error};

    lex_next(&lex);
    *tree = parse_list(&lex);
    if (lex.token != TOKEN_END)
        lex_fail(&lex, "unexpected '%.*s'", (int)(lex.at - lex.start), lex.start);
    if (lex.unfinished)
        return PARSE_UNFINISHED;
    if (lex.wrong)
        return PARSE_WRONG;
    return lex.joins ? PARSE_JOINS : PARSE_DONE;
}
