/* Making the list of actions. */
#include "actions.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions)
{
    *actions = (posix_spawn_file_actions_t){NULL, NULL};
    return 0;
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions)
{
    struct __spawn_action *next;

    for (struct __spawn_action *a = actions->first; a; a = next) {
        next = a->next;
        free(a);
    }
    return posix_spawn_file_actions_init(actions);
}

static int add(posix_spawn_file_actions_t *actions, struct __spawn_action from, const char *path)
{
    if (from.fd < 0 || from.to < 0)
        return EBADF;
    size_t len = strlen(path);
    struct __spawn_action *a = malloc(sizeof(*a) + len + 1);
    if (!a)
        return ENOMEM;
    *a = from;
    memcpy(a->path, path, len + 1);
    *(actions->last ? &actions->last->next : &actions->first) = a;
    actions->last = a;
    return 0;
}

int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *actions, int fd, const char *path,
                                     int flags, mode_t mode)
{
    struct __spawn_action a = {.kind = SPAWN_OPEN, .to = fd, .flags = flags, .mode = mode};

    return add(actions, a, path);
}

int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int fd)
{
    return add(actions, (struct __spawn_action){.kind = SPAWN_CLOSE, .fd = fd}, "");
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int fd, int to)
{
    return add(actions, (struct __spawn_action){.kind = SPAWN_DUP2, .fd = fd, .to = to}, "");
}
