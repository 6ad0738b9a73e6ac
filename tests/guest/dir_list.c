/* machine: cpus=4 */
/*
 * Listing a large directory: every name is listed once; while names are added and removed, those
 * that stay are still listed once, and those that were removed are not listed again.
 */
#include "child.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define NAMES 1000

static unsigned char seen[NAMES];
static int dots;

static void name_of(char *name, int i)
{
    sprintf(name, "/tmp/list/entry-%d", i);
}

static void make_name(int i)
{
    char name[64];
    name_of(name, i);
    CHECK_EQ(close(open(name, O_WRONLY | O_CREAT | O_EXCL, 0666)), 0);
}

static void remove_name(int i)
{
    char name[64];
    name_of(name, i);
    CHECK_EQ(unlink(name), 0);
}

/* Reads up to 7 names; returns how many. */
static int list_some(int fd)
{
    static struct dirent list[7];
    ssize_t n = getdents(fd, list, sizeof(list));
    CHECK(n >= 0);
    CHECK_EQ(n % sizeof(struct dirent), 0);
    n /= sizeof(struct dirent);
    for (ssize_t i = 0; i < n; i++) {
        CHECK_EQ(list[i].d_reclen, sizeof(struct dirent));
        CHECK(list[i].d_ino > 0);
        if (list[i].d_name[0] == '.') {
            dots++;
        } else {
            int number = atoi(list[i].d_name + 6);
            CHECK_EQ(strncmp(list[i].d_name, "entry-", 6), 0);
            CHECK_IN(number, 0, NAMES - 1);
            seen[number]++;
        }
    }
    return n;
}

static void begin(void)
{
    memset(seen, 0, sizeof(seen));
    dots = 0;
}

static void all_there(int fd)
{
    begin();
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    while (list_some(fd) > 0)
        continue;
    CHECK_EQ(dots, 2);
    for (int i = 0; i < NAMES; i++)
        CHECK_EQ(seen[i], 1);
    CHECK_EQ(list_some(fd), 0);
}

/* Removes names that were just listed, and every third name, between two parts of the list. */
static void while_removed(int fd)
{
    static unsigned char gone[NAMES];
    begin();
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    for (int i = 0; list_some(fd) > 0; i += 6) {
        for (int k = 0; k < NAMES; k++) {
            if (!gone[k] && (seen[k] ? k % 2 == 0 : k % 3 == 0 && k <= i)) {
                remove_name(k);
                gone[k] = 1 + seen[k];
            }
        }
    }
    for (int i = 0; i < NAMES; i++)
        CHECK_EQ(seen[i], gone[i] == 1 ? 0 : 1);
    begin();
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    while (list_some(fd) > 0)
        continue;
    for (int i = 0; i < NAMES; i++) {
        CHECK_EQ(seen[i], !gone[i]);
        if (gone[i])
            make_name(i);
    }
}

/* Another process removes and makes the odd names all the time. */
static void while_others_work(int fd)
{
    struct channel begun = channel_open(), stop = channel_open();
    CHECK_EQ(fcntl(stop.in, F_SETFL, O_NONBLOCK), 0);
    pid_t pid = START_CHILD({
        char byte;
        for (int i = 1; read(stop.in, &byte, 1) < 0; i = (i + 2) % NAMES) {
            remove_name(i);
            make_name(i);
            if (i == 1)
                channel_send(begun, 'b');
        }
    });
    CHECK_EQ(close(begun.out), 0); /* or a child that fails would be waited for for ever */
    channel_receive(begun);
    for (int round = 0; round < 10; round++) {
        begin();
        CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
        while (list_some(fd) > 0)
            continue;
        for (int i = 0; i < NAMES; i += 2)
            CHECK_EQ(seen[i], 1);
    }
    channel_send(stop, 's');
    CHECK_EQ(child_wait(pid), 0);
}

static void refused(int fd)
{
    CHECK_EQ(lseek(fd, 0, SEEK_SET), 0);
    struct dirent list[2];
    CHECK_FAILS(getdents(fd, list, sizeof(list[0]) - 1), EINVAL);
    CHECK_FAILS(getdents(fd, nowhere(), sizeof(list)), EFAULT);
    CHECK_EQ(getdents(fd, list, sizeof(list) - 1), sizeof(list[0])); /* whole entries only */
    CHECK_STR(list[0].d_name, ".");
    CHECK_EQ(getdents(fd, list, sizeof(list)), sizeof(list));
    CHECK_STR(list[0].d_name, "..");
    struct stat st;
    CHECK_EQ(stat("/tmp", &st), 0);
    CHECK_EQ(list[0].d_ino, st.st_ino);
    CHECK_FAILS(getdents(100, list, sizeof(list)), EBADF);
    int file = open("/tmp/list/entry-0", O_RDONLY);
    CHECK_FAILS(getdents(file, list, sizeof(list)), ENOTDIR);
}

int main(void)
{
    CHECK_EQ(mkdir("/tmp/list", 0777), 0);
    for (int i = 0; i < NAMES; i++)
        make_name(i);
    int fd = open("/tmp/list", O_RDONLY | O_DIRECTORY);
    all_there(fd);
    while_removed(fd);
    all_there(fd);
    while_others_work(fd);
    refused(fd);
    return 0;
}
