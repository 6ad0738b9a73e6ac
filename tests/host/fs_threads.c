/*
 * Many threads in the file system at once.
 *
 *     fs_threads SEED STEPS [faults]
 *
 * The kernel's locks are real here, built on atomics that the thread sanitizer understands; a wait
 * queue is one whose sleepers wake all the time, which its contract allows.  The disk answers late
 * and in any order, from a thread of its own, as an interrupt would.  Workers do random operations
 * on names that they share and on a file of their own, whose contents they know; one thread does
 * nothing but commit, and reclaim memory from the cache.  In the end fsck must find nothing, and
 * no inode and no buffer is in use.  With "faults" a worker's allocation fails now and then, and a
 * read of the disk: an operation that fails for that has changed nothing but the written part of a
 * write.
 */
#include "arch/usercopy.h"
#include "fs/cache.h"
#include "fs/log.h"
#include "mm/fail.h"
#include "mm/kmem.h"
#include "mm/page.h"
#include "sched/clock.h"
#include "sched/mutex.h"
#include "sched/sched.h"
#include "tests/host/fs_sim.h"
#include <stdarg.h>
#include <stdio.h>

#define WORKERS   4
#define NBLOCKS   20000  /* files that cannot be read to be freed stay until the next mount */
#define FILE_SIZE 120000 /* with a block of pointers */

/* The host's threads; its own headers do not go together with the kernel's. */
uint64_t host_thread_start(void *(*run)(void *), void *arg);
void host_thread_join(uint64_t thread);
void host_thread_yield(void);

/* ---- the kernel's services, for many threads ---- */

bool kernel_quiet = true;

static __thread char self; /* its address tells threads apart */

/* Yields sometimes: on a busy host each takes as long as the others' turns. */
static void now_and_then(void)
{
    static __thread unsigned count;
    if (++count % 50 == 0)
        host_thread_yield();
}

void spin_lock(struct spinlock *lock)
{
    assert(!spin_held(lock));
    uint64_t free;
    while (free = 0, !__atomic_compare_exchange_n(&lock->word, &free, (uintptr_t)&self, false,
                                                  __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        host_thread_yield();
}

void spin_unlock(struct spinlock *lock)
{
    assert(spin_held(lock));
    __atomic_store_n(&lock->word, 0, __ATOMIC_RELEASE);
}

bool spin_held(const struct spinlock *lock)
{
    return __atomic_load_n(&lock->word, __ATOMIC_RELAXED) == (uintptr_t)&self;
}

void mutex_init(struct mutex *mutex, const char *name)
{
    (void)name;
    mutex->word = 0;
}

void mutex_lock(struct mutex *mutex)
{
    assert(!mutex_held(mutex));
    uintptr_t free;
    while (free = 0, !__atomic_compare_exchange_n(&mutex->word, &free, (uintptr_t)&self, false,
                                                  __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        host_thread_yield();
}

void mutex_unlock(struct mutex *mutex)
{
    assert(mutex_held(mutex));
    __atomic_store_n(&mutex->word, 0, __ATOMIC_RELEASE);
    now_and_then(); /* whoever wants it next has the time to come */
}

bool mutex_held(const struct mutex *mutex)
{
    return __atomic_load_n(&mutex->word, __ATOMIC_RELAXED) == (uintptr_t)&self;
}

void sched_yield_if_due(void)
{
    now_and_then();
}

void waitq_init(struct waitq *queue)
{
    (void)queue;
}

void waitq_sleep(struct waitq *queue, struct spinlock *guard)
{
    (void)queue;
    spin_unlock(guard);
    host_thread_yield();
    spin_lock(guard);
}

int waitq_sleep_until(struct waitq *queue, struct spinlock *guard, uint64_t deadline_ns)
{
    (void)deadline_ns;
    waitq_sleep(queue, guard);
    return 0;
}

unsigned waitq_wake(struct waitq *queue)
{
    (void)queue;
    return 0;
}

unsigned waitq_wake_all(struct waitq *queue)
{
    (void)queue;
    return 0;
}

uint64_t clock_now_ns(void)
{
    return 0;
}

uint64_t clock_realtime_ns(void)
{
    return 0;
}

static bool faults; /* as the command line says; false again when the workers have ended */

/* What the kernel says of a fault; all else, such as that the file system is damaged, is none. */
static bool tells_fault(const char *format)
{
    return strncmp(format, "fs: the disk cannot read block", 30) == 0 ||
           strncmp(format, "fs: inode %u cannot be freed", 28) == 0;
}

void print(const char *format, ...)
{
    if (faults && tells_fault(format))
        return;
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
}

int print_into_va(char *buf, size_t size, const char *format, va_list args)
{
    return vsnprintf(buf, size, format, args);
}

_Noreturn void panic(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    __builtin_trap();
}

size_t strlcpy(char *dst, const char *src, size_t size)
{
    return (size_t)snprintf(dst, size, "%s", src);
}

bool fail_counts;

static unsigned failed_allocations, failed_reads;
static __thread uint32_t *chance_of_worker; /* NULL: this thread is none */

static uint32_t random_below(uint32_t *chance, uint32_t below)
{
    *chance = *chance * 1664525 + 1013904223;
    return (*chance >> 8) % below;
}

bool fail_count(void)
{
    bool fails = faults && chance_of_worker && random_below(chance_of_worker, 100) == 0;
    __atomic_fetch_add(&failed_allocations, fails, __ATOMIC_RELAXED);
    return fails;
}

void *page_alloc(void)
{
    return fail_here() ? NULL : host_alloc(PAGE_SIZE);
}

void *page_alloc_zeroed(void)
{
    return fail_here() ? NULL : host_alloc(PAGE_SIZE);
}

void page_free(void *page)
{
    host_free(page);
}

uint32_t page_refs(void *page)
{
    (void)page;
    return 1;
}

size_t page_count_spare(void)
{
    return UINT32_MAX;
}

void *kmem_alloc(size_t nbytes)
{
    return fail_here() ? NULL : host_alloc(nbytes);
}

void *kmem_alloc_zeroed(size_t nbytes)
{
    return fail_here() ? NULL : host_alloc(nbytes);
}

void kmem_free(void *object)
{
    host_free(object);
}

void kernel_reset(void)
{
}

int copy_from_user(void *dst, const void *user_src, size_t n)
{
    memcpy(dst, user_src, n);
    return 0;
}

int copy_to_user(void *user_dst, const void *src, size_t n)
{
    memcpy(user_dst, src, n);
    return 0;
}

/* ---- a slow disk ---- */

static struct late_disk {
    struct block_device device;
    struct block_device *below;
    struct spinlock lock;
    struct block_request *queue; /* started and not done */
    unsigned length;
    bool stop;
} disk = {.lock = SPINLOCK_INIT("late disk")};

static void late_submit(struct block_device *device, struct block_request *request)
{
    (void)device;
    spin_lock(&disk.lock);
    request->next = disk.queue;
    disk.queue = request;
    disk.length++;
    spin_unlock(&disk.lock);
}

static void *disk_thread(void *unused)
{
    uint32_t chance = 1;
    for (bool stop = false; !stop;) {
        spin_lock(&disk.lock);
        struct block_request **link = &disk.queue;
        for (unsigned skip = disk.length ? random_below(&chance, disk.length) : 0; skip > 0; skip--)
            link = &(*link)->next;
        struct block_request *request = *link;
        if (request) {
            *link = request->next;
            disk.length--;
        }
        stop = disk.stop && disk.length == 0;
        spin_unlock(&disk.lock);
        if (!request) {
            host_thread_yield();
        } else if (request->op == BLOCK_READ && random_below(&chance, 20) == 0 &&
                   __atomic_load_n(&faults, __ATOMIC_RELAXED)) {
            failed_reads++;
            request->result = -EIO;
            request->done(request);
        } else {
            disk.below->submit(disk.below, request);
        }
    }
    return unused;
}

/* ---- the threads that use it ---- */

static uint64_t steps;

struct worker {
    uint32_t number;
    uint32_t chance;
    uint32_t fault_chance;
    struct inode *file; /* its own, which may be without a name */
    uint8_t contents[FILE_SIZE];
};

static uint32_t pick(struct worker *w, uint32_t below)
{
    return random_below(&w->chance, below);
}

static bool is_fault(int64_t result)
{
    return faults && (result == -ENOMEM || result == -EIO);
}

/* A call, until it is not made to fail. */
#define AGAIN(call)              \
    ({                           \
        int result = (call);     \
        while (is_fault(result)) \
            result = (call);     \
        result;                  \
    })

/* How many of n bytes a call has done. */
static size_t done_of(int64_t result, uint32_t n)
{
    CHECK(result == n || is_fault(result) || (faults && result > 0 && result < n), "own file: %ld",
          result);
    return result > 0 ? (size_t)result : 0;
}

static void own_file(struct worker *w)
{
    static __thread uint8_t buf[FILE_SIZE];
    uint32_t at = pick(w, FILE_SIZE), n = pick(w, FILE_SIZE - at) + 1;
    if (pick(w, 2)) {
        memset(buf, (int)pick(w, 256), n);
        memcpy(w->contents + at, buf, done_of(contents_write(w->file, io_kernel(buf), at, n), n));
    } else {
        size_t got = done_of(contents_read(w->file, io_kernel(buf), at, n), n);
        CHECK(memcmp(buf, w->contents + at, got) == 0, "the own file has changed");
    }
}

static void new_own_file(struct worker *w)
{
    char path[] = "/own0";
    path[4] += (char)w->number;
    inode_put(w->file);
    CHECK(AGAIN(path_open(NULL, path, O_CREAT | O_EXCL | O_RDWR, 0600, &w->file)) == 0, "%s", path);
    CHECK(AGAIN(contents_truncate(w->file, FILE_SIZE)) == 0, "truncate");
    memset(w->contents, 0, FILE_SIZE);
    CHECK(AGAIN(path_unlink(NULL, path)) == 0, "%s", path);
}

static void random_path(struct worker *w, char *path)
{
    unsigned parts = 1 + pick(w, 3);
    for (unsigned i = 0; i < parts; i++) {
        *path++ = '/';
        *path++ = "abcdef"[pick(w, i + 1 < parts ? 2 : 6)];
    }
    *path = '\0';
}

static void shared_names(struct worker *w)
{
    off_t pos = 0;
    char a[16];
    random_path(w, a);
    char b[16];
    random_path(w, b);
    switch (pick(w, 12)) {
    case 0:
        path_mkdir(NULL, a, 0755);
        return;
    case 1:
        tree_rmdir(NULL, a);
        return;
    case 2:
        path_unlink(NULL, a);
        return;
    case 3:
    case 4:
    case 5:
        tree_rename(NULL, a, NULL, b);
        return;
    case 6:
        link_path(NULL, a, b);
        return;
    case 7:
        path_symlink(NULL, b, a);
        return;
    }
    struct inode *inode;
    if (path_open(NULL, a, pick(w, 2) ? O_CREAT | O_RDWR : O_RDONLY, 0644, &inode) != 0)
        return;
    struct stat st;
    inode_stat(inode, &st);
    inode_chmod(inode, pick(w, 2) ? 0644 : 0755);
    char buf[5000];
    off_t end;
    struct dirent list[8];
    if (S_ISDIR(st.st_mode)) {
        while (directory_list(inode, io_kernel(list), sizeof(list), &pos) > 0)
            continue;
        tree_path(inode, buf, sizeof(buf));
    } else if (pick(w, 2)) {
        memset(buf, 'x', sizeof(buf));
        contents_append(inode, io_kernel(buf), sizeof(buf), &end);
    } else if (pick(w, 4) == 0) {
        contents_truncate(inode, pick(w, 50000));
    } else {
        contents_read(inode, io_kernel(buf), pick(w, 50000), sizeof(buf));
    }
    inode_put(inode);
}

/* A run of names in a directory that is large enough for an index. */
static void many_names(struct worker *w)
{
    uint32_t first = pick(w, 400), n = pick(w, 60);
    bool adds = pick(w, 5) > 1;
    for (uint32_t i = first; i < first + n; i++) {
        char path[20];
        snprintf(path, sizeof(path), "/many/%u", i);
        int r = adds ? link_path(NULL, "/file", path) : path_unlink(NULL, path);
        CHECK(r == 0 || r == (adds ? -EEXIST : -ENOENT) || is_fault(r), "%s: %d", path, r);
    }
}

/* Some make names in a directory that they have open while others remove it: only once it is empty,
 * and then there is no new name. */
static void in_removed(struct worker *w)
{
    struct inode *dir = NULL;
    path_mkdir(NULL, "/gone", 0755);
    path_mkdir(NULL, "/empty", 0755);
    if (path_lookup(NULL, "/gone", true, &dir) != 0)
        return;
    for (unsigned i = 0; i < 20; i++) {
        if (w->number % 2) {
            path_mkdir(dir, "x", 0755);
            tree_rmdir(dir, "x");
        } else if (pick(w, 2)) {
            tree_rmdir(NULL, "/gone");
        } else {
            tree_rename(NULL, "/empty", NULL, "/gone");
        }
    }
    inode_put(dir);
}

static void drain(void)
{
    while (cache_reclaim(0) > 0)
        continue;
}

static void *worker(void *arg)
{
    struct worker *w = arg;
    chance_of_worker = &w->fault_chance;
    new_own_file(w);
    for (uint64_t i = 0; i < steps; i++) {
        if (pick(w, 60) == 0)
            new_own_file(w);
        else if (pick(w, 5) == 0)
            own_file(w);
        else if (pick(w, 20) == 0)
            many_names(w);
        else if (pick(w, 8) == 0)
            in_removed(w);
        else
            shared_names(w);
        if (pick(w, 200) == 0)
            CHECK(fs_sync() == 0, "sync");
        if (faults && pick(w, 20) == 0)
            drain(); /* else there are few reads that could fail */
    }
    inode_put(w->file);
    return NULL;
}

static bool flusher_stops;

static void *flusher(void *unused)
{
    while (!__atomic_load_n(&flusher_stops, __ATOMIC_RELAXED)) {
        CHECK(log_commit() == 0, "commit");
        fs_reclaim();
        for (unsigned i = 0; i < 50; i++)
            host_thread_yield();
    }
    return unused;
}

/* How many buffers are still in use then. */
static size_t unmount(void)
{
    CHECK(fs_unmount() == 0, "unmount");
    drain();
    return cache_count();
}

int main(int argc, char **argv)
{
    static struct worker workers[WORKERS];
    host_tool = "fs_threads";
    uint64_t seed;
    char *end;
    CHECK(argc >= 3 && host_number(argv[1], &end, &seed) && host_number(argv[2], &end, &steps),
          "usage");
    struct sim *sim = sim_create(NBLOCKS, 0);
    disk.below = &sim->device;
    disk.device = (struct block_device){.name = "late", .nblocks = NBLOCKS, .submit = late_submit};
    uint64_t disk_id = host_thread_start(disk_thread, NULL);
    CHECK(fs_mount(&disk.device, 200) == 0, "mount");
    struct inode *file;
    CHECK(path_open(NULL, "/file", O_CREAT | O_RDWR, 0644, &file) == 0, "file");
    inode_put(file);
    CHECK(path_mkdir(NULL, "/many", 0755) == 0, "many");

    fail_counts = faults = argc > 3;
    uint64_t flusher_id = host_thread_start(flusher, NULL);
    uint64_t threads[WORKERS];
    for (uint32_t i = 0; i < WORKERS; i++) {
        workers[i].number = i;
        workers[i].chance = (uint32_t)seed * 1000 + i;
        workers[i].fault_chance = workers[i].chance + WORKERS;
        threads[i] = host_thread_start(worker, &workers[i]);
    }
    for (uint32_t i = 0; i < WORKERS; i++)
        host_thread_join(threads[i]);
    __atomic_store_n(&flusher_stops, true, __ATOMIC_RELAXED);
    host_thread_join(flusher_id);
    bool had_faults = faults;
    __atomic_store_n(&faults, false, __ATOMIC_RELAXED);
    CHECK(fs_sync() == 0, "sync"); /* frees what waited for memory */
    sim_fsck("after all threads");
    CHECK(inode_count() == 0, "%lu inodes are in use", inode_count());
    CHECK(had_faults || super_geometry()->orphans == 0, "%u orphans are left",
          super_geometry()->orphans);
    size_t in_use = unmount();
    CHECK(fs_mount(&disk.device, 200) == 0, "mount");
    sim_fsck("after a mount");
    CHECK(super_geometry()->orphans == 0, "%u orphans are left by a mount",
          super_geometry()->orphans);
    size_t always = unmount();
    CHECK(in_use == always, "%lu buffers are in use, %lu without any work", in_use, always);
    spin_lock(&disk.lock);
    disk.stop = true;
    spin_unlock(&disk.lock);
    host_thread_join(disk_id);
    CHECK(!had_faults || (failed_allocations > 20 && failed_reads > 20),
          "only %u allocations and %u reads failed", failed_allocations, failed_reads);
    return 0;
}
