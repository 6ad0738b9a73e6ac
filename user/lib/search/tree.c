/*
 * Trees that stay low: treaps (Seidel and Aragon, "Randomized Search Trees", 1996).  Each node has
 * a random weight, and none weighs more than its parent.  The shape is then that of a tree into
 * which the keys came in random order.
 */
#include <search.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    const void *key; /* first: <search.h> says so */
    struct node *child[2];
    uint32_t weight;
};

static uint32_t draw_weight(void)
{
    static uint32_t state;

    uint32_t x = __atomic_add_fetch(&state, 0x9e3779b9u, __ATOMIC_RELAXED);
    x = (x ^ x >> 16) * 0x85ebca6bu;
    return x ^ x >> 13;
}

void *tfind(const void *key, void *const *root, int (*cmp)(const void *, const void *))
{
    struct node *at = root ? *root : NULL;
    int order;

    while (at && (order = cmp(key, at->key)) != 0)
        at = at->child[order > 0];
    return at;
}

/* Parts the tree at the key into those before it and those behind it. */
static void split(struct node *t, const void *key, struct node *part[2],
                  int (*cmp)(const void *, const void *))
{
    struct node **end[2] = {&part[0], &part[1]};

    while (t) {
        int before = cmp(t->key, key) < 0;

        *end[!before] = t;
        end[!before] = &t->child[before];
        t = t->child[before];
    }
    *end[0] = *end[1] = NULL;
}

/* Joins two trees; every key of the first is before every key of the second. */
static struct node *join(struct node *a, struct node *b)
{
    struct node *whole, **end = &whole;

    while (a && b) {
        struct node **top = a->weight > b->weight ? &a : &b;

        *end = *top;
        end = &(*top)->child[top == &a];
        *top = *end;
    }
    *end = a ? a : b;
    return whole;
}

void *tsearch(const void *key, void **root, int (*cmp)(const void *, const void *))
{
    if (!root)
        return NULL;
    struct node *there = tfind(key, root, cmp), **at = (struct node **)root;
    if (there)
        return there;
    struct node *new = malloc(sizeof(*new));
    if (!new)
        return NULL;
    new->key = key;
    new->weight = draw_weight();
    while (*at && (*at)->weight >= new->weight)
        at = &(*at)->child[cmp(key, (*at)->key) > 0];
    split(*at, key, new->child, cmp);
    *at = new;
    return new;
}

void *tdelete(const void *key, void **root, int (*cmp)(const void *, const void *))
{
    struct node **at = (struct node **)root;
    void *parent = root;

    if (!root)
        return NULL;
    int order;
    while (*at && (order = cmp(key, (*at)->key)) != 0) {
        parent = *at;
        at = &(*at)->child[order > 0];
    }
    struct node *gone = *at;
    if (!gone)
        return NULL;
    *at = join(gone->child[0], gone->child[1]);
    free(gone);
    return parent;
}

static void walk(const struct node *at, void (*visit)(const void *, VISIT, int), int depth)
{
    if (!at->child[0] && !at->child[1]) {
        visit(at, leaf, depth);
        return;
    }
    visit(at, preorder, depth);
    if (at->child[0])
        walk(at->child[0], visit, depth + 1);
    visit(at, postorder, depth);
    if (at->child[1])
        walk(at->child[1], visit, depth + 1);
    visit(at, endorder, depth);
}

void twalk(const void *root, void (*visit)(const void *node, VISIT when, int depth))
{
    if (root && visit)
        walk(root, visit, 0);
}

void tdestroy(void *root, void (*free_key)(void *))
{
    struct node *at = root;

    if (!at)
        return;
    tdestroy(at->child[0], free_key);
    tdestroy(at->child[1], free_key);
    if (free_key)
        free_key((void *)at->key);
    free(at);
}
