/*
 * Services of the host operating system.  The kernel's headers and the host's define the same names
 * differently, so a file cannot include both; this header uses plain types only, and host.c calls
 * the host.
 *
 * A function that fails prints a message and exits with status 2, unless it returns an error.
 */
#ifndef MKFS_HOST_H
#define MKFS_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern const char *host_tool; /* its name, for messages; set by main */

/* Prints the message with the tool's name on stderr, and, if it fails, exits with status 2. */
_Noreturn void host_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void host_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void host_exit(int status);

void *host_alloc(size_t nbytes); /* zeroed, page-aligned if it is a page or more */
void host_free(void *mem);
char *host_join(const char *folder, const char *name); /* "folder/name", to be freed */

const char *host_getenv(const char *name); /* NULL: not set */

/* Parses the decimal number at the start of text; *end is what follows.  False: there is none. */
bool host_number(const char *text, char **end, uint64_t *number);

/* ---- files of the host ---- */

enum host_kind { HOST_FILE, HOST_FOLDER, HOST_LINK };

struct host_node {
    char *name; /* the last part of path */
    char *path;
    enum host_kind kind;
    uint32_t mode;           /* the bits 0777 */
    uint64_t size;           /* bytes; of a link, of its target */
    uint64_t device, number; /* two nodes with the same pair are one file */
    uint32_t nlink;
    char *target;                      /* of a symbolic link */
    struct host_node *children, *next; /* sorted by the bytes of their names */
};

struct host_node *host_scan(const char *folder);

bool host_path_fits(const char *path);              /* the host takes paths of this length */
int host_open(const char *path);                    /* for reading */
size_t host_read(int fd, void *buf, size_t nbytes); /* less than nbytes only at the end */

/* The first bytes of the file from *off on that are in no hole: [*off, *end), and the next read
 * begins with them.  False: there are none. */
bool host_next_data(int fd, uint64_t *off, uint64_t *end);

int host_create(const char *path, uint32_t mode); /* replaces a file */
void host_write(int fd, const void *buf, size_t nbytes);
void host_skip(int fd, uint64_t nbytes); /* makes a hole, at the end of the file */
void host_close(int fd);
void host_mkdir(const char *path, uint32_t mode); /* an existing one is kept, also behind a link */
void host_subfolder(const char *path, uint32_t mode); /* a link is replaced: it may lead anywhere */
void host_symlink(const char *target, const char *path);
void host_link(const char *old, const char *path);

#endif
