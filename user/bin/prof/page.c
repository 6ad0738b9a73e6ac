/*
 * The data is one JSON object, in a script element of the page that the browser does not run:
 *
 *     {"name": NAME, "hz": TICKS A SECOND, "report": TEXT, "groups": [GROUP, ...]}
 *     GROUP = {"name": NAME, "path": FILE, "report": TEXT, "calls": [...], "pcs": [...]}
 *
 * "calls" has the tree of calls.  A caller stands before its callees.  A call has four values: its
 * depth, the function, the function's own ticks there, and 1 if it is a copy in its caller.  "pcs"
 * has three values for each pc with ticks: the pc, the ticks and the function.  A function is
 * written as its name at its first place, and then as its number, counted from 0.  So each name is
 * in the page once.
 *
 * Names are the program's, and may hold anything.  "</script>" in a name would end the element: so
 * < is written as an escape.
 */
#include "page.h"

#include <string.h>

#include "by_line.h"
#include "prof.h"

#define TEMPLATE SOURCES "/user/bin/prof/page.html"
#define MARK     "@DATA@"

/* The functions of a program that the page has so far. */
struct numbers {
    const struct program *program;
    unsigned *number; /* of each symbol, counted from 1; 0: it is not in the page */
    size_t symbols;   /* behind them are two numbers for the names without a symbol */
    unsigned last;    /* the highest number */
};

static void print_string(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\' || *text == '<' || (unsigned char)*text < ' ')
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            putc(*text, out);
    putc('"', out);
}

static void print_member(FILE *out, const char *member, const char *text)
{
    fprintf(out, "\"%s\":", member);
    print_string(out, text);
    fputs(",\n", out);
}

static void print_function(FILE *out, struct numbers *numbers, const struct symbol *symbol,
                           const char *name)
{
    size_t i = symbol ? (size_t)(symbol - numbers->program->symbols)
                      : numbers->symbols + (strcmp(name, NO_SYMBOL) == 0);

    if (numbers->number[i] > 0) {
        fprintf(out, "%u", numbers->number[i] - 1);
        return;
    }
    numbers->number[i] = ++numbers->last;
    print_string(out, name);
}

static void print_calls(FILE *out, struct numbers *numbers, const struct call *caller, int depth)
{
    for (const struct call *call = caller->first; call; call = call->next) {
        fprintf(out, "%s%d,", depth == 0 && call == caller->first ? "" : ",\n", depth);
        print_function(out, numbers, call->symbol, call->name);
        fprintf(out, ",%llu,%d", (unsigned long long)call->own, call->inlined);
        print_calls(out, numbers, call, depth + 1);
    }
}

static void print_pcs(FILE *out, struct numbers *numbers, const struct profile *profile)
{
    for (size_t i = 0; i < profile->bin_count; i++) {
        const struct bin *bin = &profile->bins[i];
        struct symbol *symbol = program_find(numbers->program, bin->low);
        struct symbol *functions[INLINED_MOST];
        size_t count = inlined_at(numbers->program, symbol, bin->low, functions);

        symbol = functions[count - 1];
        fprintf(out, "%s%llu,%llu,", i > 0 ? ",\n" : "", (unsigned long long)bin->low,
                (unsigned long long)bin->ticks);
        print_function(out, numbers, symbol, symbol ? symbol->name : NO_SYMBOL);
    }
}

bool page_possible(void)
{
    return access(TEMPLATE, R_OK) == 0 || tool_error(TEMPLATE) == 0;
}

void page_begin(struct page *page, FILE *out, const char *name, uint32_t hz, const char *report)
{
    size_t nbytes;
    char *text = program_read_file(TEMPLATE, &nbytes);

    if (!text)
        tool_die(TEMPLATE);
    text = tool_alloc(text, nbytes + 1);
    text[nbytes] = '\0';
    char *mark = strstr(text, MARK);
    if (!mark)
        exit(complain(TOOL_FAILURE, TEMPLATE, "has no " MARK " for the data"));
    *mark = '\0';
    *page = (struct page){.out = out, .template = text, .rest = mark + strlen(MARK)};
    fprintf(out, "%s{", text);
    print_member(out, "name", name);
    print_member(out, "report", report);
    fprintf(out, "\"hz\":%u,\n\"groups\":[", hz);
}

void page_add(struct page *page, const char *name, const char *path, const struct program *program,
              const struct profile *profile, const struct stacks *stacks, const char *report)
{
    size_t symbols = program->count + program->inlined.node_count;
    struct numbers numbers = {.program = program, .symbols = symbols};
    size_t nbytes = (symbols + 2) * sizeof(*numbers.number);

    numbers.number = memset(tool_alloc(NULL, nbytes), 0, nbytes);
    fputs(page->groups++ > 0 ? ",\n{" : "\n{", page->out);
    print_member(page->out, "name", name);
    print_member(page->out, "path", path);
    print_member(page->out, "report", report);
    fputs("\"calls\":[", page->out);
    print_calls(page->out, &numbers, &stacks->root, 0);
    fputs("],\n\"pcs\":[", page->out);
    print_pcs(page->out, &numbers, profile);
    fputs("]}", page->out);
    free(numbers.number);
}

void page_end(struct page *page)
{
    fprintf(page->out, "]}%s", page->rest);
    free(page->template);
}
