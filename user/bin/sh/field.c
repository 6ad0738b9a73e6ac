#include "field.h"

#include "names.h"
#include "pool.h"
#include "sh.h"
#include "var.h"

#include <string.h>

const char *field_separators(void)
{
    const char *ifs = var_get("IFS");

    return ifs ? ifs : " \t\n";
}

void field_end(struct fields *f)
{
    struct word **place = f->place;
    const char *pattern = f->field.s ? f->field.s : "";

    if (!f->open)
        return;
    if (f->magic && !sh.no_names)
        f->place = glob_expand(pattern, place);
    if (f->place == place) {
        *place = pool_alloc(sizeof(**place));
        (*place)->text = glob_plain(pattern);
        f->place = &(*place)->next;
    }
    f->field = (struct text){NULL, 0, 0};
    f->open = f->magic = false;
}

/* Blanks of IFS only separate; any other character of it ends a field, which may be empty. */
static void separate(struct fields *f, char c)
{
    bool blank = strchr(" \t\n", c) != NULL;

    if (f->open) {
        field_end(f);
        f->ended = blank;
    } else if (!blank) {
        f->open = !f->ended;
        field_end(f);
        f->ended = false;
    }
}

void field_put(struct fields *f, char c, enum quoting quoting)
{
    bool quoted = quoting == QUOTED;
    bool special = quoted ? strchr("*?[]!^-\\", c) != NULL : c == '\\';

    if (f->split && quoting == SPLIT && strchr(field_separators(), c)) {
        separate(f, c);
        return;
    }
    if ((f->split || f->pattern) && special)
        text_add(&f->field, '\\');
    else if (!quoted && strchr("*?[", c))
        f->magic = true;
    text_add(&f->field, c);
    f->open = true;
    f->ended = false;
}

void field_put_string(struct fields *f, const char *s, enum quoting quoting)
{
    for (; *s; s++)
        field_put(f, *s, quoting);
}

/* Between two parameters that become one string: the first of IFS, for $@ a blank. */
static void join(struct fields *f, bool together)
{
    char c = together ? *field_separators() : ' ';

    if (c)
        field_put(f, c, QUOTED);
}

void field_put_params(struct fields *f, bool together, bool quoted)
{
    f->nothing |= sh.param_count == 0 && !together;
    for (int i = 0; i < sh.param_count; i++) {
        if (i > 0 && f->split && !(quoted && together))
            field_end(f);
        else if (i > 0)
            join(f, together);
        f->open |= quoted;
        field_put_string(f, sh.params[i], quoted ? QUOTED : SPLIT);
    }
}
