/* Trees, the hash table, arrays and lists against the host's, and the height of a tree. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <string.h>

#include "check.h"

typedef enum { preorder, postorder, endorder, leaf } VISIT;
typedef struct {
    char *key;
    void *data;
} ENTRY;
#define OURS(type, name, ...) type t_##name(__VA_ARGS__)
typedef int compare(const void *, const void *);
OURS(void *, tsearch, const void *, void **, compare *);
OURS(void *, tfind, const void *, void *const *, compare *);
OURS(void *, tdelete, const void *, void **, compare *);
OURS(void, twalk, const void *, void (*)(const void *, VISIT, int));
OURS(void, tdestroy, void *, void (*)(void *));
OURS(int, hcreate, size_t);
OURS(ENTRY *, hsearch, ENTRY, int);
OURS(void, hdestroy, void);
OURS(void *, lfind, const void *, const void *, size_t *, size_t, compare *);
OURS(void *, lsearch, const void *, void *, size_t *, size_t, compare *);
OURS(void, insque, void *, void *);
OURS(void, remque, void *);

#define KEYS 5000

static int keys[KEYS];
static bool is_in[KEYS];
static int visited, deepest, before;

static int by_value(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void visit(const void *node, VISIT when, int depth)
{
    int key = **(const int *const *)node;

    if (when != postorder && when != leaf)
        return;
    visited++;
    CHECK(key > before && is_in[key], "%d after %d", key, before);
    before = key;
    if (depth > deepest)
        deepest = depth;
}

static void walk(void *root, int count)
{
    visited = deepest = 0;
    before = -1;
    t_twalk(root, visit);
    CHECK(visited == count, "%d of %d", visited, count);
}

static void trees(void)
{
    void *root = NULL;
    int count = 0;

    for (int i = 0; i < KEYS; i++) /* in order: a plain tree would be a list */
        keys[i] = i;
    for (int i = 0; i < KEYS; i++) {
        int **node = t_tsearch(&keys[i], &root, by_value);
        CHECK(node && *node == &keys[i], "%d", i);
        is_in[i] = true;
        count++;
    }
    walk(root, count);
    CHECK(deepest < 60, "%d deep", deepest); /* 2.5 times the least height, on average */
    for (int i = 0; i < 20000; i++) {
        int n = draw_below(KEYS), copy = n;
        int **node = t_tfind(&copy, &root, by_value);
        CHECK(!node == !is_in[n] && (!node || *node == &keys[n]), "%d", n);
        if (draw_below(2)) {
            CHECK(!t_tdelete(&copy, &root, by_value) == !is_in[n], "%d", n);
            count -= is_in[n];
            is_in[n] = false;
        } else {
            t_tsearch(&keys[n], &root, by_value);
            count += !is_in[n];
            is_in[n] = true;
        }
    }
    walk(root, count);
    t_tdestroy(root, NULL);
}

static void hashes(void)
{
    static char names[1000][8];

    CHECK(t_hcreate(1000), "hcreate");
    for (int i = 0; i < 1000; i++) {
        sprintf(names[i], "k%d", i);
        ENTRY *e = t_hsearch((ENTRY){names[i], &names[i]}, 1);
        CHECK(e && e->data == &names[i], "%d", i);
    }
    for (int i = 0; i < 1000; i++) {
        char key[8];
        sprintf(key, "k%d", i);
        ENTRY *e = t_hsearch((ENTRY){key, NULL}, 1); /* the entry that is there */
        CHECK(e && e->data == &names[i], "%d", i);
    }
    CHECK(!t_hsearch((ENTRY){(char *)"none", NULL}, 0), "none");
    CHECK(!t_hcreate(5), "there is one");
    t_hdestroy();
    CHECK(!t_hsearch((ENTRY){names[0], NULL}, 0), "no table");
}

static void arrays_and_lists(void)
{
    int array[4] = {3, 1, 2}, key = 2, other = 9;
    size_t n = 3;
    struct item {
        struct item *next, *before;
    } a, b, c;

    CHECK(t_lfind(&key, array, &n, sizeof(int), by_value) == &array[2], "2");
    CHECK(!t_lfind(&other, array, &n, sizeof(int), by_value), "9");
    CHECK(t_lsearch(&other, array, &n, sizeof(int), by_value) == &array[3] && n == 4, "%zu", n);
    t_insque(&a, NULL);
    t_insque(&c, &a);
    t_insque(&b, &a);
    CHECK(a.next == &b && b.next == &c && !c.next && c.before == &b && !a.before, "linked");
    t_remque(&b);
    CHECK(a.next == &c && c.before == &a, "without the middle");
}

int main(void)
{
    trees();
    hashes();
    arrays_and_lists();
    return verdict("search");
}
