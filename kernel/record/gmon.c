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
#include "core/error.h"
#include "core/print.h"
#include "fs/path.h"
#include "proc/process.h"
#include "record/record.h"
#include "record/recording.h"
#include "sched/sched.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/fcntl.h>
#include <abi/gmon.h>

#define CALLS_PER_PAGE (PAGE_SIZE / sizeof(struct gmonrec))

/* ---- a process's struct gmon ---- */

void gmon_begin(struct gmon *gmon, struct inode *directory)
{
    inode_put(gmon->directory);
    *gmon = (struct gmon){.directory = directory ? inode_hold(directory) : NULL};
}

void gmon_fork(const struct gmon *gmon, struct gmon *child)
{
    if (!gmon->directory)
        return;
    struct profstat stat;
    prof_stat(current_thread(), &stat);
    gmon_begin(child, gmon->directory);
    child->buf = gmon->buf;
    child->buflen = gmon->buflen;
    if (stat.ps_state == PROF_ON && stat.ps_serial == gmon->serial)
        child->serial = 1; /* the child's first profile is this one */
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

/* Adds to the totals what the profile that gprofil(2) began last does not show; once.  Returns the
 * serial number of the process's last profile. */
static uint64_t collect(struct gmon *gmon)
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
    return stat.ps_serial;
}

/* If the profile before is still on, what the counters do not show of a tick between collect() and
 * prof_set() is in no total. */
int gmon_set(uint64_t buf, size_t buflen, const struct prof_histogram *histogram, int dirfd)
{
    struct gmon *gmon = &current_process()->recorded->gmon;
    struct inode *directory = NULL;
    bool first = gmon->buflen == 0;
    if (!first && (buf != gmon->buf || buflen != gmon->buflen))
        return -EALREADY;
    int error = first && dirfd != -1 ? directory_of(dirfd, &directory) : 0;
    if (error)
        return error;
    if (buflen < sizeof(struct gmonhdr) || histogram->nbytes > buflen - sizeof(struct gmonhdr)) {
        inode_put(directory);
        return -EINVAL;
    }
    if (directory) {
        inode_put(gmon->directory);
        gmon->directory = directory;
    }
    struct prof_table table = prof_table_single(histogram);
    table.lazy = true; /* so it cannot fail */
    gmon->serial = collect(gmon) + 1;
    prof_set(current_thread(), &table);
    gmon->buf = buf;
    gmon->buflen = buflen;
    return 0;
}

/* ---- what goes into the file ---- */

/* Reads the header in the process's memory.  Its sizes then lie within the buffer. */
static int read_head(struct space *space, const struct gmon *gmon, struct gmonhdr *head)
{
    if (!space_allows(space, gmon->buf, sizeof(*head), SPACE_READ))
        return -EFAULT;
    space_peek(space, gmon->buf, head, sizeof(*head));
    if (head->gh_ncnt < sizeof(*head))
        head->gh_ncnt = sizeof(*head);
    if (head->gh_ncnt > gmon->buflen)
        head->gh_ncnt = gmon->buflen;
    if (head->gh_totarc > gmon->buflen - head->gh_ncnt)
        head->gh_totarc = gmon->buflen - head->gh_ncnt;
    return user_range_ok(gmon->buf, (uint64_t)head->gh_ncnt + head->gh_totarc) ? 0 : -EFAULT;
}

/* In GNU's layout, whose counts have 32 bits; at most a page of them, those of 0 left out. */
static void add_arcs(struct recording *out, const struct gmonrec *calls, size_t n)
{
    static struct gmon_gnu_arc arcs[CALLS_PER_PAGE]; /* as the recording's [w] */
    size_t narcs = 0;
    for (size_t i = 0; i < n; i++)
        if (calls[i].gr_count != 0)
            arcs[narcs++] = gmon_gnu_arc(calls[i].gr_from, calls[i].gr_self, calls[i].gr_count);
    recording_add(out, arcs, narcs * sizeof(*arcs));
}

static void add_gnu_calls(struct recording *out, struct space *space, uint64_t addr, uint64_t n)
{
    static struct gmonrec some[CALLS_PER_PAGE]; /* as the recording's [w] */
    const uint64_t size = sizeof(*some), end = addr + n * size;
    for (uint64_t i = 0, count; !out->error && i < n; i += count) {
        i = (space_next(space, addr + i * size, end) - addr) / size;
        count = n - i < CALLS_PER_PAGE ? n - i : CALLS_PER_PAGE;
        space_peek(space, addr + i * size, some, count * size);
        add_arcs(out, some, count);
        sched_yield_if_due(); /* no write does if all are empty */
    }
}

static void add_totals(struct recording *out, const uint64_t totals[], bool gnu)
{
    size_t n = 0;
    struct gmonrec some[GMON_LOST_CALLS];
    for (uint64_t which = 0; which < GMON_LOST_CALLS; which++)
        if (totals[which] != 0)
            some[n++] = (struct gmonrec){0, which, totals[which]};
    if (gnu)
        add_arcs(out, some, n);
    else
        recording_add(out, some, n * sizeof(*some));
}

/* The counters and calls as the header says, and the totals. */
static void add_profile(struct recording *out, struct space *space, const struct gmon *gmon,
                        const struct gmonhdr *head)
{
    bool gnu = head->gh_flags & GMON_GNU;
    if (gnu) {
        uint32_t ncounters = (head->gh_ncnt - sizeof(*head)) / sizeof(uint16_t);
        const struct gmon_gnu_start start =
            gmon_gnu_start(head->gh_lpc, head->gh_hpc, ncounters, head->gh_rate);
        recording_add(out, &start, sizeof(start));
        recording_add_memory(out, space, gmon->buf + sizeof(*head), ncounters * sizeof(uint16_t));
        add_gnu_calls(out, space, gmon->buf + head->gh_ncnt,
                      head->gh_totarc / sizeof(struct gmonrec));
    } else {
        recording_add_memory(out, space, gmon->buf, (uint64_t)head->gh_ncnt + head->gh_totarc);
    }
    add_totals(out, gmon->totals, gnu);
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

static int write_file(struct space *space, const struct gmon *gmon, const char *name)
{
    struct recording out = {.users = 1};
    struct gmonhdr head;
    int error = read_head(space, gmon, &head);
    if (!error)
        error = remove_old(gmon->directory, name);
    if (!error)
        error = path_open(gmon->directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600,
                          &out.inode);
    if (error)
        return error;
    recording_begin(&out);
    add_profile(&out, space, gmon, &head);
    error = recording_end(&out, NULL);
    if (error)
        path_unlink(gmon->directory, name);
    inode_put(out.inode);
    return error;
}

void gmon_write(struct process *process)
{
    struct gmon *gmon = &process->recorded->gmon;
    char name[NAME_MAX + 1];
    collect(gmon);
    print_into(name, sizeof(name), "gmon.%.*s.%d.out", PROGNAME_MAX,
               path_base_name(process->recorded->program.path), process->pid);
    int error = write_file(process->space, gmon, name);
    if (error)
        print("%s[%d]: cannot write %s: %s\n", process->name, process->pid, name,
              error_text(error));
}
