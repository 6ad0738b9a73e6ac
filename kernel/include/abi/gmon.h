/*
 * gmon.out, in two layouts that the host's gprof reads (binutils gprof, gmon_io.c and gmon_out.h).
 * All little-endian, on x86-64.
 *
 * 4.4BSD's: struct gmonhdr, (gh_ncnt - 40) bytes of 16-bit counters, then struct gmonrec to the end
 * of the file.
 *
 * GNU's: struct gmon_gnu_head, then records in any order, each after a byte that says its kind:
 * GMON_GNU_HISTOGRAM, a struct gmon_gnu_histogram and its 16-bit counters; GMON_GNU_CALL, a struct
 * gmon_gnu_call.  Several histograms of one range, and several records of one call, are added up:
 * so they hold counts of any size.
 *
 * A record of calls from address 0 is not a call but a total of the profile: gr_self says which,
 * gr_count is its value.  gprof finds no function at address 0 and skips it.
 */
#ifndef ABI_GMON_H
#define ABI_GMON_H

#include <abi/compiler.h>

#define GMON_VERSION 0x00051879u

struct gmonhdr {
    uint64_t gh_lpc;     /* first address of the text that was sampled */
    uint64_t gh_hpc;     /* first address after it; the counters divide [lpc, hpc) evenly */
    uint32_t gh_ncnt;    /* bytes of counters + sizeof(struct gmonhdr) */
    uint32_t gh_version; /* GMON_VERSION */
    uint32_t gh_rate;    /* ticks a second */
    uint32_t gh_totarc;  /* gprofil's buffer: bytes of call records that are used */
    uint32_t gh_flags;   /* gprofil's buffer: GMON_GNU or 0 */
    uint32_t gh_spare;
};

#define GMON_GNU 1u /* the kernel writes GNU's layout */

_Static_assert(sizeof(struct gmonhdr) == 40, "gprof reads 40 bytes");

static inline struct gmonhdr gmon_head(uint64_t low, uint64_t high, size_t ncounters, uint32_t rate)
{
    uint32_t ncnt = (uint32_t)(sizeof(struct gmonhdr) + ncounters * sizeof(uint16_t));
    return (struct gmonhdr){low, high, ncnt, GMON_VERSION, rate, 0, 0, 0};
}

struct gmonrec {
    uint64_t gr_from;  /* an address in the call instruction; 0: a total */
    uint64_t gr_self;  /* the function called; GMON_* */
    uint64_t gr_count; /* calls, or the total's value */
};

#define GMON_GNU_MAGIC   {'g', 'm', 'o', 'n'}
#define GMON_GNU_VERSION 1

struct gmon_gnu_head {
    char gg_magic[4];
    uint32_t gg_version;
    uint32_t gg_spare[3];
};

_Static_assert(sizeof(struct gmon_gnu_head) == 20, "gprof reads 20 bytes");

/* The byte before each record. */
#define GMON_GNU_HISTOGRAM 0
#define GMON_GNU_CALL      1

struct gmon_gnu_histogram {
    uint64_t gg_lpc, gg_hpc; /* the text; the counters divide it evenly */
    uint32_t gg_ncounters;   /* 16-bit counters, which follow */
    uint32_t gg_rate;        /* ticks a second */
    char gg_dimension[15];   /* "seconds" */
    char gg_abbreviation;    /* 's' */
} __attribute__((packed));

_Static_assert(sizeof(struct gmon_gnu_histogram) == 40, "gprof reads 40 bytes");

struct gmon_gnu_call {
    uint64_t gg_from, gg_self; /* as struct gmonrec's */
    uint32_t gg_count;
} __attribute__((packed));

_Static_assert(sizeof(struct gmon_gnu_call) == 20, "gprof reads 20 bytes");

/* The beginning of a file, up to the counters of its first histogram; `part` begins the others. */
struct gmon_gnu_start {
    struct gmon_gnu_head head;
    struct {
        uint8_t kind;
        struct gmon_gnu_histogram histogram;
    } __attribute__((packed)) part;
} __attribute__((packed));

static inline struct gmon_gnu_start gmon_gnu_start(uint64_t low, uint64_t high, uint32_t ncounters,
                                                   uint32_t rate)
{
    return (struct gmon_gnu_start){
        {GMON_GNU_MAGIC, GMON_GNU_VERSION, {0}},
        {GMON_GNU_HISTOGRAM, {low, high, ncounters, rate, "seconds", 's'}}};
}

/* A record of calls, of as many as it can count. */
struct gmon_gnu_arc {
    uint8_t kind;
    struct gmon_gnu_call call;
} __attribute__((packed));

static inline struct gmon_gnu_arc gmon_gnu_arc(uint64_t from, uint64_t self, uint64_t count)
{
    return (struct gmon_gnu_arc){GMON_GNU_CALL, {from, self, count < ~0u ? (uint32_t)count : ~0u}};
}

/* The totals, all from the profile's beginning to its end.  A file that the kernel wrote (gprofil)
 * has those of GMON_OUTSIDE to GMON_ENDED that are not 0, and GMON_LOST_CALLS; its GMON_ENDED is
 * PROF_FAULT or GMON_REPLACED. */
enum {
    GMON_USER = 1,   /* ticks in user mode */
    GMON_SYSTEM,     /* ticks in the kernel */
    GMON_OUTSIDE,    /* ticks whose pc lay outside [lpc, hpc) */
    GMON_FULL,       /* ticks whose counter was full */
    GMON_MISSED,     /* periods in which the program ran and no tick could be taken */
    GMON_FLAGS,      /* profstat's ps_flags */
    GMON_ENDED,      /* 0: at exit; otherwise why before: profstat's ps_reason, or GMON_REPLACED */
    GMON_ELAPSED_NS, /* of the machine's clock, while it was on */
    GMON_FORKED,     /* children: each has its own profile */
    GMON_CHILD_USER, /* ticks of the children waited for while it was on, and theirs */
    GMON_CHILD_SYSTEM, /* the same in the kernel */
    GMON_TEXT_END,     /* of the program; 0: it is hpc.  monitor(3C) may profile a part of it */
    GMON_LOST_CALLS,   /* with -pg: calls whose arc did not fit into the table */
    GMON_READY_NS,     /* a record's pr_ready_ns, which is 0 only if it never waited; in a file
                          that is none, 0 */
    GMON_DISK_NS,      /* the same: pr_disk_ns */
    GMON_TOTALS,
};

/* GMON_ENDED: the program replaced this profile with its own.  The counters hold the ticks of when
 * this one was on, before and, if it was resumed, afterwards; the other totals are unknown. */
#define GMON_REPLACED 100

/*
 * int gprofil(void *buf, size_t buflen, size_t samplesize, uintptr_t offset, unsigned scale,
 *             int dirfd)
 *     The call of gcrt0, for a program that was linked with -pg.  buf holds a struct gmonhdr,
 *     samplesize bytes of 16-bit counters, which profil(2)'s rules increment, and call records.
 *     When the process ends, by exit or by a signal, the kernel writes what the header says to
 *     gmon.PROGNAME.PID.out: the header, the counters, and gh_totarc bytes of records from byte
 *     gh_ncnt of buf on; buflen is the most that it takes.  Records of totals follow, see above.
 *     Pages of buf that were never touched need no memory.
 *     The file goes to the directory of the descriptor dirfd, which may then be closed, or for -1
 *     to the directory in which the program began.  That, buf and buflen are kept from the first
 *     call that succeeds; later calls change samplesize, offset and scale, and do not look at
 *     dirfd.  Scale 0 turns the counting off; the other arguments are ignored.
 *     Errors, in this order, each of which changes nothing:
 *     EPERM: the program does not have the note of gcrt0.
 *     EINVAL: scale above 65536.
 *     EALREADY: another buf or buflen than the first time.
 *     EBADF, ENOTDIR: dirfd is not open, or not a directory.
 *     EINVAL: the header and samplesize are more than buflen.
 *     The memory is not looked at: a tick whose counter is misaligned or not writable turns the
 *     counting off.
 *     Source: OpenBSD profil(2).
 *
 * The note: PT_NOTE, the name GMON_NOTE_NAME with its NUL, the type GMON_NOTE_PG, no description.
 */
#define GMON_NOTE_NAME "Tally"
#define GMON_NOTE_PG   1

#endif
