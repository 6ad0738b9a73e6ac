/* Owners of files.  There is one user and one group, 0, so no file can be given away. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int keeps_owner(uid_t uid, gid_t gid)
{
    if ((uid == 0 || uid == (uid_t)-1) && (gid == 0 || gid == (gid_t)-1))
        return 0;
    errno = EPERM;
    return -1;
}

int fchownat(int dirfd, const char *path, uid_t uid, gid_t gid, int flags)
{
    struct stat st;

    return fstatat(dirfd, path, &st, flags) < 0 ? -1 : keeps_owner(uid, gid);
}

int fchown(int fd, uid_t uid, gid_t gid)
{
    struct stat st;

    return fstat(fd, &st) < 0 ? -1 : keeps_owner(uid, gid);
}

int chown(const char *path, uid_t uid, gid_t gid)
{
    return fchownat(AT_FDCWD, path, uid, gid, 0);
}

int lchown(const char *path, uid_t uid, gid_t gid)
{
    return fchownat(AT_FDCWD, path, uid, gid, AT_SYMLINK_NOFOLLOW);
}
