/* Lists linked both ways; a list that is no ring ends in NULL. */
#include <search.h>

struct element {
    struct element *next, *before;
};

void insque(void *element, void *before)
{
    struct element *e = element, *b = before;

    e->before = b;
    e->next = b ? b->next : NULL;
    if (b)
        b->next = e;
    if (e->next)
        e->next->before = e;
}

void remque(void *element)
{
    struct element *e = element;

    if (e->next)
        e->next->before = e->before;
    if (e->before)
        e->before->next = e->next;
}
