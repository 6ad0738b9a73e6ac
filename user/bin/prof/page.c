/*
 * The data is one JSON object, in a script element of the page that the browser does not run:
 *
 *     {"name": NAME, "hz": TICKS A SECOND, "report": TEXT, "groups": [GROUP, ...]}
 *     GROUP = {"name": NAME, "path": FILE, "report": TEXT, "calls": [...], "pcs": [...], "counts":
 * [...]}
 *
 * "calls" has the tree of calls.  A caller stands before its callees.  A call has four values: its
 * depth, the function, the function's own ticks there, and 1 if it is a copy in its caller.  "pcs"
 * has three values for each pc with ticks: the pc, the ticks and the function.  "counts" is there
 * if the program counted its calls: a function, and how often a caller called it.  A function is
 * written as its name at its first place, and then as its number, counted from 0.  So each name is
 * in the page once.
 *
 * Names are the program's, and may hold anything.  "</script>" in a name would end the element: so
 * json.c writes < as an escape.
 */
#include "page.h"

#include <string.h>

#include "../json.h"
#include "by_line.h"
#include "numbers.h"
#include "output.h"
#include "prof.h"

#define TEMPLATE SOURCES "/user/bin/prof/page.html"
#define MARK     "@DATA@"

static void print_function(FILE *out, struct numbers *numbers, const struct symbol *symbol,
                           const char *name)
{
    bool is_new;
    unsigned number = numbers_get(numbers, symbol, name, &is_new);

    if (is_new)
        json_string(out, name);
    else
        fprintf(out, "%u", number);
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

static void print_counts(FILE *out, struct numbers *numbers, const struct profile *profile)
{
    const char *between = "";

    for (size_t i = 0; i < profile->call_count; i++) {
        const struct symbol *symbol = program_find(numbers->program, profile->calls[i].gr_self);

        if (!symbol)
            continue;
        fputs(between, out);
        print_function(out, numbers, symbol->same, symbol->same->name);
        fprintf(out, ",%llu", (unsigned long long)profile->calls[i].gr_count);
        between = ",\n";
    }
}

FILE *page_open(const struct options *options, const char *program)
{
    if (access(TEMPLATE, R_OK) != 0) {
        tool_error(TEMPLATE);
        return NULL;
    }
    FILE *page = output_open(options->html, program, NULL);
    if (page && ((options->output && output_is(page, options->output)) ||
                 (options->save && output_is(page, options->save)))) {
        complain(0, options->html, "is for another result; name another file for the page");
        return NULL;
    }
    return page;
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
    json_member(out, "name", name);
    json_member(out, "report", report);
    fprintf(out, "\"hz\":%u,\n\"groups\":[", hz);
}

void page_add(struct page *page, const char *name, const char *path, const struct program *program,
              const struct profile *profile, const struct stacks *stacks, const char *report)
{
    struct numbers numbers = numbers_begin(program, 0);

    fputs(page->groups++ > 0 ? ",\n{" : "\n{", page->out);
    json_member(page->out, "name", name);
    json_member(page->out, "path", path);
    json_member(page->out, "report", report);
    fputs("\"calls\":[", page->out);
    print_calls(page->out, &numbers, &stacks->root, 0);
    fputs("],\n\"pcs\":[", page->out);
    print_pcs(page->out, &numbers, profile);
    if (profile->call_count > 0) {
        fputs("],\n\"counts\":[", page->out);
        print_counts(page->out, &numbers, profile);
    }
    fputs("]}", page->out);
    numbers_free(&numbers);
}

void page_end(struct page *page)
{
    fprintf(page->out, "]}%s", page->rest);
    free(page->template);
}
