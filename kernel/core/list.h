/*
 * Doubly linked lists, the links inside the objects.  A head is a separate struct list; an object
 * may be on as many lists as it has links.  None of these sleeps or locks: the list's owner says
 * which lock guards it.
 *
 * A link that is on no list is zeroed, or points at itself, as list_init() and list_remove() leave
 * it.  DEBUG=1 panics where a link is inserted that is on a list, or one is removed that is on
 * none; where a head was never initialised; and where a link on a list is freed with its object.
 */
#ifndef CORE_LIST_H
#define CORE_LIST_H

#include "debug/list_check.h"
#include <stdbool.h>
#include <stddef.h>

struct list {
    struct list *next, *prev;
};

/* clang-format off */
#define LIST_INIT(head) {&(head), &(head)}
/* clang-format on */

/* The object that holds the link at address `link` in its field `member`. */
#define list_entry(link, type, member) ((type *)((char *)(link) - (offsetof(type, member))))

/* Visits each object; the loop may not remove the object that it is at. */
#define LIST_FOREACH(pos, head, type, member)                                        \
    for (type *pos = list_entry((head)->next, type, member); &pos->member != (head); \
         pos = list_entry(pos->member.next, type, member))

/* Visits each object; the loop may remove, and free, the object that it is at. */
#define LIST_FOREACH_SAFE(pos, after, head, type, member)          \
    for (type *pos = list_entry((head)->next, type, member),       \
              *after = list_entry(pos->member.next, type, member); \
         &pos->member != (head); pos = after, after = list_entry(pos->member.next, type, member))

static inline void list_init(struct list *head)
{
    head->next = head->prev = head;
}

static inline bool list_empty(const struct list *head)
{
    list_check_head(head);
    return head->next == head;
}

static inline void list_insert_before(struct list *place, struct list *link)
{
    list_check_insert(place, link);
    link->next = place;
    link->prev = place->prev;
    place->prev->next = link;
    place->prev = link;
}

static inline void list_push_back(struct list *head, struct list *link)
{
    list_insert_before(head, link);
}

static inline void list_push_front(struct list *head, struct list *link)
{
    list_check_head(head);
    list_insert_before(head->next, link);
}

static inline void list_remove(struct list *link)
{
    list_check_remove(link);
    link->prev->next = link->next;
    link->next->prev = link->prev;
    list_init(link);
}

/* Takes off the first link; NULL when there is none. */
static inline struct list *list_pop_front(struct list *head)
{
    struct list *link = head->next;
    if (link == head)
        return NULL;
    list_remove(link);
    return link;
}

#endif
