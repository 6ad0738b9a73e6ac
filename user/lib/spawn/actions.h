/* The list of a child's changes to its descriptors. */
#ifndef LIB_SPAWN_ACTIONS_H
#define LIB_SPAWN_ACTIONS_H

#include <sys/types.h>

struct __spawn_action {
    struct __spawn_action *next;
    enum { SPAWN_OPEN, SPAWN_CLOSE, SPAWN_DUP2 } kind;
    int fd, to;
    int flags;
    mode_t mode;
    char path[]; /* SPAWN_OPEN */
};

#endif
