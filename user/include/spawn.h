/* Starting a program in a child (POSIX.1-2017, <spawn.h>).  Left out: scheduling. */
#ifndef _SPAWN_H
#define _SPAWN_H

#include <signal.h>
#include <sys/types.h>

#define POSIX_SPAWN_RESETIDS   1
#define POSIX_SPAWN_SETPGROUP  2
#define POSIX_SPAWN_SETSIGDEF  4
#define POSIX_SPAWN_SETSIGMASK 8

typedef struct {
    short flags;
    pid_t pgroup;
    sigset_t sigdefault, sigmask;
} posix_spawnattr_t;

typedef struct {
    struct __spawn_action *first, *last;
} posix_spawn_file_actions_t;

/* Returns 0 and the child's pid, or an error number: that of the action or exec that failed. */
int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attr, char *const argv[], char *const envp[]);
int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attr, char *const argv[], char *const envp[]);

/* The child's changes to its descriptors, which it makes in this order. */
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *actions, int fd, const char *path,
                                     int flags, mode_t mode);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int fd);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int fd, int to);

int posix_spawnattr_init(posix_spawnattr_t *attr);
int posix_spawnattr_destroy(posix_spawnattr_t *attr);
int posix_spawnattr_setflags(posix_spawnattr_t *attr, short flags);
int posix_spawnattr_getflags(const posix_spawnattr_t *attr, short *flags);
int posix_spawnattr_setpgroup(posix_spawnattr_t *attr, pid_t pgroup);
int posix_spawnattr_getpgroup(const posix_spawnattr_t *attr, pid_t *pgroup);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *attr, const sigset_t *set);
int posix_spawnattr_getsigdefault(const posix_spawnattr_t *attr, sigset_t *set);
int posix_spawnattr_setsigmask(posix_spawnattr_t *attr, const sigset_t *set);
int posix_spawnattr_getsigmask(const posix_spawnattr_t *attr, sigset_t *set);

#endif
