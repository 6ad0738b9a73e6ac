/* The records that getdents(2) returns. */
#ifndef ABI_DIRENT_H
#define ABI_DIRENT_H

#include <abi/limits.h>
#include <abi/types.h>

#define DT_UNKNOWN 0

/* Each record has this size; the order is the directory's own. */
struct dirent {
    ino_t d_ino;
    uint16_t d_reclen;         /* sizeof(struct dirent) */
    uint8_t d_type;            /* DT_UNKNOWN: ask stat */
    char d_name[NAME_MAX + 1]; /* ends in NUL */
};

#endif
