/* The lists grow by doubling. */
#include "line_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prof.h"

/* Makes room for one more thing in a list; NULL when memory is out. */
static void *grow(struct line_list *l, void *list, size_t count, size_t *room, size_t nbytes)
{
    if (count < *room)
        return list;
    *room = *room ? 2 * *room : 256;
    void *larger = realloc(list, *room * nbytes);
    if (!larger)
        l->problem = "more line numbers than there is memory for";
    return larger;
}

/* Drops each "." and "folder/..", so that a file which is included by two paths is one.  This
 * assumes that none of the compiler's folders was a symbolic link. */
static void simplify(char *path)
{
    char *start = path + (*path == '/'), *end = start;
    size_t folders = 0; /* folders at the end of the result that a ".." can drop */

    for (const char *from = start; *from; from += strspn(from, "/")) {
        size_t length = strcspn(from, "/");

        if (length == 2 && strncmp(from, "..", 2) == 0 && folders > 0) {
            while (end > start && *--end != '/')
                ;
            folders--;
        } else if (length > 1 || *from != '.') {
            folders += length != 2 || strncmp(from, "..", 2) != 0;
            if (end > start)
                *end++ = '/';
            memmove(end, from, length);
            end += length;
        }
        from += length;
    }
    *end = '\0';
}

bool line_list_add_file(struct line_list *l, const char *base, const char *directory,
                        const char *name)
{
    struct line_table *t = l->table;
    if (*name == '/')
        directory = "";
    if (*name == '/' || *directory == '/')
        base = "";
    size_t length = strlen(base) + strlen(directory) + strlen(name) + 3;
    char **files = grow(l, t->files, t->file_count, &l->file_room, sizeof(*files));

    if (!files)
        return false;
    t->files = files;
    char *path = malloc(length);
    if (!path) {
        l->problem = "more line numbers than there is memory for";
        return false;
    }
    snprintf(path, length, "%s%s%s%s%s", base, *base ? "/" : "", directory, *directory ? "/" : "",
             name);
    simplify(printable(path));
    t->files[t->file_count++] = path;
    return true;
}

bool line_list_add(struct line_list *l, uint64_t pc, size_t file, uint64_t line)
{
    struct line_table *t = l->table;
    struct line *lines = grow(l, t->lines, t->line_count, &l->line_room, sizeof(*lines));

    if (!lines)
        return false;
    t->lines = lines;
    struct line *last = t->line_count > 0 ? &lines[t->line_count - 1] : NULL;
    if (!last || last->line == 0 || last->pc != pc)
        last = &lines[t->line_count++];
    *last = (struct line){.pc = pc, .file = (uint32_t)file, .line = (uint32_t)line};
    return true;
}
