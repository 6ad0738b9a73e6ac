/* Reading directories (POSIX.1-2017, <dirent.h>). */
#ifndef _DIRENT_H
#define _DIRENT_H

#include <abi/dirent.h>

/* d_type is always DT_UNKNOWN; the others are defined for programs that compare with them. */
#define DT_FIFO 1
#define DT_CHR  2
#define DT_DIR  4
#define DT_BLK  6
#define DT_REG  8
#define DT_LNK  10
#define DT_SOCK 12

typedef struct __dir DIR;

DIR *opendir(const char *path);
DIR *fdopendir(int fd);
struct dirent *readdir(DIR *d); /* NULL at the end; on an error too, with errno set */
void rewinddir(DIR *d);
int closedir(DIR *d);
int dirfd(DIR *d);
int scandir(const char *path, struct dirent ***list, int (*keep)(const struct dirent *),
            int (*cmp)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **a, const struct dirent **b);
ssize_t getdents(int fd, struct dirent *list, size_t nbytes);

#endif
