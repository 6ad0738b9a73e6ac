/* The one user.  Its strings are constant, so the _r forms need none of their buffer. */
#include <pwd.h>
#include <stdbool.h>
#include <string.h>

static struct passwd root = {
    .pw_name = (char *)"root",
    .pw_passwd = (char *)"",
    .pw_gecos = (char *)"root",
    .pw_dir = (char *)"/",
    .pw_shell = (char *)"/bin/sh",
};
static bool was_read; /* by getpwent */

struct passwd *getpwnam(const char *name)
{
    return strcmp(name, root.pw_name) == 0 ? &root : NULL;
}

struct passwd *getpwuid(uid_t uid)
{
    return uid == root.pw_uid ? &root : NULL;
}

static int give(const struct passwd *from, struct passwd *user, struct passwd **found)
{
    *found = NULL;
    if (from) {
        *user = *from;
        *found = user;
    }
    return 0;
}

int getpwnam_r(const char *name, struct passwd *user, char *buf, size_t n, struct passwd **found)
{
    (void)buf, (void)n;
    return give(getpwnam(name), user, found);
}

int getpwuid_r(uid_t uid, struct passwd *user, char *buf, size_t n, struct passwd **found)
{
    (void)buf, (void)n;
    return give(getpwuid(uid), user, found);
}

struct passwd *getpwent(void)
{
    struct passwd *next = was_read ? NULL : &root;

    was_read = true;
    return next;
}

void setpwent(void)
{
    was_read = false;
}

void endpwent(void)
{
    was_read = false;
}
