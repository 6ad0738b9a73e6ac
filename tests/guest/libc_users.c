/* There is one user, root, in one group; a process is nobody else. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

static void user(void)
{
    CHECK_STR(getpwuid(getuid())->pw_name, "root");
    CHECK_STR(getpwnam("root")->pw_dir, "/");
    CHECK_STR(getpwnam("root")->pw_shell, "/bin/sh");
    errno = 0;
    CHECK(!getpwnam("nobody"));
    CHECK(!getpwuid(1));
    CHECK_EQ(errno, 0);
    struct passwd copy, *found;
    char buf[64];
    CHECK_EQ(getpwnam_r("root", &copy, buf, sizeof(buf), &found), 0);
    CHECK(found == &copy);
    CHECK_EQ(found->pw_uid, 0);
    CHECK_EQ(getpwuid_r(7, &copy, buf, sizeof(buf), &found), 0);
    CHECK(!found);
    for (int i = 0; i < 2; i++) {
        setpwent();
        CHECK(getpwent());
        CHECK(!getpwent());
    }
}

static void group(void)
{
    CHECK_STR(getgrgid(getgid())->gr_name, "root");
    CHECK_STR(getgrnam("root")->gr_mem[0], "root");
    CHECK(!getgrnam("wheel"));
    CHECK(!getgrgid(1));
    CHECK(getgrent());
    CHECK(!getgrent());
    CHECK_EQ(getgroups(0, NULL), 1);
    gid_t groups[4];
    CHECK_EQ(getgroups(4, groups), 1);
    CHECK_EQ(groups[0], 0);
    CHECK_FAILS(getgroups(-1, NULL), EINVAL);
}

static void nobody_else(void)
{
    CHECK_EQ(setuid(0), 0);
    CHECK_FAILS(setuid(1), EPERM);
    CHECK_FAILS(setgid(1), EPERM);
    CHECK_EQ(setreuid(-1, 0), 0);
    CHECK_FAILS(setregid(0, 5), EPERM);
    CHECK_STR(getlogin(), "root");
    char name[8];
    CHECK_EQ(getlogin_r(name, sizeof(name)), 0);
    CHECK_EQ(getlogin_r(name, 4), ERANGE);
}

static void terminal(void)
{
    int fd = open("/dev/console", O_RDWR), file = open("/t/libc_users", O_RDONLY);

    CHECK_STR(ttyname(fd), "/dev/console");
    char name[32];
    CHECK_EQ(ttyname_r(fd, name, sizeof(name)), 0);
    CHECK_EQ(ttyname_r(fd, name, 3), ERANGE);
    CHECK_EQ(ttyname_r(file, name, sizeof(name)), ENOTTY);
    CHECK(!ttyname(file));
    CHECK_STR(ctermid(NULL), "/dev/console");
}

static void facts(void)
{
    errno = 0;
    CHECK_EQ(sysconf(_SC_BARRIERS), 200809);
    CHECK_EQ(sysconf(_SC_MESSAGE_PASSING), -1);
    CHECK_EQ(errno, 0);
    CHECK_FAILS(sysconf(10000), EINVAL);
    CHECK_EQ(pathconf("/", _PC_NAME_MAX), fpathconf(0, _PC_NAME_MAX));
    CHECK_FAILS(fpathconf(-1, _PC_NAME_MAX), EBADF);
    CHECK_FAILS(pathconf("/", 1000), EINVAL);
    char path[8];
    CHECK_EQ(confstr(_CS_PATH, path, sizeof(path)), 5);
    CHECK_STR(path, "/bin");
}

int main(void)
{
    user();
    group();
    nobody_else();
    terminal();
    facts();
    return 0;
}
