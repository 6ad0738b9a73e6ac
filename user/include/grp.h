/* The groups of users (POSIX.1-2017, <grp.h>).  There is one, root; no file lists it. */
#ifndef _GRP_H
#define _GRP_H

#include <sys/types.h>

struct group {
    char *gr_name, *gr_passwd;
    gid_t gr_gid;
    char **gr_mem; /* its users' names, and NULL */
};

struct group *getgrnam(const char *name);
struct group *getgrgid(gid_t gid);
int getgrnam_r(const char *name, struct group *group, char *buf, size_t n, struct group **found);
int getgrgid_r(gid_t gid, struct group *group, char *buf, size_t n, struct group **found);
struct group *getgrent(void);
void setgrent(void);
void endgrent(void);

#endif
