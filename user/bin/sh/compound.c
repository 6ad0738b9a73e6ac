/* Compound commands (POSIX.1-2017, Shell Command Language 2.9.4). */
#include "compound.h"

#include "var.h"

/* A list that must not be empty. */
static struct node *parse_body(struct lexer *lex)
{
    struct node *node = parse_list(lex);

    if (!node)
        parse_unexpected(lex, "a command");
    return node;
}

/* After "if".  An elif is a NODE_IF in the `other' of the one before. */
static struct node *parse_if(struct lexer *lex)
{
    struct node *first = parse_make(NODE_IF), *node = first;

    for (;;) {
        node->test = parse_body(lex);
        parse_expect_word(lex, "then");
        node->body = parse_body(lex);
        if (!parse_at_word(lex, "elif"))
            break;
        lex_next(lex);
        node->other = parse_make(NODE_IF);
        node = node->other;
    }
    if (parse_at_word(lex, "else")) {
        lex_next(lex);
        node->other = parse_body(lex);
    }
    parse_expect_word(lex, "fi");
    return first;
}

static struct node *parse_do(struct lexer *lex)
{
    parse_expect_word(lex, "do");
    struct node *body = parse_body(lex);
    parse_expect_word(lex, "done");
    return body;
}

static struct node *parse_loop(struct lexer *lex, enum node_kind kind)
{
    struct node *node = parse_make(kind);

    node->test = parse_body(lex);
    node->body = parse_do(lex);
    return node;
}

static struct node *parse_for(struct lexer *lex)
{
    struct node *node = parse_make(NODE_FOR);
    struct word **word = &node->words;

    if (lex->token != TOKEN_WORD || lex->word[var_name_length(lex->word)] != '\0') {
        parse_unexpected(lex, "a variable's name");
        return node;
    }
    node->name = lex->word;
    lex_next(lex);
    parse_skip_newlines(lex);
    node->params = !parse_at_word(lex, "in");
    if (!node->params) {
        lex_next(lex);
        while (lex->token == TOKEN_WORD)
            word = parse_word(lex, word);
        if (lex->token != TOKEN_SEMICOLON && lex->token != TOKEN_NEWLINE)
            parse_unexpected(lex, "; and do");
    }
    if (lex->token == TOKEN_SEMICOLON)
        lex_next(lex);
    parse_skip_newlines(lex);
    node->body = parse_do(lex);
    return node;
}

static struct node *parse_subshell(struct lexer *lex)
{
    struct node *node = parse_make(NODE_SUBSHELL);

    node->body = parse_body(lex);
    if (lex->token == TOKEN_CLOSE)
        lex_next(lex);
    else
        parse_unexpected(lex, ")");
    return node;
}

static struct node *parse_group(struct lexer *lex)
{
    struct node *node = parse_make(NODE_GROUP);

    node->body = parse_body(lex);
    parse_expect_word(lex, "}");
    return node;
}

/* After "(", if there is one: the patterns and the list of one branch. */
static struct node *parse_branch(struct lexer *lex)
{
    struct node *branch = parse_make(NODE_BRANCH);
    struct word **word = &branch->words;

    for (;;) {
        if (lex->token != TOKEN_WORD) {
            parse_unexpected(lex, "a pattern");
            return branch;
        }
        word = parse_word(lex, word);
        if (lex->token != TOKEN_PIPE)
            break;
        lex_next(lex);
    }
    if (lex->token != TOKEN_CLOSE)
        parse_unexpected(lex, "the ) after a pattern");
    lex_next(lex);
    branch->body = parse_list(lex);
    if (lex->token == TOKEN_BRANCH_END)
        lex_next(lex);
    else if (!parse_at_word(lex, "esac"))
        parse_unexpected(lex, ";; or esac");
    parse_skip_newlines(lex);
    return branch;
}

static struct node *parse_case(struct lexer *lex)
{
    struct node *node = parse_make(NODE_CASE), **place = &node->children;

    if (lex->token == TOKEN_WORD)
        parse_word(lex, &node->words);
    else
        parse_unexpected(lex, "a word");
    parse_skip_newlines(lex);
    parse_expect_word(lex, "in");
    parse_skip_newlines(lex);
    while (!lex->wrong && !parse_at_word(lex, "esac")) {
        if (lex->token == TOKEN_OPEN)
            lex_next(lex);
        *place = parse_branch(lex);
        place = &(*place)->next;
    }
    parse_expect_word(lex, "esac");
    return node;
}

static struct node *parse_while(struct lexer *lex)
{
    return parse_loop(lex, NODE_WHILE);
}

static struct node *parse_until(struct lexer *lex)
{
    return parse_loop(lex, NODE_UNTIL);
}

struct node *compound_parse(struct lexer *lex)
{
    static const struct {
        const char *word;
        struct node *(*parse)(struct lexer *lex);
    } kinds[] = {{"{", parse_group},     {"if", parse_if},       {"for", parse_for},
                 {"while", parse_while}, {"until", parse_until}, {"case", parse_case}};
    struct node *(*parse)(struct lexer *) = lex->token == TOKEN_OPEN ? parse_subshell : NULL;

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && !parse; i++)
        if (parse_at_word(lex, kinds[i].word))
            parse = kinds[i].parse;
    if (!parse)
        return NULL;
    lex_next(lex);
    struct node *node = parse(lex);
    parse_redirects(lex, &node->redirects);
    return node;
}
