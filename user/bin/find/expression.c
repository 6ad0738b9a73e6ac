/* The expression's grammar: -o binds least, then -a, which may be left out, then ! and ( ). */
#define TOOL "find"
#include "../tool.h"
#include "command.h"
#include "find.h"
#include "test.h"

static char **words; /* that are not read yet */
static int any_action;

static int not_holds(const struct expression *e, struct file *file)
{
    return !expression_holds(e->left, file);
}

static int and_holds(const struct expression *e, struct file *file)
{
    return expression_holds(e->left, file) && expression_holds(e->right, file);
}

static int or_holds(const struct expression *e, struct file *file)
{
    return expression_holds(e->left, file) || expression_holds(e->right, file);
}

static struct expression *make(int (*holds)(const struct expression *, struct file *),
                               const struct expression *left, const struct expression *right)
{
    struct expression *e = tool_alloc(NULL, sizeof(*e));
    *e = (struct expression){.holds = holds, .left = left, .right = right};
    return e;
}

static int next_is(const char *word)
{
    return *words && strcmp(*words, word) == 0;
}

static int accept(const char *word, const char *other)
{
    if (!next_is(word) && !next_is(other))
        return 0;
    words++;
    return 1;
}

static struct expression *parse_or(void);

static struct expression *parse_test(const struct test *test)
{
    struct expression *e = make(test->holds, NULL, NULL);
    const char *name = *words++;

    any_action |= test->acts;
    test_bounds.after |= strcmp(name, "-depth") == 0 || strcmp(name, "-delete") == 0;
    if (strcmp(name, "-exec") == 0)
        e->command = command_parse(&words);
    if (test->nwords == 0)
        return e;
    if (!*words)
        test_refuse(name, "a word is missing after it");
    e->text = *words;
    if (test->read)
        test->read(e, *words);
    words++;
    return e;
}

static struct expression *parse_primary(void)
{
    if (!*words)
        test_refuse(words[-1], "an expression is missing after it");
    if (accept("!", "-not"))
        return make(not_holds, parse_primary(), NULL);
    if (accept("(", "(")) {
        struct expression *e = parse_or();
        if (!accept(")", ")"))
            test_refuse("(", "is not closed by )");
        return e;
    }
    for (size_t i = 0; i < test_count; i++)
        if (next_is(tests[i].name))
            return parse_test(&tests[i]);
    test_refuse(*words, "is not known; find --help lists what is");
}

static struct expression *parse_and(void)
{
    struct expression *e = parse_primary();
    while (*words && !next_is("-o") && !next_is("-or") && !next_is(")")) {
        accept("-a", "-and");
        e = make(and_holds, e, parse_primary());
    }
    return e;
}

static struct expression *parse_or(void)
{
    struct expression *e = parse_and();
    while (accept("-o", "-or"))
        e = make(or_holds, e, parse_and());
    return e;
}

static struct expression *print_alone(void)
{
    size_t i = 0;
    while (strcmp(tests[i].name, "-print") != 0)
        i++;
    return make(tests[i].holds, NULL, NULL);
}

struct expression *expression_parse(char **expression, struct bounds *bounds)
{
    words = expression;
    *bounds = test_bounds;
    if (!*words)
        return print_alone();
    struct expression *e = parse_or();
    if (*words)
        test_refuse(*words, "no ( was open here");
    *bounds = test_bounds;
    return any_action ? e : make(and_holds, e, print_alone());
}

int expression_holds(const struct expression *e, struct file *file)
{
    return e->holds(e, file);
}

int expression_end(void)
{
    return command_end() | test_failed;
}
