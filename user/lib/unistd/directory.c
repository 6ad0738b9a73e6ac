/* Directories, a few entries for each system call. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENTRIES 32

struct __dir {
    int fd;
    char *at, *end; /* what is left of buf */
    struct dirent buf[ENTRIES];
};

DIR *fdopendir(int fd)
{
    struct stat st;

    if (fstat(fd, &st) < 0)
        return NULL;
    if (!S_ISDIR(st.st_mode)) {
        errno = ENOTDIR;
        return NULL;
    }
    DIR *d = malloc(sizeof(*d));
    if (!d)
        return NULL;
    d->fd = fd;
    d->at = d->end = (char *)d->buf;
    return d;
}

DIR *opendir(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);

    if (fd >= 0 && !d)
        close(fd);
    return d;
}

struct dirent *readdir(DIR *d)
{
    if (d->at == d->end) {
        ssize_t n = getdents(d->fd, d->buf, sizeof(d->buf));

        if (n <= 0)
            return NULL;
        d->at = (char *)d->buf;
        d->end = d->at + n;
    }
    struct dirent *e = (struct dirent *)d->at;
    d->at += e->d_reclen;
    return e;
}

void rewinddir(DIR *d)
{
    lseek(d->fd, 0, SEEK_SET);
    d->at = d->end = (char *)d->buf;
}

int closedir(DIR *d)
{
    int result = close(d->fd);

    free(d);
    return result;
}

int dirfd(DIR *d)
{
    return d->fd;
}

int alphasort(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Adds a copy of e to the list of n. */
static int list_add(struct dirent ***list, int n, const struct dirent *e)
{
    struct dirent **bigger = *list;

    /* Room doubles: n is a power of two when it is used up. */
    if ((n & (n - 1)) == 0)
        bigger = realloc(*list, (n ? 2 * n : 1) * sizeof(*bigger));
    if (!bigger)
        return -1;
    *list = bigger;
    bigger[n] = malloc(sizeof(*e));
    if (!bigger[n])
        return -1;
    *bigger[n] = *e;
    return 0;
}

int scandir(const char *path, struct dirent ***list, int (*keep)(const struct dirent *),
            int (*cmp)(const struct dirent **, const struct dirent **))
{
    DIR *d = opendir(path);
    struct dirent **found = NULL;
    int n = 0, before = errno;

    if (!d)
        return -1;
    struct dirent *e;
    for (errno = 0; (e = readdir(d)); errno = 0)
        if ((!keep || keep(e)) && list_add(&found, n++, e) < 0) {
            n--;
            break;
        }
    int error = errno;
    closedir(d);
    errno = error ? error : before;
    if (error) {
        while (n > 0)
            free(found[--n]);
        free(found);
        return -1;
    }
    if (n > 1 && cmp)
        qsort(found, n, sizeof(*found), (int (*)(const void *, const void *))cmp);
    *list = found;
    return n;
}
