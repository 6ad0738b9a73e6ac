/* A linked list is enough: a shell has a few dozen variables.  It is in the order of their names,
 * as set prints it. */
#include "var.h"

#include "builtin.h"
#include "pool.h"
#include "sh.h"
#include "text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct var {
    struct var *next;
    char *name;
    char *value; /* NULL: it is unset, and only marked */
    bool exported, readonly;
};

struct saved_var {
    struct saved_var *next;
    struct var was; /* value NULL: it had none */
};

static struct var *vars;

size_t var_name_length(const char *s)
{
    size_t n = 0;

    if (isdigit((unsigned char)*s))
        return 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return n;
}

/* The link that points to the variable, or the last link if it does not exist. */
static struct var **find(const char *name)
{
    struct var **place = &vars;

    while (*place && strcmp((*place)->name, name) != 0)
        place = &(*place)->next;
    return place;
}

const char *var_get(const char *name)
{
    struct var *var = *find(name);

    return var ? var->value : NULL;
}

static struct var *make(const char *name)
{
    struct var *var = *find(name), **place = &vars;

    if (var)
        return var;
    while (*place && strcmp((*place)->name, name) < 0)
        place = &(*place)->next;
    var = sh_alloc(sizeof(*var));
    var->name = sh_copy(name);
    var->next = *place;
    *place = var;
    return var;
}

static bool may_change(const struct var *var)
{
    if (!var || !var->readonly)
        return true;
    sh_complain(var->name, "is readonly");
    sh_abandon(2);
    return false;
}

void var_set(const char *name, const char *value)
{
    struct var *var = make(name);

    if (!may_change(var))
        return;
    char *new = sh_copy(value);
    free(var->value);
    var->value = new;
    var->exported |= sh.export_all;
    if (strcmp(name, "OPTIND") == 0)
        sh.option_offset = 0;
}

void var_unset(const char *name)
{
    struct var **place = find(name), *var = *place;

    if (!var || !may_change(var))
        return;
    *place = var->next;
    free(var->name);
    free(var->value);
    free(var);
}

void var_export(const char *name)
{
    make(name)->exported = true;
}

void var_protect(const char *name)
{
    make(name)->readonly = true;
}

void var_save(const char *name, struct saved_var **saved)
{
    struct saved_var *entry = sh_alloc(sizeof(*entry));
    const struct var *var = *find(name);

    if (var)
        entry->was = *var;
    entry->was.name = sh_copy(name);
    entry->was.value = var && var->value ? sh_copy(var->value) : NULL;
    entry->next = *saved;
    *saved = entry;
}

static void restore(const struct var *was)
{
    struct var *var = make(was->name);

    var->readonly = false;
    var_unset(was->name);
    if (was->value)
        var_set(was->name, was->value);
    if (was->exported)
        var_export(was->name);
    if (was->readonly)
        var_protect(was->name);
}

void var_forget(struct saved_var *saved)
{
    while (saved) {
        struct saved_var *next = saved->next;

        free(saved->was.name);
        free(saved->was.value);
        free(saved);
        saved = next;
    }
}

void var_restore(struct saved_var *saved)
{
    for (const struct saved_var *entry = saved; entry; entry = entry->next)
        restore(&entry->was);
    var_forget(saved);
}

void var_assign(const char *text)
{
    size_t n = var_name_length(text);
    char *name = pool_string(text, n);

    var_set(name, text + n + 1);
}

void var_import(char **environment)
{
    for (; *environment; environment++) {
        size_t n = var_name_length(*environment);

        if (n > 0 && (*environment)[n] == '=') {
            var_assign(*environment);
            var_export(pool_string(*environment, n));
        }
    }
}

char **var_environment(void)
{
    size_t count = 0;

    for (struct var *var = vars; var; var = var->next)
        count += var->exported && var->value;
    char **list = pool_alloc((count + 1) * sizeof(*list));
    for (struct var *var = vars; var; var = var->next)
        if (var->exported && var->value) {
            struct text entry = {NULL, 0, 0};

            text_append(&entry, var->name, strlen(var->name));
            text_add(&entry, '=');
            text_append(&entry, var->value, strlen(var->value));
            list[--count] = entry.s;
        }
    return list;
}

static bool is_of_kind(const struct var *var, enum var_kind kind)
{
    return kind == VAR_SET        ? var->value != NULL
           : kind == VAR_EXPORTED ? var->exported
                                  : var->readonly;
}

void var_print(const char *command, enum var_kind kind)
{
    for (const struct var *var = vars; var; var = var->next)
        if (is_of_kind(var, kind)) {
            printf("%s%s", command, var->name);
            if (var->value) {
                putchar('=');
                builtin_print_quoted(var->value);
            }
            putchar('\n');
        }
}
