/*
 * Records.
 *
 * Problem: a record is ended by the process itself, at its exit or exec, or by another process, at
 * any moment; and by one of them only.  The thread that ends a record reads the counters page by
 * page and writes a file.  So it sleeps, and the space and the process must stay.
 *
 * The rule: a process whose recorded->recording is set goes past its exec or exit only by taking
 * record_mutex (end_record()).  So a thread that holds that mutex and has set or seen `recording`
 * may use the process and its space for as long as it holds the mutex.  The process is found under
 * process_tree_lock, and `recording` is set or seen under process.lock; both can then be released.
 *
 *     detacher                           process
 *     locks the mutex
 *     finds it, sees `recording`
 *     ends the session, reads pages      exit: sees `recording`, waits for the mutex
 *     appends the record
 *     clears `recording`, unlocks        locks the mutex: no recording any more; unlocks
 *                                        releases the space
 *
 * A process that is not recorded takes no mutex: it sets `leaving`, and from then on no record can
 * be begun in the old program.  In the middle of an exec a new recording has to wait for the new
 * program, as with PROF_RECORD_AT_EXEC: `recording` is set, and `memory` is 0.
 *
 * The detacher waits for nothing that the process does.  The process waits for it: at most for the
 * time that it takes to write a record.
 *
 * Ending the session (prof/prof.h) first makes the counts final; then nothing but the program
 * itself writes to the counters.  A page of them may be absent, or replaced by the program:
 * space_peek() copies what is there.
 *
 * A program's memory is freed before its record is ended: freeing may take many ticks, and they are
 * the program's.  Some memory stays until the record is written: its counters, and the code and the
 * stack, in which a tick finds its callers.  The ticks of writing the record and of freeing this
 * memory are in no count.
 *
 * At the end of a record only the file system allocates memory, so even a process that is killed
 * because memory is out can have its record.
 */
#include "record/record.h"
#include "arch/arch.h"
#include "core/error.h"
#include "core/panic.h"
#include "core/print.h"
#include "core/round.h"
#include "core/string.h"
#include "fs/file.h"
#include "fs/inode.h"
#include "fs/tree.h"
#include "mm/kmem.h"
#include "proc/image.h"
#include "proc/process.h"
#include "record/recording.h"
#include "sched/clock.h"
#include "sched/sched.h"
#include "vm/space.h"
#include <abi/errno.h>
#include <abi/fcntl.h>

#define FLAGS (PROF_RECORD_AT_EXEC | PROF_RECORD_FORKS | PROF_RECORD_EXECS | PROF_RECORD_STACKS)

#define STACKS_NBYTES (16u << 20) /* for samples: three minutes of stacks of depth 10 */

#define COUNTERS_PER_PAGE (PAGE_SIZE / sizeof(uint32_t))

_Static_assert(sizeof(struct prof_record) % 8 == 0, "what follows is aligned");

static struct mutex record_mutex = MUTEX_INIT(record_mutex, "records"); /* recording.h's [w], too */

/* ---- beginning ---- */

static bool has_stacks(const struct process *process)
{
    return process->recorded->recording->flags & PROF_RECORD_STACKS;
}

/* The bytes of memory for the process's record, in whole pages. */
static uint64_t memory_nbytes(const struct process *process)
{
    const struct program *program = &process->recorded->program;
    uint64_t nbytes = (program->text_end - program->text_start) * sizeof(uint32_t);
    return has_stacks(process) ? STACKS_NBYTES : round_up(nbytes, PAGE_SIZE);
}

static void note_start(struct process *process)
{
    process->recorded->begin_ns = clock_now_ns();
    process->recorded->waits = process->prof.waits;
    spin_lock(&process_tree_lock);
    process->recorded->child_ticks = process->child_ticks;
    spin_unlock(&process_tree_lock);
}

static void begin_session(struct process *process, uint64_t memory)
{
    const struct program *program = &process->recorded->program;
    struct prof_sink sink = {.kind = has_stacks(process) ? PROF_SINK_STACKS : PROF_SINK_TABLE};
    if (has_stacks(process))
        sink.stacks = prof_stacks_make(memory, STACKS_NBYTES, PROF_STACK_MAX);
    else /* the rest of the last page has no counters: what runs behind the text is outside */
        sink.table = prof_table_exact(memory, program->text_start, program->text_end);
    spin_lock(&process->lock);
    process->recorded->memory = memory;
    prof_record_begin(&process->prof, &sink);
    spin_unlock(&process->lock);
}

/* [record_mutex] The process, whose `recording` is set, stays.  -ENOMEM. */
static int begin_record(struct process *process)
{
    int64_t memory = space_map(process->space, 0, memory_nbytes(process),
                               SPACE_READ | SPACE_WRITE | SPACE_FRESH, false);
    note_start(process);
    if (memory < 0)
        return memory;
    begin_session(process, memory);
    return 0;
}

/* ---- writing a record ---- */

/* Adds the hits; returns how many. */
static uint64_t add_hits(const struct process *process)
{
    static uint32_t page[COUNTERS_PER_PAGE];        /* [record_mutex] */
    static struct prof_hit hits[COUNTERS_PER_PAGE]; /* [record_mutex] */
    struct recording *recording = process->recorded->recording;
    uint64_t start = process->recorded->memory, end = start + memory_nbytes(process), nhits = 0;
    for (uint64_t addr = start;
         !recording->error && (addr = space_next(process->space, addr, end)) < end;
         addr += PAGE_SIZE) {
        uint64_t pc = process->recorded->program.text_start + (addr - start) / sizeof(*page);
        space_peek(process->space, addr, page, PAGE_SIZE);
        size_t n = 0;
        for (size_t i = 0; i < COUNTERS_PER_PAGE; i++)
            if (page[i] > 0)
                hits[n++] = (struct prof_hit){pc + i, page[i]};
        recording_add(recording, hits, n * sizeof(*hits));
        nhits += n;
        sched_yield_if_due(); /* no write does if all are 0 */
    }
    return nhits;
}

/* Adds the samples as they are, whatever the program has made of them; returns their bytes. */
static uint64_t add_stacks(const struct process *process)
{
    uint64_t start = process->recorded->memory, used;
    space_peek(process->space, start, &used, sizeof(used));
    if (used < PROF_STACKS_START || used > STACKS_NBYTES || used % sizeof(used) != 0)
        return 0; /* 0: there has been no tick; any other number is not the kernel's */
    used -= PROF_STACKS_START;
    recording_add_memory(process->recorded->recording, process->space, start + PROF_STACKS_START,
                         used);
    return used;
}

/* Without what writing finds out. */
static struct prof_record describe(const struct process *process, uint32_t end,
                                   const struct profstat *stat)
{
    const struct recorded *recorded = process->recorded;
    const struct program *program = &process->recorded->program;
    spin_lock(&process_tree_lock);
    struct tms ticks = process->child_ticks;
    pid_t ppid = process->parent ? process->parent->pid : 0;
    spin_unlock(&process_tree_lock);
    return (struct prof_record){
        .pr_end = end,
        .pr_pid = process->pid,
        .pr_ppid = ppid,
        .pr_status = end == PROF_END_EXIT ? process->exit_status : 0,
        .pr_path_nbytes = strlen(program->path),
        .pr_low = program->text_start,
        .pr_high = program->text_end,
        .pr_ino = program->ino,
        .pr_mtime_ns = program->mtime_ns,
        .pr_begin_ns = recorded->begin_ns,
        .pr_end_ns = clock_now_ns(),
        .pr_stat = *stat,
        .pr_child_user = ticks.tms_cutime - recorded->child_ticks.tms_cutime,
        .pr_child_system = ticks.tms_cstime - recorded->child_ticks.tms_cstime,
        .pr_ready_ns = process->prof.waits.ready_ns - recorded->waits.ready_ns,
        .pr_disk_ns = process->prof.waits.disk_ns - recorded->waits.disk_ns,
    };
}

/* [record_mutex] The counts are final.  Prints a message only for the first record that is lost:
 * the next ones may be many. */
static void append(const struct process *process, uint32_t end, const struct profstat *stat)
{
    struct recording *recording = process->recorded->recording;
    static const struct prof_record nothing;
    struct prof_record header = describe(process, end, stat);
    recording_begin(recording);
    recording_add(recording, &nothing, sizeof(nothing));
    recording_add(recording, process->recorded->program.path, round_up(header.pr_path_nbytes, 8));
    if (process->recorded->memory && has_stacks(process))
        header.pr_stacks_nbytes = add_stacks(process);
    else if (process->recorded->memory)
        header.pr_nhits = add_hits(process);
    int error = recording_end(recording, &header);
    if (error && recording->lost == 1)
        print("%s[%d]: its profile could not be recorded: %s\n", process->name, process->pid,
              error_text(error));
}

/* ---- ending ---- */

/* [record_mutex] There is no record any more.  Its recording goes on with the next program, or its
 * reference is returned. */
static struct recording *clear(struct process *process, bool goes_on)
{
    struct recorded *recorded = process->recorded;
    spin_lock(&process->lock);
    struct recording *recording = recorded->recording;
    recorded->recording = goes_on ? recording : NULL;
    recorded->memory = 0;
    spin_unlock(&process->lock);
    return goes_on ? NULL : recording;
}

/* [record_mutex] The process stays.  Writes its record if there is one; returns as clear(). */
static struct recording *finish(struct process *process, uint32_t end)
{
    uint64_t memory = process->recorded->memory;
    if (!memory)
        return clear(process, end == PROF_END_EXEC);
    struct profstat stat;
    prof_record_end(&process->prof, &stat);
    append(process, end, &stat);
    if (end == PROF_END_CALL)
        space_unmap_fresh(process->space, memory, memory + memory_nbytes(process));
    bool goes_on = process->recorded->recording->flags & PROF_RECORD_EXECS;
    return clear(process, end == PROF_END_EXEC && goes_on);
}

/* The calling process leaves its program. */
static void end_record(struct process *process, uint32_t end)
{
    spin_lock(&process->lock);
    process->recorded->leaving = true;
    bool recorded = process->recorded->recording != NULL;
    spin_unlock(&process->lock);
    if (!recorded)
        return;
    space_unmap_data(process->space, arch_frame_sp(current_thread()->frame));
    mutex_lock(&record_mutex);
    struct recording *unused = finish(process, end);
    mutex_unlock(&record_mutex);
    recording_put(unused);
}

/* The process has ended, or never ran. */
static void release(struct process *process)
{
    spin_lock(&process->lock);
    struct recorded *recorded = process->recorded;
    process->recorded = NULL;
    spin_unlock(&process->lock);
    recording_put(recorded->recording);
    gmon_begin(&recorded->gmon, NULL);
    kmem_free(recorded);
}

/* A child that never ran has no profile to be written. */
static void leave_program(struct process *process, uint32_t end)
{
    bool ran = process == current_process();
    if (ran && end == PROF_END_EXIT && process->recorded->gmon.buflen > 0) {
        mutex_lock(&record_mutex);
        gmon_write(process);
        mutex_unlock(&record_mutex);
    }
    if (ran)
        end_record(process, end);
    if (end == PROF_END_EXIT)
        release(process);
}

/* ---- fork ---- */

/* The child is recorded if its parent is and the recording asks for that. */
static void fork_record(struct process *parent, struct process *child)
{
    const struct recorded *recorded = parent->recorded;
    spin_lock(&parent->lock);
    uint64_t memory = recorded->memory;
    struct recording *recording =
        memory && recorded->recording->flags & PROF_RECORD_FORKS ? recorded->recording : NULL;
    recording_hold(recording);
    spin_unlock(&parent->lock);
    if (!recording)
        return;
    child->recorded->recording = recording;
    if (!space_has_fresh(child->space, memory, memory + memory_nbytes(child))) {
        /* The program removed some of it, or the record began after the space was copied: then
         * there may be memory of the child's own. */
        recording_put(clear(child, false));
        return;
    }
    note_start(child);
    begin_session(child, memory);
}

static int begin_process(struct process *parent, struct process *process)
{
    process->recorded = kmem_alloc_zeroed(sizeof(*process->recorded));
    if (!process->recorded)
        return -ENOMEM;
    if (parent) {
        process->recorded->program = parent->recorded->program;
        gmon_fork(&parent->recorded->gmon, &process->recorded->gmon);
        fork_record(parent, process);
    }
    return 0;
}

/* ---- exec ---- */

/* [record_mutex] Begins the record that waits for the program, unless another thread has begun one
 * or taken it away. */
static struct recording *begin_next(struct process *process)
{
    static const struct profstat nothing;
    const struct recorded *recorded = process->recorded;
    if (!recorded->recording || recorded->memory || begin_record(process) == 0)
        return NULL;
    append(process, PROF_END_NOMEM, &nothing);
    return clear(process, false);
}

static void set_path(struct program *program, struct inode *cwd, const char *path)
{
    int64_t n = path[0] == '/' ? 0 : tree_path(cwd, program->path, PATH_MAX);
    if (n < 0 || n + strlen(path) + 1 > PATH_MAX)
        n = 0;
    if (n == 2) /* "/" and its NUL */
        n = 1;
    if (n > 0)
        program->path[n - 1] = '/';
    memset(program->path + n, 0, PATH_MAX - n);
    strlcpy(program->path + n, path, PATH_MAX - n);
}

/* The path, of that file, may be relative to the directory cwd. */
static void set_program(struct program *program, struct inode *cwd, const char *path,
                        struct inode *file, const struct image *image)
{
    struct stat st;
    inode_stat(file, &st);
    const struct segment *s = image->segments;
    while (image->entry - s->addr >= s->nbytes) /* image_parse() has found that there is one */
        s++;
    program->text_start = s->addr;
    program->text_end = s->addr + s->nbytes;
    program->ino = st.st_ino;
    program->mtime_ns = st.st_mtim.tv_sec * NS_PER_SEC + st.st_mtim.tv_nsec;
    set_path(program, cwd, path);
}

static void enter_program(struct inode *cwd, const char *path, struct inode *file,
                          const struct image *image)
{
    struct process *process = current_process();
    set_program(&process->recorded->program, cwd, path, file, image);
    gmon_begin(&process->recorded->gmon, image->pg ? cwd : NULL);
    spin_lock(&process->lock);
    bool to_begin = process->recorded->recording != NULL;
    process->recorded->leaving = false;
    spin_unlock(&process->lock);
    if (!to_begin)
        return;
    mutex_lock(&record_mutex);
    struct recording *unused = begin_next(process);
    mutex_unlock(&record_mutex);
    recording_put(unused);
}

/* ---- the call ---- */

/* The process with this pid, 0: the caller, locked; NULL if there is none, or it has ended.  While
 * it is locked it cannot end. */
static struct process *find_locked(pid_t pid)
{
    spin_lock(&process_tree_lock);
    struct process *process = pid == 0 ? current_process() : process_find(pid);
    if (process) {
        spin_lock(&process->lock);
        if (!process->recorded) {
            spin_unlock(&process->lock);
            process = NULL;
        }
    }
    spin_unlock(&process_tree_lock);
    return process;
}

/* [process->lock] 0, and the process is recorded in the recording now or from its next exec on; or
 * an error. */
static int set_recording(struct process *process, struct recording *recording)
{
    struct recorded *recorded = process->recorded;
    assert(spin_held(&process->lock));
    if (recorded->recording)
        return -EALREADY;
    if (recorded->leaving && process->exiting)
        return -ESRCH;
    recorded->recording = recording;
    return 0;
}

static int begin_in(pid_t pid, struct recording *recording)
{
    mutex_lock(&record_mutex);
    struct process *process = find_locked(pid);
    int error = process ? set_recording(process, recording) : -ESRCH;
    bool now = !error && !process->recorded->leaving && !(recording->flags & PROF_RECORD_AT_EXEC);
    if (process)
        spin_unlock(&process->lock);
    if (now) /* it stays */
        error = begin_record(process);
    if (now && error)
        clear(process, false);
    mutex_unlock(&record_mutex);
    return error;
}

int record_begin(pid_t pid, struct file *file, unsigned flags)
{
    bool is_other = pid != 0 && pid != current_process()->pid;
    if (flags & ~FLAGS || (flags & PROF_RECORD_AT_EXEC && is_other))
        return -EINVAL;
    if ((__atomic_load_n(&file->flags, __ATOMIC_RELAXED) & O_ACCMODE) == O_RDONLY)
        return -EBADF;
    if (file->kind != FILE_INODE || !S_ISREG(inode_kind(file->inode)))
        return -EINVAL;
    struct recording *recording = recording_create(file->inode, flags);
    if (!recording)
        return -ENOMEM;
    int error = begin_in(pid, recording);
    if (error)
        recording_put(recording);
    return error;
}

int record_end(pid_t pid)
{
    mutex_lock(&record_mutex);
    struct process *process = find_locked(pid);
    struct recording *recording = process ? process->recorded->recording : NULL;
    if (process)
        spin_unlock(&process->lock);
    if (recording) /* it stays */
        finish(process, PROF_END_CALL);
    mutex_unlock(&record_mutex);
    recording_put(recording);
    return recording ? 0 : -ESRCH;
}

/* ---- the hooks ---- */

void record_init(void)
{
    static const struct recorder recorder = {
        .fork = begin_process, .leave = leave_program, .enter = enter_program};
    process_recorder = &recorder;
}
