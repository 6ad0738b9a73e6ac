/* Statements. */
#include "basic.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 100 /* of GOSUBs, of FORs, and of IFs in a line */

/* A FOR that is running: back to the line after it until the variable is past the limit. */
struct loop {
    char name[NAME_MAX_BYTES];
    double limit, step;
    const struct line *body;
};

static volatile sig_atomic_t stopped;
static const struct line *next; /* after the one that runs; NULL: the end */
static struct loop loops[DEPTH_MAX];
static int loop_count;
static const struct line *returns[DEPTH_MAX];
static int return_count;

static void run_statement(struct scanner *scanner);

static void take_name(struct scanner *scanner, char name[NAME_MAX_BYTES])
{
    if (scanner->token != TOKEN_NAME)
        line_fail("a variable's name is missing");
    strcpy(name, scanner->name);
    scan_next(scanner);
}

/* A variable or an array's element. */
static double *take_place(struct scanner *scanner)
{
    char name[NAME_MAX_BYTES];

    take_name(scanner, name);
    if (!scan_is_sign(scanner, '('))
        return var_scalar(name);
    scan_next(scanner);
    double index = expr_value(scanner);
    scan_expect_sign(scanner, ')');
    return var_element(name, index);
}

static const struct line *take_line(struct scanner *scanner)
{
    double number = scanner->number;

    if (scanner->token != TOKEN_NUMBER || !(number >= 1 && number <= LINE_NUMBER_MAX))
        line_fail("a line's number is missing");
    scan_next(scanner);
    return program_find((int)number);
}

static void run_let(struct scanner *scanner)
{
    double *place = take_place(scanner);

    scan_expect_sign(scanner, '=');
    *place = expr_value(scanner);
}

/* A comma makes a space, a semicolon nothing; either one at the end keeps the line open. */
static void run_print(struct scanner *scanner)
{
    bool open = false;

    while (scanner->token != TOKEN_END) {
        open = true;
        if (scan_is_sign(scanner, ',')) {
            putchar(' ');
            scan_next(scanner);
        } else if (scan_is_sign(scanner, ';')) {
            scan_next(scanner);
        } else {
            open = false;
            if (scanner->token == TOKEN_TEXT) {
                printf("%.*s", (int)scanner->length, scanner->text);
                scan_next(scanner);
            } else {
                printf("%.10g", expr_value(scanner));
            }
        }
    }
    if (!open)
        putchar('\n');
}

static void run_input(struct scanner *scanner)
{
    double *place = take_place(scanner);

    printf("? ");
    fflush(stdout);
    char text[80];
    if (!fgets(text, sizeof(text), stdin))
        line_fail("end of input");
    char *end;
    *place = strtod(text, &end);
    if (end == text)
        line_fail("not a number");
}

/* After THEN, perhaps one more IF: a line may be long, the stack is not. */
static void run_inner(struct scanner *scanner)
{
    static int depth;

    if (depth == DEPTH_MAX)
        line_fail("IF is nested too deep");
    depth++;
    run_statement(scanner);
    depth--;
}

static void run_if(struct scanner *scanner)
{
    bool holds = expr_value(scanner) != 0;

    if (scanner->token != TOKEN_THEN)
        line_fail("THEN is missing");
    scan_next(scanner);
    if (!holds)
        scanner->token = TOKEN_END;
    else if (scanner->token == TOKEN_NUMBER)
        next = take_line(scanner);
    else
        run_inner(scanner);
}

static void run_gosub(struct scanner *scanner)
{
    if (return_count == DEPTH_MAX)
        line_fail("GOSUB is nested too deep");
    returns[return_count++] = next;
    next = take_line(scanner);
}

static void run_return(void)
{
    if (return_count == 0)
        line_fail("RETURN without GOSUB");
    next = returns[--return_count];
}

/* A FOR over a variable ends those inside an older FOR over the same one. */
static void run_for(struct scanner *scanner)
{
    struct loop loop = {.step = 1};

    take_name(scanner, loop.name);
    double *variable = var_scalar(loop.name);
    scan_expect_sign(scanner, '=');
    *variable = expr_value(scanner);
    if (scanner->token != TOKEN_TO)
        line_fail("TO is missing");
    scan_next(scanner);
    loop.limit = expr_value(scanner);
    if (scanner->token == TOKEN_STEP) {
        scan_next(scanner);
        loop.step = expr_value(scanner);
    }
    loop.body = next;
    for (int i = 0; i < loop_count; i++)
        if (strcmp(loops[i].name, loop.name) == 0)
            loop_count = i;
    if (loop_count == DEPTH_MAX)
        line_fail("FOR is nested too deep");
    loops[loop_count++] = loop;
}

static void run_next(struct scanner *scanner)
{
    char name[NAME_MAX_BYTES];

    take_name(scanner, name);
    while (loop_count > 0 && strcmp(loops[loop_count - 1].name, name) != 0)
        loop_count--;
    if (loop_count == 0)
        line_fail("NEXT without FOR");
    struct loop *loop = &loops[loop_count - 1];
    double *variable = var_scalar(name);
    *variable += loop->step;
    if (loop->step >= 0 ? *variable <= loop->limit : *variable >= loop->limit)
        next = loop->body;
    else
        loop_count--;
}

static void run_dim(struct scanner *scanner)
{
    char name[NAME_MAX_BYTES];

    take_name(scanner, name);
    scan_expect_sign(scanner, '(');
    double size = expr_value(scanner);
    scan_expect_sign(scanner, ')');
    var_dimension(name, size);
}

static void run_word(struct scanner *scanner, enum token word)
{
    switch (word) {
    case TOKEN_LET:
        run_let(scanner);
        break;
    case TOKEN_PRINT:
        run_print(scanner);
        break;
    case TOKEN_INPUT:
        run_input(scanner);
        break;
    case TOKEN_IF:
        run_if(scanner);
        break;
    case TOKEN_GOTO:
        next = take_line(scanner);
        break;
    case TOKEN_GOSUB:
        run_gosub(scanner);
        break;
    case TOKEN_RETURN:
        run_return();
        break;
    case TOKEN_FOR:
        run_for(scanner);
        break;
    case TOKEN_NEXT:
        run_next(scanner);
        break;
    case TOKEN_DIM:
        run_dim(scanner);
        break;
    case TOKEN_END_WORD:
        next = NULL;
        break;
    default:
        line_fail("not a statement");
    }
}

static void run_statement(struct scanner *scanner)
{
    enum token word = scanner->token;

    if (word == TOKEN_REM) {
        scanner->token = TOKEN_END;
        return;
    }
    if (word == TOKEN_NAME) {
        run_let(scanner);
    } else {
        scan_next(scanner);
        run_word(scanner, word);
    }
    if (scanner->token != TOKEN_END)
        line_fail("unexpected text at the end of the line");
}

void run_stop(void)
{
    stopped = 1;
}

void run_program(void)
{
    struct scanner scanner;

    for (const struct line *line = program_first(); line && !stopped; line = next) {
        line_enter(line);
        next = program_next(line);
        scan_start(&scanner, line->text);
        if (scanner.token != TOKEN_END)
            run_statement(&scanner);
    }
    line_enter(NULL);
}
