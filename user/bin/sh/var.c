/* A linked list is enough: a shell has a few dozen variables.  It is in the order of their names,
 * as set prints it. */
#include "var.h"

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
    bool exported;
};

struct saved_var {
    struct saved_var *next;
    const char *name;
    const char *value; /* NULL: it had none */
    bool exported;
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

void var_set(const char *name, const char *value)
{
    struct var *var = make(name);
    char *new = sh_copy(value);

    free(var->value);
    var->value = new;
}

void var_unset(const char *name)
{
    struct var **place = find(name), *var = *place;

    if (!var)
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

void var_save(const char *name, struct saved_var **saved)
{
    struct saved_var *entry = pool_alloc(sizeof(*entry));
    const struct var *var = *find(name);

    entry->next = *saved;
    entry->name = name;
    if (var && var->value)
        entry->value = pool_string(var->value, strlen(var->value));
    entry->exported = var && var->exported;
    *saved = entry;
}

void var_restore(const struct saved_var *saved)
{
    for (; saved; saved = saved->next) {
        var_unset(saved->name);
        if (saved->value)
            var_set(saved->name, saved->value);
        if (saved->exported)
            var_export(saved->name);
    }
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

/* Between single quotes only a single quote needs more: '\''. */
static void print_value(const char *value)
{
    printf("='");
    for (; *value; value++) {
        if (*value == '\'')
            printf("'\\''");
        else
            putchar(*value);
    }
    putchar('\'');
}

void var_print(bool exported_only)
{
    for (struct var *var = vars; var; var = var->next)
        if (exported_only ? var->exported : !!var->value) {
            printf("%s%s", exported_only ? "export " : "", var->name);
            if (var->value)
                print_value(var->value);
            putchar('\n');
        }
}
