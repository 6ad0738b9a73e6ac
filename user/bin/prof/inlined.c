/*
 * A copy of a function in its caller has no symbol, and a function may have several copies and one
 * or more symbols besides.  In a table of functions all of these are one row.  So the symbols of
 * one name are joined: the first of them, symbol->same, has the ticks of all.  A function that has
 * only copies gets a symbol behind the others, without an address.
 *
 * Nothing in the table is trusted, as with the rest of the file (program.c).
 */
#include "inlined.h"

#include <string.h>

#include "prof.h"
#include "program.h"

#define MAGIC "inlined1"

struct table {
    struct inlined_head head;
    const struct inlined_range *ranges;
    const struct inlined_node *nodes;
    const struct inlined_name *names;
    char *strings;
    uint64_t strings_nbytes; /* the last is 0 */
};

/* The next count things of nbytes each, or NULL if the section has fewer. */
static const void *take(char **at, const char *end, uint64_t count, uint64_t nbytes)
{
    const void *taken = *at;

    if (count > (uint64_t)(end - *at) / nbytes)
        return NULL;
    *at += count * nbytes;
    return taken;
}

/* In a copy of the section, which is aligned. */
static bool find_table(struct program *p, struct table *table)
{
    uint64_t nbytes = 0;
    const void *section = program_section(p, ".inlined", &nbytes);

    if (!section || nbytes < sizeof(table->head) || memcmp(section, MAGIC, strlen(MAGIC)) != 0)
        return false;
    char *at = p->inlined.section = memcpy(tool_alloc(NULL, nbytes), section, nbytes);
    const char *end = at + nbytes;
    memcpy(&table->head, at, sizeof(table->head));
    at += sizeof(table->head);
    table->ranges = take(&at, end, table->head.ranges, sizeof(*table->ranges));
    table->nodes = take(&at, end, table->head.nodes, sizeof(*table->nodes));
    table->names = take(&at, end, table->head.names, sizeof(*table->names));
    table->strings = at;
    table->strings_nbytes = (uint64_t)(end - at);
    return table->ranges && table->nodes && table->names && (at == end || end[-1] == '\0');
}

/* How deep the deepest node is; 0: something is out of its range. */
static size_t check(const struct table *table)
{
    uint8_t *depth = tool_alloc(NULL, table->head.nodes + 1);
    size_t most = depth[0] = 1;

    for (uint32_t i = 1; i <= table->head.nodes && most; i++) {
        const struct inlined_node *node = &table->nodes[i - 1];

        if (node->name >= table->strings_nbytes || node->parent >= i ||
            depth[node->parent] == INLINED_MOST)
            most = 0;
        else if ((depth[i] = (uint8_t)(depth[node->parent] + 1)) > most)
            most = depth[i];
    }
    free(depth);
    for (uint32_t i = 0; i < table->head.ranges; i++)
        if (table->ranges[i].node == 0 || table->ranges[i].node > table->head.nodes)
            return 0;
    for (uint32_t i = 0; i < table->head.names; i++)
        if (table->names[i].name >= table->strings_nbytes)
            return 0;
    return most;
}

static void rename_symbols(struct program *p, const struct table *table)
{
    for (uint32_t i = 0; i < table->head.names; i++) {
        struct symbol *symbol = program_find(p, table->names[i].low);

        if (symbol && symbol->low == table->names[i].low)
            symbol->name = printable(table->strings + table->names[i].name);
    }
}

static int by_name(const void *left, const void *right)
{
    const struct symbol *a = *(struct symbol *const *)left, *b = *(struct symbol *const *)right;
    int order = strcmp(a->name, b->name);

    return order ? order : a->low < b->low ? -1 : a->low > b->low;
}

/* Gives each node a symbol, behind the others, and joins those of one name. */
static void join(struct program *p, const struct table *table)
{
    size_t all = p->count + table->head.nodes, joined = 0;
    struct symbol **sorted = tool_alloc(NULL, all * sizeof(*sorted));

    p->symbols = tool_alloc(p->symbols, all * sizeof(*p->symbols));
    for (uint32_t i = 0; i < table->head.nodes; i++)
        p->symbols[p->count + i] =
            (struct symbol){.name = printable(table->strings + table->nodes[i].name),
                            .low = UINT64_MAX,
                            .high = UINT64_MAX};
    for (struct symbol *symbol = p->symbols; symbol < p->symbols + all; symbol++) {
        symbol->same = symbol;
        if (!symbol->mark)
            sorted[joined++] = symbol;
    }
    qsort(sorted, joined, sizeof(*sorted), by_name);
    for (size_t i = 1; i < joined; i++)
        if (strcmp(sorted[i]->name, sorted[i - 1]->name) == 0)
            sorted[i]->same = sorted[i - 1]->same;
    free(sorted);
}

void inlined_read(struct program *p)
{
    struct table table;

    if (!find_table(p, &table) || !(p->inlined.depth = check(&table)))
        return;
    rename_symbols(p, &table);
    join(p, &table);
    p->inlined.ranges = table.ranges;
    p->inlined.range_count = table.head.ranges;
    p->inlined.nodes = table.nodes;
    p->inlined.node_count = table.head.nodes;
}

void inlined_free(struct inlined *inlined)
{
    free(inlined->section);
    *inlined = (struct inlined){.depth = 0};
}

/* The last range that begins at or below the pc, or NULL. */
static const struct inlined_range *range_below(const struct inlined *inlined, uint64_t pc)
{
    size_t low = 0, high = inlined->range_count; /* the first above the pc is in [low, high] */

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (inlined->ranges[middle].low <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &inlined->ranges[low - 1] : NULL;
}

/* The node that has the code at the pc; 0: none. */
static uint32_t node_at(const struct inlined *inlined, uint64_t pc)
{
    const struct inlined_range *range = range_below(inlined, pc);

    return range && pc - range->low < range->nbytes ? range->node : 0;
}

bool inlined_has(const struct program *program, uint64_t low, uint64_t high)
{
    const struct inlined_range *range = range_below(&program->inlined, high - 1);

    return range && (range->low >= low || low - range->low < range->nbytes);
}

size_t inlined_at(const struct program *p, struct symbol *symbol, uint64_t pc,
                  struct symbol *functions[INLINED_MOST])
{
    uint32_t node = symbol && !symbol->mark ? node_at(&p->inlined, pc) : 0;
    size_t count = 1;

    for (uint32_t n = node; n > 0; n = p->inlined.nodes[n - 1].parent)
        count++;
    for (size_t i = count; node > 0; node = p->inlined.nodes[node - 1].parent)
        functions[--i] = p->symbols[p->count + node - 1].same;
    functions[0] = symbol ? symbol->same : NULL;
    return count;
}
