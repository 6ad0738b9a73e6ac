/* Services of the host operating system: see host.h. */
#define _GNU_SOURCE /* SEEK_DATA */
#include "mkfs/host.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *host_tool = "tool";

static void say(const char *format, va_list args)
{
    fflush(stdout);
    fprintf(stderr, "%s: ", host_tool);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

_Noreturn void host_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
    exit(2);
}

void host_warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(format, args);
    va_end(args);
}

_Noreturn void host_exit(int status)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        host_fail("standard output: %s", strerror(errno));
    exit(status);
}

void *host_alloc(size_t nbytes)
{
    void *mem = NULL;
    if (nbytes < 4096)
        mem = calloc(1, nbytes);
    else if (posix_memalign(&mem, 4096, nbytes) == 0)
        memset(mem, 0, nbytes);
    if (!mem)
        host_fail("out of memory");
    return mem;
}

void host_free(void *mem)
{
    free(mem);
}

char *host_join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = host_alloc(size);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

const char *host_getenv(const char *name)
{
    return getenv(name);
}

bool host_number(const char *text, char **end, uint64_t *number)
{
    errno = 0;
    *number = strtoull(text, end, 10);
    return *end != text && *text >= '0' && *text <= '9' && errno == 0;
}

/* ---- scanning a folder ---- */

static struct host_node *scan(const char *path, const char *name);

static int by_name(const void *a, const void *b)
{
    return strcmp((*(struct host_node *const *)a)->name, (*(struct host_node *const *)b)->name);
}

static void scan_children(struct host_node *folder)
{
    struct host_node **list = NULL;
    size_t n = 0;
    DIR *dir = opendir(folder->path);
    if (!dir)
        host_fail("%s: %s", folder->path, strerror(errno));
    struct dirent *entry;
    while (errno = 0, (entry = readdir(dir))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        list = realloc(list, (n + 1) * sizeof(*list));
        if (!list)
            host_fail("out of memory");
        char *path = host_join(folder->path, entry->d_name);
        list[n++] = scan(path, entry->d_name);
        free(path);
    }
    if (errno != 0)
        host_fail("%s: %s", folder->path, strerror(errno));
    closedir(dir);
    if (n > 0)
        qsort(list, n, sizeof(*list), by_name);
    while (n > 0) {
        list[--n]->next = folder->children;
        folder->children = list[n];
    }
    free(list);
}

static struct host_node *scan(const char *path, const char *name)
{
    struct host_node *node = host_alloc(sizeof(*node));
    struct stat st;
    if (lstat(path, &st) != 0)
        host_fail("%s: %s", path, strerror(errno));
    *node = (struct host_node){.name = strdup(name),
                               .path = strdup(path),
                               .mode = st.st_mode & 0777,
                               .size = st.st_size,
                               .device = st.st_dev,
                               .number = st.st_ino,
                               .nlink = st.st_nlink};
    if (S_ISREG(st.st_mode)) {
        node->kind = HOST_FILE;
    } else if (S_ISDIR(st.st_mode)) {
        node->kind = HOST_FOLDER;
        scan_children(node);
    } else if (S_ISLNK(st.st_mode)) {
        node->kind = HOST_LINK;
        node->target = host_alloc(node->size + 1);
        if (readlink(path, node->target, node->size) != (ssize_t)node->size)
            host_fail("%s: the link cannot be read", path);
    } else {
        host_fail("%s: neither a file, a folder nor a symbolic link", path);
    }
    return node;
}

struct host_node *host_scan(const char *folder)
{
    struct stat st;
    if (stat(folder, &st) != 0)
        host_fail("%s: %s", folder, strerror(errno));
    if (!S_ISDIR(st.st_mode))
        host_fail("%s: not a folder", folder);
    char *inside = host_join(folder, "."); /* follows a link to the folder */
    struct host_node *node = scan(inside, "");
    free(inside);
    return node;
}

/* ---- files ---- */

bool host_path_fits(const char *path)
{
    return strlen(path) < PATH_MAX;
}

int host_open(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        host_fail("%s: %s", path, strerror(errno));
    return fd;
}

bool host_next_data(int fd, uint64_t *off, uint64_t *end)
{
    off_t start = lseek(fd, (off_t)*off, SEEK_DATA);
    if (start < 0 && errno == ENXIO)
        return false;
    if (start < 0) /* the host knows no holes */
        start = (off_t)*off;
    off_t hole = lseek(fd, start, SEEK_HOLE), size = lseek(fd, 0, SEEK_END);
    if (start >= size || lseek(fd, start, SEEK_SET) != start)
        return false;
    *off = (uint64_t)start;
    *end = (uint64_t)(hole < 0 ? size : hole);
    return true;
}

size_t host_read(int fd, void *buf, size_t nbytes)
{
    size_t done = 0;
    while (done < nbytes) {
        ssize_t n = read(fd, (char *)buf + done, nbytes - done);
        if (n < 0)
            host_fail("reading: %s", strerror(errno));
        if (n == 0)
            break;
        done += n;
    }
    return done;
}

int host_create(const char *path, uint32_t mode)
{
    if (unlink(path) != 0 && errno != ENOENT)
        host_fail("%s: %s", path, strerror(errno));
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || fchmod(fd, mode) != 0)
        host_fail("%s: %s", path, strerror(errno));
    return fd;
}

void host_write(int fd, const void *buf, size_t nbytes)
{
    for (size_t done = 0; done < nbytes;) {
        ssize_t n = write(fd, (const char *)buf + done, nbytes - done);
        if (n <= 0)
            host_fail("writing: %s", strerror(errno));
        done += n;
    }
}

void host_skip(int fd, uint64_t nbytes)
{
    if (nbytes == 0)
        return;
    off_t end = lseek(fd, (off_t)nbytes, SEEK_CUR);
    if (end < 0 || ftruncate(fd, end) != 0)
        host_fail("writing: %s", strerror(errno));
}

void host_close(int fd)
{
    if (close(fd) != 0)
        host_fail("writing: %s", strerror(errno));
}

void host_mkdir(const char *path, uint32_t mode)
{
    if (mkdir(path, mode | 0700) == 0 || errno == EEXIST)
        return;
    host_fail("%s: %s", path, strerror(errno));
}

void host_subfolder(const char *path, uint32_t mode)
{
    struct stat st;
    if (lstat(path, &st) == 0 && !S_ISDIR(st.st_mode) && unlink(path) != 0)
        host_fail("%s: %s", path, strerror(errno));
    if (mkdir(path, 0700) == 0 ? chmod(path, mode | 0700) != 0 : errno != EEXIST)
        host_fail("%s: %s", path, strerror(errno));
}

void host_symlink(const char *target, const char *path)
{
    if ((unlink(path) != 0 && errno != ENOENT) || symlink(target, path) != 0)
        host_fail("%s: %s", path, strerror(errno));
}

void host_link(const char *old, const char *path)
{
    if ((unlink(path) != 0 && errno != ENOENT) || link(old, path) != 0)
        host_fail("%s: %s", path, strerror(errno));
}
