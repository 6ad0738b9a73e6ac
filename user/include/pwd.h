/* The users (POSIX.1-2017, <pwd.h>).  There is one, root; no file lists it. */
#ifndef _PWD_H
#define _PWD_H

#include <sys/types.h>

struct passwd {
    char *pw_name, *pw_passwd;
    uid_t pw_uid;
    gid_t pw_gid;
    char *pw_gecos, *pw_dir, *pw_shell;
};

struct passwd *getpwnam(const char *name); /* NULL, with errno as it was: there is no such user */
struct passwd *getpwuid(uid_t uid);
int getpwnam_r(const char *name, struct passwd *user, char *buf, size_t n, struct passwd **found);
int getpwuid_r(uid_t uid, struct passwd *user, char *buf, size_t n, struct passwd **found);
struct passwd *getpwent(void); /* the next of the list */
void setpwent(void);
void endpwent(void);

#endif
