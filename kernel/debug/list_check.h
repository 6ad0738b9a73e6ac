/*
 * The checks of core/list.h with DEBUG=1; without it they are empty.  They are macros, so that a
 * panic's first line is the code that uses the list.
 */
#ifndef DEBUG_LIST_CHECK_H
#define DEBUG_LIST_CHECK_H

#include "core/panic.h"
#include <stdbool.h>

#ifdef DEBUG

struct list;

/* on: whether the link had to be on a list. */
_Noreturn void list_panic(const struct list *link, bool on);

#define list_check_head(head)                                                        \
    do                                                                               \
        if (!(head)->next)                                                           \
            panic("the list at %p was never initialised: list_init(), waitq_init() " \
                  "(core/list.h)",                                                   \
                  (const void *)(head));                                             \
    while (0)

/* Panics unless the link is on no list, and both neighbours of the place point back to it. */
#define list_check_insert(place, link)                                              \
    do {                                                                            \
        if ((link)->next && (link)->next != (link))                                 \
            list_panic(link, false);                                                \
        list_check_head(place);                                                     \
        if ((place)->next->prev != (place) || (place)->prev->next != (place))       \
            panic("the list at %p is broken: its head or a link on it was copied, " \
                  "overwritten, or put on another list (core/list.h)",              \
                  (const void *)(place));                                           \
    } while (0)

/* Panics unless the link is on a list. */
#define list_check_remove(link)                      \
    do                                               \
        if (!(link)->next || (link)->next == (link)) \
            list_panic(link, true);                  \
    while (0)

#else

#define list_check_head(head)          ((void)0)
#define list_check_insert(place, link) ((void)0)
#define list_check_remove(link)        ((void)0)

#endif

#endif
