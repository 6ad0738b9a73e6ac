/*
 * A function's tree must outlive the command that defines it, so each function has a pool with a
 * copy.  A function may be replaced or unset while it runs: the end of its last call frees it.
 */
#include "function.h"

#include "builtin.h"
#include "exec.h"
#include "option.h"
#include "pool.h"
#include "sh.h"
#include "var.h"

#include <stdlib.h>
#include <string.h>

struct function {
    struct function *next;
    const char *name;
    struct node *body;
    void *pool; /* in which all of it is, this struct too */
    int calls;  /* that are running */
    bool dropped;
};

static struct function *functions; /* in the order of their names */
static struct saved_var *locals;   /* of the function that runs */

static char *copy_string(const char *s)
{
    return s ? pool_string(s, strlen(s)) : NULL;
}

static struct word *copy_words(const struct word *words)
{
    struct word *first = NULL, **place = &first;

    for (; words; words = words->next) {
        *place = pool_alloc(sizeof(**place));
        (*place)->text = copy_string(words->text);
        place = &(*place)->next;
    }
    return first;
}

static struct redirect *copy_redirects(const struct redirect *list)
{
    struct redirect *first = NULL, **place = &first;

    for (; list; list = list->next) {
        *place = pool_alloc(sizeof(**place));
        **place = *list;
        (*place)->target = copy_string(list->target);
        (*place)->next = NULL;
        place = &(*place)->next;
    }
    return first;
}

static struct node *copy_nodes(const struct node *nodes);

/* The node with all below it, but without its `other'. */
static struct node *copy_node(const struct node *from)
{
    struct node *node = pool_alloc(sizeof(*node));

    *node = *from;
    node->next = NULL;
    node->children = copy_nodes(from->children);
    node->test = copy_nodes(from->test);
    node->body = copy_nodes(from->body);
    node->assignments = copy_words(from->assignments);
    node->words = copy_words(from->words);
    node->redirects = copy_redirects(from->redirects);
    node->name = copy_string(from->name);
    node->text = copy_string(from->text);
    return node;
}

/* The nodes with all below them.  There may be any number of elifs: they take no stack. */
static struct node *copy_nodes(const struct node *nodes)
{
    struct node *first = NULL, **place = &first;

    for (; nodes; nodes = nodes->next) {
        const struct node *from = nodes;
        struct node *to = copy_node(from);

        *place = to;
        place = &to->next;
        for (; from->other && from->other->kind == NODE_IF; from = from->other)
            to = to->other = copy_node(from->other);
        to->other = copy_nodes(from->other);
    }
    return first;
}

/* The link that points to the first function whose name is not before this one. */
static struct function **find(const char *name)
{
    struct function **place = &functions;

    while (*place && strcmp((*place)->name, name) < 0)
        place = &(*place)->next;
    return place;
}

struct function *function_find(const char *name)
{
    struct function *function = *find(name);

    return function && strcmp(function->name, name) == 0 ? function : NULL;
}

const char *function_next(const char *name)
{
    struct function *function = name ? *find(name) : functions;

    if (name && function && strcmp(function->name, name) == 0)
        function = function->next;
    return function ? function->name : NULL;
}

static void free_unless_running(struct function *function)
{
    if (function->dropped && function->calls == 0)
        pool_free(function->pool);
}

void function_unset(const char *name)
{
    struct function **place = find(name), *function = function_find(name);

    if (!function)
        return;
    *place = function->next;
    function->dropped = true;
    free_unless_running(function);
}

void function_define(const char *name, const struct node *body)
{
    void *outer = pool_begin();
    struct function *function = pool_alloc(sizeof(*function));

    function->name = copy_string(name);
    function->body = copy_nodes(body);
    function->pool = pool_end(outer);
    function_unset(name);
    struct function **place = find(name);
    function->next = *place;
    *place = function;
}

static int run_body(struct function *function)
{
    int loops = sh.loops;
    struct saved_var *outer = locals;

    locals = NULL;
    sh.loops = 0;
    sh.functions++;
    function->calls++;
    int status = exec_run(function->body, false);
    function->calls--;
    sh.functions--;
    sh.loops = loops;
    var_restore(locals);
    locals = outer;
    if (sh.returning)
        status = sh.return_status;
    sh.returning = false;
    return status;
}

int function_call(struct function *function, char **argv)
{
    char **params = sh.params;
    int count = sh.param_count;

    sh.params = NULL;
    sh.param_count = 0;
    option_set_params(argv + 1);
    int status = run_body(function);
    free_unless_running(function);
    char *none = NULL;
    option_set_params(&none);
    free(sh.params);
    sh.params = params;
    sh.param_count = count;
    return status;
}

int function_builtin_local(char **argv)
{
    if (sh.functions == 0) {
        sh_complain("local", "only a function has local variables");
        return sh_give_up(2);
    }
    for (argv++; *argv; argv++) {
        if (!builtin_is_name(*argv, true, "local"))
            return sh_give_up(2);
        size_t n = var_name_length(*argv);
        var_save(pool_string(*argv, n), &locals);
        if ((*argv)[n] == '=')
            var_assign(*argv);
    }
    return 0;
}

int function_builtin_return(char **argv)
{
    int status = builtin_count(argv, sh.status);

    if (status < 0)
        return sh_give_up(2);
    if (sh.functions == 0 && sh.files == 0) {
        if (!sh.interactive)
            sh_exit(status);
        sh_complain("return", "only a function or a file returns");
        return 1;
    }
    sh.returning = true;
    sh.return_status = status & 0xff;
    return sh.return_status;
}
