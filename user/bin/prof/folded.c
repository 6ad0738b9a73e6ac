#include "folded.h"

#include "prof.h"

/* The path from the outermost function on, a `;` between two. */
struct path {
    const struct call *call;
    const struct path *caller; /* NULL: it is the outermost */
};

/* Prints a ';' in a name as '_': the format ends a name with ';' and has no escape for it. */
static void print_name(FILE *out, const char *name)
{
    for (; *name; name++)
        putc(*name == ';' ? '_' : *name, out);
}

static void print_path(FILE *out, const struct path *path)
{
    if (path->caller) {
        print_path(out, path->caller);
        putc(';', out);
    }
    print_name(out, path->call->name);
}

static void print_callees(FILE *out, const struct call *caller, const struct path *above)
{
    for (const struct call *call = caller->first; call; call = call->next) {
        const struct path path = {call, above};

        if (call->own > 0) {
            print_path(out, &path);
            fprintf(out, " %llu\n", (unsigned long long)call->own);
        }
        print_callees(out, call, &path);
    }
}

void folded_print(FILE *out, const struct stacks *stacks)
{
    print_callees(out, &stacks->root, NULL);
}
