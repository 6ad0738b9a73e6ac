/*
 * Archives in the ustar format (POSIX.1-2017, pax, "ustar Interchange Format"): each file is a
 * header of one block of 512 bytes, then its bytes, filled up to whole blocks.  Two blocks of zeros
 * end the archive.  Numbers are text in octal.
 */
#ifndef TAR_TAR_H
#define TAR_TAR_H

#include <stdio.h>
#include <sys/stat.h>

#include "../tool.h"

#define BLOCK 512

struct header {
    char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100];
    char magic[6], version[2], owner[32], group[32], major[8], minor[8], prefix[155], unused[12];
};

_Static_assert(sizeof(struct header) == BLOCK, "a header is a block");

#define TYPE_FILE      '0'
#define TYPE_HARD_LINK '1'
#define TYPE_LINK      '2'
#define TYPE_DIRECTORY '5'
#define TYPE_FIFO      '6'

extern int tar_names; /* -v: print each name */

/* The sum of the header's bytes, its own field counted as spaces. */
unsigned long tar_checksum(const struct header *header);

/* -c: writes the operands, and everything below directories.  Returns the exit status. */
int tar_create(FILE *file, char **operands);

/* -x and -t: reads the archive; with operands only these files and what is below them. */
int tar_read(FILE *file, char **operands, int extracts);

#endif
