/*
 * Lab 0: each student's programs do different things.  The id on the command line makes the
 * numbers, the same ones each time: FNV-1a of its bytes, and from there a sequence.
 */
#ifndef ID_H
#define ID_H

#include <err.h>
#include <stdint.h>

static uint64_t id_state;

static inline uint64_t id_next(void)
{
    id_state += 0x9e3779b97f4a7c15;
    uint64_t mixed = (id_state ^ id_state >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

/* Of main(): the first argument is the id. */
static inline void id_begin(int argc, char **argv)
{
    if (argc < 2 || !argv[1][0])
        errx(2, "usage: %s ID", argv[0]);
    id_state = 0xcbf29ce484222325;
    for (const char *c = argv[1]; *c; c++)
        id_state = (id_state ^ (unsigned char)*c) * 0x100000001b3;
}

/* About `n`, at most a sixteenth more or less. */
static inline unsigned id_about(unsigned n)
{
    return n - n / 16 + (unsigned)(id_next() % (n / 8 + 1));
}

/* 0 to n - 1, in any order. */
static inline void id_shuffle(unsigned *order, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned k = (unsigned)(id_next() % (i + 1));
        if (k < i)
            order[i] = order[k];
        order[k] = i;
    }
}

#endif
