/* From a line's text to tokens.  Nothing is cached: a line that runs again is scanned again. */
#include "basic.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    enum token token;
} words[] = {
    {"LET", TOKEN_LET},       {"PRINT", TOKEN_PRINT}, {"INPUT", TOKEN_INPUT}, {"REM", TOKEN_REM},
    {"END", TOKEN_END_WORD},  {"IF", TOKEN_IF},       {"THEN", TOKEN_THEN},   {"GOTO", TOKEN_GOTO},
    {"GOSUB", TOKEN_GOSUB},   {"FOR", TOKEN_FOR},     {"TO", TOKEN_TO},       {"STEP", TOKEN_STEP},
    {"RETURN", TOKEN_RETURN}, {"NEXT", TOKEN_NEXT},   {"DIM", TOKEN_DIM},     {"AND", TOKEN_AND},
    {"OR", TOKEN_OR},         {"NOT", TOKEN_NOT},     {"MOD", TOKEN_MOD},
};

static enum token word_find(const char *name)
{
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (strcmp(name, words[i].name) == 0)
            return words[i].token;
    return TOKEN_NAME;
}

static void scan_word(struct scanner *scanner)
{
    size_t n = 0;

    while (isalnum((unsigned char)*scanner->at)) {
        if (n + 1 == sizeof(scanner->name))
            line_fail("a name is too long");
        scanner->name[n++] = (char)toupper((unsigned char)*scanner->at++);
    }
    scanner->name[n] = '\0';
    scanner->token = word_find(scanner->name);
}

static void scan_number(struct scanner *scanner)
{
    scanner->token = TOKEN_NUMBER;
    char *end;
    scanner->number = strtod(scanner->at, &end);
    if (end == scanner->at)
        line_fail("a lone . is not a number");
    scanner->at = end;
}

static void scan_text(struct scanner *scanner)
{
    const char *end = strchr(scanner->at + 1, '"');

    if (!end)
        line_fail("a string has no closing \"");
    scanner->token = TOKEN_TEXT;
    scanner->text = scanner->at + 1;
    scanner->length = (size_t)(end - scanner->text);
    scanner->at = end + 1;
}

static void scan_sign(struct scanner *scanner)
{
    static const struct {
        char text[3];
        enum token token;
    } pairs[] = {{"<=", TOKEN_LESS_EQUAL}, {">=", TOKEN_GREATER_EQUAL}, {"<>", TOKEN_NOT_EQUAL}};

    for (size_t i = 0; i < 3; i++)
        if (strncmp(scanner->at, pairs[i].text, 2) == 0) {
            scanner->token = pairs[i].token;
            scanner->at += 2;
            return;
        }
    scanner->token = TOKEN_SIGN;
    scanner->sign = *scanner->at++;
}

void scan_next(struct scanner *scanner)
{
    while (isblank((unsigned char)*scanner->at))
        scanner->at++;
    if (*scanner->at == '\0')
        scanner->token = TOKEN_END;
    else if (isalpha((unsigned char)*scanner->at))
        scan_word(scanner);
    else if (isdigit((unsigned char)*scanner->at) || *scanner->at == '.')
        scan_number(scanner);
    else if (*scanner->at == '"')
        scan_text(scanner);
    else
        scan_sign(scanner);
}

void scan_start(struct scanner *scanner, const char *text)
{
    scanner->at = text;
    scan_next(scanner);
}

bool scan_is_sign(const struct scanner *scanner, char sign)
{
    return scanner->token == TOKEN_SIGN && scanner->sign == sign;
}

void scan_expect_sign(struct scanner *scanner, char sign)
{
    char what[] = "a ? is missing";

    what[2] = sign;
    if (!scan_is_sign(scanner, sign))
        line_fail(what);
    scan_next(scanner);
}
