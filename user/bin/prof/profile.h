/* A gmon.out file. */
#ifndef PROF_PROFILE_H
#define PROF_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <abi/gmon.h>

struct profile {
    struct gmonhdr head;
    uint16_t *counters; /* they divide [gh_lpc, gh_hpc) evenly */
    size_t count;
    uint64_t total;  /* of the counters */
    bool has_totals; /* the file is one of ours */
    uint64_t totals[GMON_TOTALS];
    char *image;
};

/*
 * Reads and checks a file of abi/gmon.h's layout.  Returns 0, or -1 with *problem saying what is
 * wrong with it.
 */
int profile_read(const char *path, struct profile *profile, const char **problem);
void profile_free(struct profile *profile);

#endif
