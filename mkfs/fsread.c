/*
 * fsread: reads files out of an image, which is never changed.
 *
 *     fsread IMAGE ls [-l] PATH
 *     fsread IMAGE cat PATH
 *     fsread IMAGE get PATH FOLDER      copies the file or tree at PATH to FOLDER
 *
 * Status: 0, or 2 after a message.  In Tally a tree may be deeper than any path is long.  A file
 * whose path is too long for the host is left out, with a message and status 2; the rest is copied.
 */
#include "core/error.h"
#include "core/string.h"
#include "fs/contents.h"
#include "fs/directory.h"
#include "fs/fs.h"
#include "fs/path.h"
#include "mkfs/disk.h"
#include "mkfs/host.h"
#include <abi/dirent.h>
#include <abi/errno.h>
#include <stdio.h>

#define CACHE_BLOCKS 8192

static void check(int64_t result, const char *path)
{
    if (result < 0)
        host_fail("%s: %s", path, error_text(result));
}

/* ---- files ---- */

/* To stdout, or to a file, in which blocks of zeros become holes: a hole may be larger than the
 * disk. */
static void copy_out(struct inode *inode, const char *path, int fd)
{
    static char buf[FS_BLOCK_SIZE];
    static const char zeros[sizeof(buf)];
    uint64_t skipped = 0;
    int64_t n;
    for (off_t off = 0; (n = contents_read(inode, io_kernel(buf), off, sizeof(buf))) != 0;
         off += n) {
        check(n, path);
        if (fd < 0) {
            fwrite(buf, 1, n, stdout);
        } else if (memcmp(buf, zeros, n) == 0) {
            skipped += n;
        } else {
            host_skip(fd, skipped);
            skipped = 0;
            host_write(fd, buf, n);
        }
    }
    if (fd >= 0)
        host_skip(fd, skipped);
}

static void read_link(struct inode *inode, const char *path, char *target)
{
    int64_t n = contents_readlink(inode, io_kernel(target), PATH_MAX - 1);
    check(n, path);
    target[n] = '\0';
}

/* Calls visit() for each name in the directory but "." and "..". */
static void each_name(struct inode *dir, const char *path,
                      void (*visit)(struct inode *dir, const char *path, const char *name,
                                    void *arg),
                      void *arg)
{
    off_t pos = 2;
    int64_t n;
    struct dirent list[16];
    while ((n = directory_list(dir, io_kernel(list), sizeof(list), &pos)) != 0) {
        check(n, path);
        for (size_t i = 0; i < n / sizeof(list[0]); i++)
            visit(dir, path, list[i].d_name, arg);
    }
}

static struct inode *open_in(struct inode *dir, const char *path, const char *name, char **full)
{
    *full = host_join(strcmp(path, "/") == 0 ? "" : path, name);
    struct inode *inode;
    check(path_lookup(dir, name, false, &inode), *full);
    return inode;
}

/* ---- ls ---- */

/* Prints seconds since 1970 as a date of the Gregorian calendar. */
static void print_date(uint64_t seconds)
{
    static const unsigned char lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    uint64_t days = seconds / 86400, year = 1970;
    unsigned month = 0;
    for (;; year++) {
        bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        uint64_t length = leap ? 366 : 365;
        if (days >= length) {
            days -= length;
            continue;
        }
        for (;; month++) {
            unsigned n = lengths[month] + (month == 1 && leap);
            if (days < n)
                break;
            days -= n;
        }
        break;
    }
    printf("%04u-%02u-%02u %02u:%02u", (unsigned)year, month + 1, (unsigned)days + 1,
           (unsigned)(seconds % 86400 / 3600), (unsigned)(seconds % 3600 / 60));
}

static void print_name(struct inode *inode, const char *path, const char *name, bool is_long)
{
    struct stat st;
    inode_stat(inode, &st);
    if (is_long) {
        char kind = S_ISDIR(st.st_mode)   ? 'd'
                    : S_ISLNK(st.st_mode) ? 'l'
                    : S_ISCHR(st.st_mode) ? 'c'
                                          : '-';
        putchar(kind);
        for (int bit = 8; bit >= 0; bit--)
            putchar(st.st_mode >> bit & 1 ? "xwr"[bit % 3] : '-');
        printf(" %3u %10lld ", st.st_nlink, (long long)st.st_size);
        print_date(st.st_mtime);
        putchar(' ');
    }
    fputs(name, stdout);
    if (is_long && S_ISLNK(st.st_mode)) {
        char target[PATH_MAX];
        read_link(inode, path, target);
        printf(" -> %s", target);
    }
    putchar('\n');
}

static void list_name(struct inode *dir, const char *path, const char *name, void *arg)
{
    char *full;
    struct inode *inode = open_in(dir, path, name, &full);
    print_name(inode, full, name, *(bool *)arg);
    inode_put(inode);
    host_free(full);
}

static void list(const char *path, bool is_long)
{
    struct inode *inode;
    check(path_lookup(NULL, path, false, &inode), path);
    if (inode_kind(inode) == S_IFDIR)
        each_name(inode, path, list_name, &is_long);
    else
        print_name(inode, path, path, is_long);
}

/* ---- get ---- */

/* Files with several names, copied already: a further name becomes a hard link. */
struct copied {
    uint32_t ino;
    char *path;
    struct copied *next;
};

static bool link_to_earlier(const struct stat *st, const char *to)
{
    static struct copied *all;
    for (struct copied *c = all; c; c = c->next) {
        if (c->ino == st->st_ino) {
            host_link(c->path, to);
            return true;
        }
    }
    struct copied *c = host_alloc(sizeof(*c));
    *c = (struct copied){st->st_ino, host_alloc(strlen(to) + 1), all};
    memcpy(c->path, to, strlen(to) + 1);
    all = c;
    return false;
}

static bool is_complete = true;

static void get(struct inode *inode, const char *path, const char *to);

static void get_name(struct inode *dir, const char *path, const char *name, void *arg)
{
    char *full, *to = host_join(arg, name);
    if (!host_path_fits(to)) {
        host_warn("%s/%s: not copied: there its path would be too long", path, name);
        is_complete = false;
    } else {
        struct inode *inode = open_in(dir, path, name, &full);
        get(inode, full, to);
        inode_put(inode);
        host_free(full);
    }
    host_free(to);
}

/* Copies a file or tree; device files are skipped. */
static void get(struct inode *inode, const char *path, const char *to)
{
    struct stat st;
    inode_stat(inode, &st);
    char target[PATH_MAX];
    if (S_ISDIR(st.st_mode)) {
        host_subfolder(to, st.st_mode & 0777);
        each_name(inode, path, get_name, (void *)to);
    } else if (S_ISLNK(st.st_mode)) {
        read_link(inode, path, target);
        host_symlink(target, to);
    } else if (S_ISREG(st.st_mode) && (st.st_nlink == 1 || !link_to_earlier(&st, to))) {
        int fd = host_create(to, (st.st_mode & 0777) | 0400); /* whoever copies it may read it */
        copy_out(inode, path, fd);
        host_close(fd);
    }
}

static void get_to(const char *path, const char *folder)
{
    const char *last = path;
    struct inode *inode;
    check(path_lookup(NULL, path, false, &inode), path);
    for (const char *p = path; *p != '\0'; p++)
        if (*p == '/' && p[1] != '\0')
            last = p + 1;
    host_mkdir(folder, 0755);
    if (inode_kind(inode) == S_IFDIR)
        each_name(inode, path, get_name, (void *)folder);
    else
        get(inode, path, host_join(folder, last));
}

int main(int argc, char **argv)
{
    host_tool = "fsread";
    const char *what = argc > 2 ? argv[2] : "";
    bool is_long = argc == 5 && strcmp(what, "ls") == 0 && strcmp(argv[3], "-l") == 0;
    const char *path = argc > 3 ? argv[3 + is_long] : "";
    bool ok = strcmp(what, "get") == 0  ? argc == 5
              : strcmp(what, "ls") == 0 ? argc == 4 + is_long
                                        : strcmp(what, "cat") == 0 && argc == 4;
    if (!ok)
        host_fail("usage: fsread IMAGE ls [-l] PATH | cat PATH | get PATH FOLDER");
    if (path[0] != '/')
        host_fail("%s: a path in the image begins with /", path);
    if (strlen(path) >= PATH_MAX)
        host_fail("the path is too long");
    int error = fs_attach(disk_open(argv[1], false), CACHE_BLOCKS);
    if (error)
        host_fail("%s: cannot be read (error %d)", argv[1], -error);

    if (what[0] == 'l') {
        list(path, is_long);
    } else if (what[0] == 'g') {
        get_to(path, argv[4]);
    } else {
        struct inode *inode;
        check(path_lookup(NULL, path, true, &inode), path);
        copy_out(inode, path, -1);
    }
    host_exit(is_complete ? 0 : 2);
}
