/*
 * The file that the kernel writes for a program that was linked with -pg, when its process ends.
 *
 * Problem: the program may be killed at any instruction, and its memory may hold anything.  So the
 * buffer is in the file's form at all times (user/lib/gmon keeps it so), and the kernel only
 * copies.  Two numbers in the header, gh_ncnt and gh_totarc, say how much; neither counts beyond
 * buflen.  For example, a program of 16 KiB of text with 100 different calls:
 *
 *     buf                struct gmonhdr    gh_ncnt 40 + 16384, gh_totarc 2400
 *     buf + 40           counters          copied, 16384 bytes
 *     buf + gh_ncnt      call records      copied, 2400 bytes
 *     buf + gh_ncnt + 2400 ... buf + buflen: never touched, so neither in memory nor in the file
 *
 * Pages that were never touched are not made for the copy: they become holes in the file.  The time
 * is thus proportional to the memory that the process has, not to the numbers in the header.
 *
 * The kernel adds totals, which the counters do not show.  Each time that profiling is on has
 * separate counts: collect() sums them.  Totals of 0 are left out.
 *
 * The last thread writes, when the others have ended and no tick is pending.  The directory was
 * kept by reference, so what the process has done since to its files, its working directory and its
 * environment does not matter.  A file that cannot be written whole is removed.
 */
#include "record/gmon.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "core/error.h"
#include "core/print.h"
#include "core/string.h"
#include "fs/contents.h"
#include "fs/path.h"
#include "mm/page.h"
#include "proc/process.h"
#include "record/record.h"
#include "sched/sched.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/fcntl.h>
#include <abi/gmon.h>

/* ---- a process's struct gmon ---- */

/* Whether its profile is on. */
static bool is_on(const struct gmon *gmon)
{
    struct profstat stat;
    prof_stat(current_thread(), &stat);
    return stat.ps_state == PROF_ON && stat.ps_serial == gmon->serial;
}

void gmon_begin(struct gmon *gmon, struct inode *directory)
{
    inode_put(gmon->directory);
    *gmon = (struct gmon){.directory = directory ? inode_hold(directory) : NULL};
}

void gmon_fork(const struct gmon *gmon, struct gmon *child)
{
    gmon_begin(child, gmon->directory);
    child->buf = gmon->buf;
    child->buflen = gmon->buflen;
    child->serial = is_on(gmon) ? 1 : 0; /* the child's first profile is this one */
}

/* ---- gprofil(2) ---- */

/* The directory of a descriptor, with a reference for the caller: 0, -EBADF or -ENOTDIR. */
static int directory_of(int fd, struct inode **directory)
{
    struct file *file = file_table_get(&current_process()->files, fd);
    if (!file)
        return -EBADF;
    bool found = file->kind == FILE_INODE && inode_kind(file->inode) == S_IFDIR;
    if (found)
        *directory = inode_hold(file->inode);
    file_put(file);
    return found ? 0 : -ENOTDIR;
}

static bool is_set(const struct gmon *gmon)
{
    return gmon->buflen != 0;
}

/* The call is correct, and the first such call: its buffer and directory stay. */
static void keep(struct gmon *gmon, uint64_t buf, size_t buflen, struct inode *directory)
{
    gmon->buf = buf;
    gmon->buflen = buflen;
    if (directory) {
        inode_put(gmon->directory);
        gmon->directory = inode_hold(directory);
    }
}

/* Adds to the totals what the profile that gprofil(2) began last does not show; once. */
static void collect(struct gmon *gmon)
{
    struct profstat stat;
    prof_stat(current_thread(), &stat);
    uint64_t *total = gmon->totals;
    total[GMON_FLAGS] = stat.ps_flags;
    if (gmon->serial != 0 && stat.ps_serial > gmon->serial)
        total[GMON_ENDED] = GMON_REPLACED;
    if (stat.ps_serial == gmon->serial) {
        total[GMON_OUTSIDE] += stat.ps_outside;
        total[GMON_FULL] += stat.ps_full;
        total[GMON_MISSED] += stat.ps_missed;
        if (total[GMON_ENDED] != GMON_REPLACED)
            total[GMON_ENDED] = stat.ps_reason == PROF_FAULT ? PROF_FAULT : 0;
    }
    gmon->serial = 0;
}

/* Begins a profile, in the place of the one before.  If that is still on, what the counters do not
 * show of a tick in just these instructions is in no total. */
static int begin(struct gmon *gmon, struct prof_table *table)
{
    collect(gmon);
    int error = prof_set(current_thread(), table);
    struct profstat stat;
    prof_stat(current_thread(), &stat);
    gmon->serial = error ? 0 : stat.ps_serial;
    return error;
}

static int set(struct gmon *gmon, uint64_t buf, size_t buflen,
               const struct prof_histogram *histogram, int dirfd)
{
    struct inode *directory = NULL;
    int error = 0;
    if (is_set(gmon) && (buf != gmon->buf || buflen != gmon->buflen))
        return -EALREADY;
    if (!is_set(gmon) && dirfd != -1)
        error = directory_of(dirfd, &directory);
    if (!error &&
        (buflen < sizeof(struct gmonhdr) || histogram->nbytes > buflen - sizeof(struct gmonhdr)))
        error = -EINVAL;
    struct prof_table table = prof_table_single(histogram);
    table.lazy = true;
    if (!error)
        error = begin(gmon, &table);
    if (!error && !is_set(gmon))
        keep(gmon, buf, buflen, directory);
    inode_put(directory);
    return error;
}

int gmon_set(uint64_t buf, size_t buflen, size_t samplesize, uint64_t offset, uint32_t scale,
             int dirfd)
{
    struct gmon *gmon = &current_process()->recorded->gmon;
    struct prof_histogram histogram = {.counters = buf + sizeof(struct gmonhdr),
                                       .nbytes = samplesize,
                                       .offset = offset,
                                       .scale = scale};
    return set(gmon, buf, buflen, &histogram, dirfd);
}

/* ---- what goes into the file ---- */

#define RECORDS 80 /* converted at once */

struct gnu_call {
    uint8_t kind; /* GMON_GNU_CALL */
    struct gmon_gnu_call call;
} __attribute__((packed));

/* A file that is being written, and a page to copy through. */
struct output {
    struct space *space;
    struct inode *file;
    uint64_t nbytes; /* of the file so far */
    union {
        char bytes[PAGE_SIZE];
        struct {
            struct gmonrec from[RECORDS];
            struct gnu_call to[RECORDS];
        };
    } * page;
};

_Static_assert(sizeof(*((struct output *)0)->page) == PAGE_SIZE, "it is one page");

/* All n bytes, behind a hole if the file ends before off. */
static int put_at(struct output *out, uint64_t off, const void *bytes, size_t n)
{
    for (size_t done = 0; done < n;) {
        int64_t result =
            contents_write(out->file, io_kernel((const char *)bytes + done), off + done, n - done);
        if (result < 0)
            return result;
        done += result;
    }
    return 0;
}

static int put(struct output *out, const void *bytes, size_t n)
{
    int error = put_at(out, out->nbytes, bytes, n);
    out->nbytes += n;
    return error;
}

/* The process's memory from addr on, as it is. */
static int put_memory(struct output *out, uint64_t addr, uint64_t nbytes)
{
    uint64_t end = addr + nbytes, n;
    for (uint64_t at = addr; (at = space_next(out->space, at, end)) < end; at += n) {
        n = PAGE_SIZE - at % PAGE_SIZE;
        if (n > end - at)
            n = end - at;
        int error = space_peek(out->space, at, out->page->bytes, n);
        if (!error)
            error = put_at(out, out->nbytes + (at - addr), out->page->bytes, n);
        if (error)
            return error;
    }
    out->nbytes += nbytes;
    return contents_truncate(out->file, out->nbytes); /* a hole at the end */
}

/* GNU's counts have 32 bits. */
static uint32_t saturated(uint64_t count)
{
    return count < UINT32_MAX ? count : UINT32_MAX;
}

/* Converts n records to those of GNU's layout, without the empty ones: how many. */
static size_t convert(const struct gmonrec *from, size_t n, struct gnu_call *to)
{
    size_t used = 0;
    for (size_t i = 0; i < n; i++)
        if (from[i].gr_count != 0)
            to[used++] = (struct gnu_call){
                GMON_GNU_CALL,
                {from[i].gr_from, from[i].gr_self, saturated(from[i].gr_count)},
            };
    return used;
}

static int put_gnu_calls(struct output *out, uint64_t addr, uint64_t nbytes)
{
    uint64_t n = nbytes / sizeof(struct gmonrec), end = addr + n * sizeof(struct gmonrec);
    for (uint64_t i = 0, some; i < n; i += some) {
        uint64_t at = addr + i * sizeof(struct gmonrec);
        i = (space_next(out->space, at, end) - addr) / sizeof(struct gmonrec);
        at = addr + i * sizeof(struct gmonrec);
        some = n - i < RECORDS ? n - i : RECORDS;
        int error = space_peek(out->space, at, out->page->from, some * sizeof(struct gmonrec));
        size_t used = error ? 0 : convert(out->page->from, some, out->page->to);
        if (!error)
            error = put(out, out->page->to, used * sizeof(struct gnu_call));
        if (error)
            return error;
        sched_yield_if_due(); /* no write does if all are empty */
    }
    return 0;
}

/* Writes the kernel's totals, except those of 0. */
static int put_totals(struct output *out, const struct gmon *gmon, bool gnu)
{
    int error = 0;
    for (uint64_t which = 0; which < GMON_LOST_CALLS && !error; which++) {
        const struct gmonrec record = {0, which, gmon->totals[which]};
        struct gnu_call call;
        if (gnu) {
            size_t used = convert(&record, 1, &call);
            error = put(out, &call, used * sizeof(call));
        } else if (record.gr_count != 0) {
            error = put(out, &record, sizeof(record));
        }
    }
    return error;
}

static int put_gnu_head(struct output *out, const struct gmonhdr *head, uint32_t ncounters)
{
    struct {
        struct gmon_gnu_head head;
        uint8_t kind;
        struct gmon_gnu_histogram histogram;
    } __attribute__((packed)) gnu = {
        {GMON_GNU_MAGIC, GMON_GNU_VERSION, {0}},
        GMON_GNU_HISTOGRAM,
        {head->gh_lpc, head->gh_hpc, ncounters, head->gh_rate, "seconds", 's'},
    };
    return put(out, &gnu, sizeof(gnu));
}

/* Writes the counters and calls as the header in the process's memory says, no more than buflen
 * bytes; and the totals. */
static int put_profile(struct output *out, const struct gmon *gmon)
{
    uint64_t buf = gmon->buf, buflen = gmon->buflen;
    struct gmonhdr head;
    if (!space_allows(out->space, buf, sizeof(head), SPACE_READ))
        return -EFAULT;
    space_peek(out->space, buf, &head, sizeof(head));
    uint64_t ncnt = head.gh_ncnt > sizeof(head) ? head.gh_ncnt : sizeof(head);
    if (ncnt > buflen)
        ncnt = buflen;
    uint64_t totarc = head.gh_totarc < buflen - ncnt ? head.gh_totarc : buflen - ncnt;
    if (!user_range_ok(buf, ncnt + totarc))
        return -EFAULT;
    if (!(head.gh_flags & GMON_GNU)) {
        int error = put_memory(out, buf, ncnt + totarc);
        return error ? error : put_totals(out, gmon, false);
    }
    uint32_t ncounters = (ncnt - sizeof(head)) / sizeof(uint16_t);
    int error = put_gnu_head(out, &head, ncounters);
    if (!error)
        error = put_memory(out, buf + sizeof(head), ncounters * sizeof(uint16_t));
    if (!error)
        error = put_gnu_calls(out, buf + ncnt, totarc);
    return error ? error : put_totals(out, gmon, true);
}

/* ---- the file ---- */

#define PROGNAME_MAX (NAME_MAX - 15) /* leaves room for "gmon." ".32767" ".out" */

/* Only a regular file with no other name makes way. */
static int remove_old(struct inode *directory, const char *name)
{
    struct inode *inode;
    int error = path_lookup(directory, name, false, &inode);
    if (error)
        return error == -ENOENT ? 0 : error;
    struct stat stat;
    inode_stat(inode, &stat);
    inode_put(inode);
    if (!S_ISREG(stat.st_mode) || stat.st_nlink != 1)
        return -EEXIST;
    return path_unlink(directory, name);
}

static int create_file(struct output *out, const struct gmon *gmon, const char *name)
{
    int error = remove_old(gmon->directory, name);
    if (!error)
        error = path_open(gmon->directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600,
                          &out->file);
    if (error)
        return error;
    error = put_profile(out, gmon);
    if (error)
        path_unlink(gmon->directory, name);
    inode_put(out->file);
    return error;
}

void gmon_write(struct process *process)
{
    struct gmon *gmon = &process->recorded->gmon;
    if (!is_set(gmon))
        return;
    collect(gmon);
    char program[PROGNAME_MAX + 1], name[NAME_MAX + 1];
    strlcpy(program, path_base_name(process->recorded->program.path), sizeof(program));
    print_into(name, sizeof(name), "gmon.%s.%d.out", program, process->pid);
    struct output out = {.space = process->space, .page = page_alloc()};
    int error = out.page ? create_file(&out, gmon, name) : -ENOMEM;
    if (out.page)
        page_free(out.page);
    if (error)
        print("%s[%d]: cannot write %s: %s\n", process->name, process->pid, name,
              error_text(error));
}
