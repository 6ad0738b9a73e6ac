/* The records that profrecord(2) has written: one for each program that a recorded process ran. */
#ifndef PROF_RECORDS_H
#define PROF_RECORDS_H

#include <stdbool.h>
#include <stddef.h>

#include <sys/profil.h>

struct record {
    struct prof_record head;
    char *path; /* the program's */
    const struct prof_hit *hits;
    const char *stacks; /* pr_stacks_nbytes of samples: records_next_stack() */
    bool again;         /* for groups.c: the process had run the program before */
};

struct records {
    struct record *record; /* in the order in which they ended */
    size_t count;
    uint64_t lost; /* could not be written; one that was the last is not among them */
    char *image;   /* the whole file, which the hits point into */
};

/* Reads the file from its beginning, up to the first record that is not whole.  Without memory the
 * program ends with a message. */
struct records records_read(int fd);
void records_free(struct records *records);

/* The sample after `stack`, or the first if that is NULL.  Returns NULL at the end.  Bytes that do
 * not look like a sample are an end: the program itself may have written there. */
const struct prof_stack *records_next_stack(const struct record *record,
                                            const struct prof_stack *stack);

/* How the program ended: "killed by signal 11 (Segmentation fault)".  Good until the next call. */
const char *records_ending(const struct prof_record *head);

/* Whether it ended as a program should: with status 0, or because its recording was ended. */
bool records_ended_well(const struct prof_record *head);

#endif
