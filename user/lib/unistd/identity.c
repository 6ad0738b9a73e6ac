/* The user and the groups of a process stay 0; another number is EPERM. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

static int only_root(unsigned id)
{
    if (id == 0 || id == (unsigned)-1) /* -1: leave it */
        return 0;
    errno = EPERM;
    return -1;
}

int setuid(uid_t uid)
{
    return only_root(uid);
}

int seteuid(uid_t uid)
{
    return only_root(uid);
}

int setgid(gid_t gid)
{
    return only_root(gid);
}

int setegid(gid_t gid)
{
    return only_root(gid);
}

int setreuid(uid_t real, uid_t effective)
{
    return only_root(real) < 0 ? -1 : only_root(effective);
}

int setregid(gid_t real, gid_t effective)
{
    return only_root(real) < 0 ? -1 : only_root(effective);
}

int getgroups(int n, gid_t groups[])
{
    if (n < 0) {
        errno = EINVAL;
        return -1;
    }
    if (n > 0)
        groups[0] = 0;
    return 1;
}

char *getlogin(void)
{
    static char name[] = "root";

    return name;
}

int getlogin_r(char *name, size_t n)
{
    return strlcpy(name, "root", n) < n ? 0 : ERANGE;
}
