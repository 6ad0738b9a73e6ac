/*
 * Whatever calls programs make, with whatever arguments, the machine goes on, and has its processes
 * and its memory back when they have ended: this runs under leaks, as all tests do.
 *
 *     fuzz_calls [-v] [-w WORKERS] [-s FIRST-LAST]... [SEED [ROUNDS [CALLS]]]
 *
 * In each round some workers make CALLS random calls each; they fork, exec and start threads, which
 * make some more.  When all have ended, or most of a second is over, what is left of them is
 * killed.
 *
 * A call depends on nothing but the seed of its round, the stream that it is in (a worker's, a
 * child's, a thread's) and its number there.  So calls can be left out without changing the others:
 * -s does that, in the workers.  -v writes each call to the log before it is made.  tools/fuzz
 * finds the calls that a failure needs.
 *
 * In some rounds the disk has only a few blocks free, or inodes: the calls soon meet ENOSPC.
 *
 * Where the boot line has the word `fail' some children find allocations of the kernel's failing.
 *
 * Left out: poweroff, and signals to processes that are not the fuzzer's.
 */
/* machine: cpus=2 */
#include "child.h"
#include "splitmix.h"
#include <abi/elf.h>
#include <abi/fs.h>
#include <abi/gmon.h>
#include <abi/kprof.h>
#include <abi/prof.h>
#include <abi/record.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <sys/calls.h>
#include <sys/ioctl.h>
#include <sys/kstat.h>
#include <sys/procinfo.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <termios.h>

#define COUNT(array)  (sizeof(array) / sizeof((array)[0]))
#define ARENA         0x20000000ul /* where most addresses are */
#define ARENA_PAGES   48
#define SCRATCH       (2 * PAGE_SIZE) /* bytes used of */
#define SCRATCH_PAGES 24
#define WORKERS_MAX   8
#define DEPTH_MAX     2  /* of children */
#define CHILDREN_MAX  3  /* of a process */
#define THREADS       3  /* of a process */
#define CHILD_CALLS   30 /* that a child or a thread makes */
#define LOG_FD        125
#define COUNT_FD      126
#define WAKER         SIGUSR2 /* which the supervisor sends to all, each */
#define WAKE_US       20000
#define WAKES         40 /* in a round */
#define TABLE_MAX     256
#define SKIPPED_MAX   64
#define SPARE_MAX     12 /* blocks or inodes that a full disk has free */
#define RESTART_CALLS 64 /* after so many, what a fuzzed call may have turned off is on again */

/* So that gprofil(2) is permitted. */
__attribute__((section(".note.tally"), aligned(4), used)) static const struct {
    struct elf_note note;
    char name[(sizeof(GMON_NOTE_NAME) + 3) / 4 * 4];
} note = {{sizeof(GMON_NOTE_NAME), 0, GMON_NOTE_PG}, GMON_NOTE_NAME};

static bool verbose;
static unsigned long seed; /* of the round */
static struct {
    unsigned long first, last;
} skipped[SKIPPED_MAX];
static unsigned nskipped;

static char *const scratch = (char *)0x10000000; /* what is told to calls, mostly */
static pid_t children[CHILDREN_MAX];
static unsigned depth; /* among the children; not a stream's, which a call may spoil */
static pid_t worker;
static uint32_t nthreads; /* atomic */

/* The calls that a thread makes one after the other. */
struct stream {
    uint64_t id;
    uint64_t random; /* of the call that is being made */
    unsigned char uncounted;
};

static __thread sigjmp_buf after_fault;
static __thread volatile bool may_fault;

/* ---- numbers ---- */

static uint64_t next(struct stream *s)
{
    return s->random = splitmix(s->random);
}

static uint64_t below(struct stream *s, uint64_t n)
{
    return next(s) % n;
}

static bool one_in(struct stream *s, unsigned n)
{
    return below(s, n) == 0;
}

#define PICK(s, ...)                                    \
    ({                                                  \
        static const uint64_t values[] = {__VA_ARGS__}; \
        values[below(s, COUNT(values))];                \
    })

static uint64_t any_number(struct stream *s)
{
    switch (below(s, 4)) {
    case 0:
        return PICK(s, 0, 1, 8, 0x7fffffff, 0x80000000, 0xffffffff, 1ul << 32, INT64_MAX,
                    (uint64_t)INT64_MIN, UINT64_MAX, -4096ul, 65536, 65535);
    case 1:
        return below(s, 64);
    case 2:
        return 1ul << below(s, 64);
    default:
        return next(s) >> below(s, 64);
    }
}

static uint64_t any_address(struct stream *s)
{
    uint64_t page = ARENA + below(s, ARENA_PAGES + 1) * PAGE_SIZE;
    switch (below(s, 16)) {
    case 0:
        return PICK(s, 0, 8, 0xfff, 0x10000, 0x7ffffffff000, 0x7fffffffefff, 0x7fffffffe000,
                    0x7ffffffffff8, 0x800000000000, 0xffff800000000000, 0xffffffff80000000,
                    UINT64_MAX, -4096ul);
    case 1:
        return one_in(s, 8) ? any_number(s) : (uint64_t)scratch + below(s, SCRATCH);
    case 2:
        return one_in(s, 128) ? (uint64_t)&page - below(s, 3 * PAGE_SIZE) : (uint64_t)scratch;
    case 3:
    case 4:
        return page - below(s, 64);
    case 5:
    case 6:
    case 7:
        return page + below(s, PAGE_SIZE);
    default:
        return page;
    }
}

static uint64_t any_size(struct stream *s)
{
    switch (below(s, 8)) {
    case 0:
        return any_number(s);
    case 1:
        return below(s, 70000);
    case 2:
    case 3:
        return below(s, 17) * PAGE_SIZE;
    case 4:
    case 5:
        return below(s, 64) * 8;
    default:
        return below(s, 2 * PAGE_SIZE);
    }
}

static uint64_t any_path(struct stream *s, bool only_read)
{
    static const char *const paths[] = {"a",    "b",   "c",      "d",   "e",    "f",    "g",
                                        "a/b",  "b/c", "c/../d", "d/a", "../a", "e/..", "a/b/c/d",
                                        "./f/", "/",   "/a/b",   ".",   "..",   "",     "a//b"};
    static const char *const system[] = {"/bin/true",  "/bin",      "/dev",     "/dev/console",
                                         "/dev/null",  "/dev/zero", "/dev/log", "/t/fuzz_calls",
                                         "/bin/true/", "/dev/none"};
    if (one_in(s, 16))
        return any_address(s);
    if (one_in(s, 64)) { /* it has no end in its page, or is long */
        memset(scratch, one_in(s, 2) ? 'x' : '/', SCRATCH);
        return (uint64_t)scratch + below(s, PAGE_SIZE);
    }
    return (uint64_t)(only_read && one_in(s, 3) ? system[below(s, COUNT(system))]
                                                : paths[below(s, COUNT(paths))]);
}

/* Of the fuzzer's processes, or of none: never 1, -1, or a process that was there before. */
static uint64_t any_process(struct stream *s)
{
    pid_t mine[] = {getpid(), worker, children[below(s, CHILDREN_MAX)], 0, 999999, INT32_MAX};
    pid_t pid = mine[below(s, COUNT(mine))];
    return (uint64_t)(int64_t)(one_in(s, 4) ? -pid : pid);
}

/* Words of which some structure's fields may be made. */
static uint64_t any_struct(struct stream *s)
{
    uint64_t *words = (uint64_t *)scratch + below(s, 8) * 64;
    for (unsigned i = 0, n = 1 + below(s, 32); i < n; i++)
        words[i] = one_in(s, 3) ? any_address(s) : one_in(s, 2) ? any_size(s) : any_number(s);
    return one_in(s, 16) ? any_address(s) : (uint64_t)words;
}

/* The limits of a child: mostly so low that it meets them. */
static uint64_t any_limit(struct stream *s)
{
    struct rlimit *limit = (struct rlimit *)scratch + below(s, 64);
    limit->rlim_cur = PICK(s, 0, 1, 5, 8, 12, 128, 1 << 20, 3 << 20, RLIM_INFINITY);
    limit->rlim_max = one_in(s, 2) ? RLIM_INFINITY : limit->rlim_cur;
    return one_in(s, 16) ? any_address(s) : (uint64_t)limit;
}

/* Regions for sprofil, of which the last may be for what lies in none. */
static uint64_t any_regions(struct stream *s)
{
    struct prof *regions = (struct prof *)scratch;
    for (unsigned i = 0; i < 8; i++)
        regions[i] = (struct prof){(void *)any_address(s), any_size(s),
                                   PICK(s, 0, 0, (uint64_t)any_size, (uint64_t)below),
                                   PICK(s, 0, 2, 2, 1024, PROF_SCALE_MAX)};
    return one_in(s, 4) ? any_struct(s) : (uint64_t)regions;
}

/* Offsets of files, some where a file needs more blocks of pointers. */
static uint64_t any_offset(struct stream *s)
{
    if (!one_in(s, 4))
        return one_in(s, 4) ? -any_size(s) : any_size(s);
    return PICK(s, FS_DIRECT - 1, FS_DIRECT, FS_DIRECT + 40, FS_DIRECT + FS_PTRS - 1,
                FS_DIRECT + FS_PTRS, FS_DIRECT + 3 * FS_PTRS, FS_FILE_BLOCKS - 1) *
               FS_BLOCK_SIZE +
           (one_in(s, 2) ? 0 : any_size(s));
}

/* What programs ask of a terminal: it edits lines or not, echoes or not, ^C is a signal or not. */
static uint64_t any_termios(struct stream *s)
{
    struct termios *termios = (struct termios *)scratch;
    tcgetattr(0, termios);
    termios->c_lflag ^= PICK(s, 0, ICANON, ICANON, ECHO, ISIG, ICANON | ECHO | ISIG);
    return (uint64_t)termios;
}

/* A set of signals, mostly without the one that ends sleeps. */
static uint64_t any_mask(struct stream *s)
{
    sigset_t *mask = (sigset_t *)scratch + below(s, 16);
    *mask = (sigset_t)any_number(s);
    if (!one_in(s, 32))
        *mask &= ~(1u << WAKER);
    return one_in(s, 16) ? any_address(s) : (uint64_t)mask;
}

/* A lock of some bytes of a file. */
static uint64_t any_lock(struct stream *s)
{
    struct flock *lock = (struct flock *)scratch;
    *lock = (struct flock){.l_type = (short)below(s, 4),
                           .l_start = (off_t)below(s, 64),
                           .l_len = (off_t)below(s, 32) - 4};
    return one_in(s, 16) ? any_struct(s) : (uint64_t)lock;
}

/* A time, mostly short. */
static uint64_t any_time(struct stream *s)
{
    int64_t *words = (int64_t *)any_struct(s);
    if ((char *)words < scratch || (char *)words > scratch + PAGE_SIZE || one_in(s, 16))
        return (uint64_t)words;
    for (int i = 0; i < 4; i += 2) {
        words[i] = 0;
        words[i + 1] = (int64_t)below(s, 3000);
    }
    return (uint64_t)words;
}

static uint64_t any_fd(struct stream *s)
{
    if (one_in(s, 16))
        return PICK(s, -1ul, 100, 127, 128, 129, INT32_MAX, (uint64_t)INT32_MIN, 1ul << 32);
    return below(s, 14);
}

/* The kinds of arguments; struct call has a letter for each. */
static uint64_t argument(struct stream *s, char kind)
{
    switch (kind) {
    case 'a':
        return any_address(s);
    case 'A': /* what happens there does not end the program, mostly */
        return one_in(s, 64) ? any_address(s) : ARENA + below(s, ARENA_PAGES) * PAGE_SIZE;
    case 'n':
        return any_size(s);
    case 'f':
        return any_fd(s);
    case 'y':
        return PICK(s, F_SETLK, F_SETLK, F_SETLKW, F_GETLK, F_FLOCK);
    case 'Y':
        return one_in(s, 4) ? below(s, 16) : any_lock(s);
    case 'd': /* where a path begins */
        return one_in(s, 3) ? any_fd(s) : (uint64_t)AT_FDCWD;
    case 'D':
        return one_in(s, 16)
                   ? any_number(s)
                   : PICK(s, 0, AT_SYMLINK_NOFOLLOW, AT_SYMLINK_FOLLOW, AT_REMOVEDIR, O_CLOEXEC);
    case 'p':
        return any_path(s, false);
    case 'P':
        return any_path(s, true);
    case 's':
        return one_in(s, 32)   ? any_number(s)
               : one_in(s, 32) ? SIGKILL
               : one_in(s, 64) ? PICK(s, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT)
                               : PICK(s, 0, SIGHUP, SIGINT, SIGALRM, SIGUSR1, SIGCHLD, SIGPIPE,
                                      SIGPROF, SIGWINCH, 31, 32);
    case 'w':
        return any_process(s);
    case 'S':
        return any_struct(s);
    case 'M':
        return any_mask(s);
    case 't':
        return one_in(s, 16) ? 0 : any_time(s);
    case 'i':
        return one_in(s, 8) ? any_number(s) : below(s, 9) - 1;
    case 'W':
        return one_in(s, 4) ? below(s, 16) : WNOHANG | WUNTRACED;
    case 'r':
        return one_in(s, 32) ? any_number(s) : below(s, 8);
    case 'm':
        return one_in(s, 16)
                   ? any_number(s)
                   : PICK(s, MAP_PRIVATE, MAP_PRIVATE, MAP_SHARED) |
                         (one_in(s, 4) ? 0 : MAP_ANONYMOUS) | (one_in(s, 4) ? 0 : MAP_FIXED);
    case '-':
        return one_in(s, 32) ? any_number(s) : -1ul;
    case 'O':
        return one_in(s, 8)
                   ? any_number(s)
                   : below(s, 3) | (one_in(s, 2) ? O_CREAT : 0) | (one_in(s, 2) ? O_NONBLOCK : 0) |
                         PICK(s, 0, 0, O_EXCL, O_TRUNC, O_APPEND, O_DIRECTORY, O_CLOEXEC,
                              O_NOFOLLOW);
    case 'R': /* flags with which nothing is made or changed */
        return O_RDONLY | PICK(s, 0, O_NONBLOCK, O_DIRECTORY, O_CLOEXEC);
    case 'o':
        return any_offset(s);
    case 'c':
        return one_in(s, 8)
                   ? any_number(s)
                   : PICK(s, TCGETS, TCSETS, TCSETSW, TCSETSF, TIOCGPGRP, TIOCGWINSZ, TIOCSWINSZ);
    case 'C':
        return TIOCSPGRP;
    case 'F': /* where ^C goes: never to the supervisor */
        *(int *)scratch = (int)any_process(s);
        return one_in(s, 16) ? any_address(s) : (uint64_t)scratch;
    case 'E':
        return PICK(s, TCSETS, TCSETSW, TCSETSF);
    case 'e':
        return any_termios(s);
    case 'x': /* profil's scale */
        return one_in(s, 4) ? any_number(s) : PICK(s, 0, 1, 2, 65536, 65535, 4096);
    case 'X': /* its offset */
        return one_in(s, 4) ? any_number(s) : (uint64_t)below;
    case 'G':
        return any_regions(s);
    case 'l':
        return one_in(s, 16) ? any_number(s) : below(s, RLIM_NLIMITS);
    case 'L':
        return any_limit(s);
    case 'k':
        return 1 + below(s, one_in(s, 2) ? 10 : 100);
    case 'K':
        return one_in(s, 64) ? any_number(s) : PICK(s, 0, 0, KFAIL_ON, KFAIL_NEW);
    case 'B':
        return below(s, 16);
    case 'T':
        return one_in(s, 4) ? any_address(s) : (uint64_t)__builtin_thread_pointer();
    case '0':
        return 0;
    default:
        return any_number(s);
    }
}

/* ---- calls ---- */

#define IN_CHILD_ONLY 1 /* the process can hardly go on afterwards */

static const struct call {
    short number;
    unsigned char weight;
    unsigned char flags;
    const char *arguments;
} calls[] = {
    {SYS_waitpid, 6, 0, "waW"},
    {SYS_getpid, 1, 0, ""},
    {SYS_getppid, 1, 0, ""},
    {SYS_setpgid, 4, 0, "ww"},
    {SYS_getpgid, 2, 0, "w"},
    {SYS_setsid, 1, 0, ""},
    {SYS_getsid, 2, 0, "w"},
    {SYS_thread_create, 1, IN_CHILD_ONLY, "aaaa"},
    {SYS_thread_exit, 1, IN_CHILD_ONLY, "a"},
    {SYS_exit, 1, IN_CHILD_ONLY, "v"},
    {SYS_gettid, 1, 0, ""},
    {SYS_set_tls, 1, IN_CHILD_ONLY, "a"},
    {SYS_yield, 2, 0, ""},
    {SYS_futex_wait, 4, 0, "ait"},
    {SYS_futex_wake, 4, 0, "ai"},
    {SYS_proclist, 1, 0, "ai"},
    {SYS_kill, 6, 0, "ws"},
    {SYS_sigqueue, 2, 0, "ws-i"},
    {SYS_sigaction, 3, 0, "sSS"},
    {SYS_sigprocmask, 4, 0, "iMa"},
    {SYS_sigpending, 1, 0, "a"},
    {SYS_sigsuspend, 1, 0, "M"},
    {SYS_sigtimedwait, 2, 0, "Mat"},
    {SYS_sigaltstack, 2, 0, "SS"},
    {SYS_sigreturn, 2, IN_CHILD_ONLY, ""},
    {SYS_alarm, 1, 0, "i"},
    {SYS_nanosleep, 2, 0, "ta"},
    {SYS_clock_gettime, 1, 0, "ia"},
    {SYS_clock_settime, 1, 0, "it"},
    {SYS_times, 1, 0, "a"},
    {SYS_brk, 1, IN_CHILD_ONLY, "a"},
    {SYS_mmap, 20, 0, "Anrm-v"},
    {SYS_mmap, 4, 0, "Anrmf0"},
    {SYS_munmap, 8, 0, "An"},
    {SYS_mprotect, 12, 0, "Anr"},
    {SYS_msync, 4, 0, "Anr"},
    {SYS_open, 12, 0, "dpOv"},
    {SYS_open, 6, 0, "dPRv"},
    {SYS_close, 8, 0, "f"},
    {SYS_read, 10, 0, "fan"},
    {SYS_write, 10, 0, "fan"},
    {SYS_lseek, 4, 0, "foi"},
    {SYS_fstat, 2, 0, "fa"},
    {SYS_stat, 2, 0, "dPaD"},
    {SYS_umask, 1, 0, "v"},
    {SYS_getdents, 3, 0, "fan"},
    {SYS_dup, 3, 0, "f"},
    {SYS_dup2, 3, 0, "ffD"},
    {SYS_pipe, 5, 0, "aD"},
    {SYS_fcntl, 4, 0, "fii"},
    {SYS_fcntl, 4, 0, "fyY"},
    {SYS_ioctl, 2, 0, "fcS"},
    {SYS_ioctl, 1, 0, "fCF"},
    {SYS_ioctl, 1, 0, "fEe"},
    {SYS_ftruncate, 3, 0, "fo"},
    {SYS_fsync, 1, 0, "f"},
    {SYS_sync, 1, 0, ""},
    {SYS_chdir, 2, 0, "dp"},
    {SYS_getcwd, 1, 0, "an"},
    {SYS_mkdir, 4, 0, "dpv"},
    {SYS_mkfifo, 2, 0, "dpv"},
    {SYS_link, 4, 0, "dpdpD"},
    {SYS_unlink, 8, 0, "dpD"},
    {SYS_rename, 5, 0, "dpdp"},
    {SYS_symlink, 3, 0, "pdp"},
    {SYS_readlink, 2, 0, "dPan"},
    {SYS_chmod, 1, 0, "dpvD"},
    {SYS_utimens, 1, 0, "dpSD"},
    {SYS_poll, 3, 0, "SitM"},
    {SYS_pread, 3, 0, "fano"},
    {SYS_pwrite, 3, 0, "fano"},
    {SYS_profil, 4, 0, "anXx"},
    {SYS_profstat, 2, 0, "a"},
    {SYS_thread_kill, 2, 0, "Ts"},
    {SYS_sprofil, 4, 0, "Giai"},
    {SYS_setitimer, 4, 0, "ita"},
    {SYS_getitimer, 1, 0, "ia"},
    {SYS_gprofil, 3, 0, "annXxf"},
    {SYS_profrecord, 3, 0, "wfB"},
    {SYS_profrecord, 1, 0, "w-0"},
    {SYS_pcsample, 3, 0, "ai"},
    {SYS_kprof, 3, 0, "iai"},
    {SYS_ktrace, 3, 0, "iai"},
    {SYS_profstack, 3, 0, "ani"},
    {SYS_kstat, 1, 0, "ai"},
    {SYS_kfail, 6, IN_CHILD_ONLY, "kK"},
    {SYS_getrlimit, 1, 0, "la"},
    {SYS_setrlimit, 3, IN_CHILD_ONLY, "lL"},
};

#define CALL_NAME(number, name, stub, result, arguments) [number] = #name,
static const char *const names[] = {SYSCALL_LIST(CALL_NAME)};

static int64_t raw_call(int number, const uint64_t *a)
{
    register uint64_t r10 __asm__("r10") = a[3];
    register uint64_t r8 __asm__("r8") = a[4];
    register uint64_t r9 __asm__("r9") = a[5];
    int64_t result = number;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

static void tell(struct stream *s, unsigned long number, const char *what, const uint64_t *a)
{
    if (!verbose)
        return;
    char line[200];
    int n = snprintf(line, sizeof(line), "%lu: %d/%016lx %lu %s(%lx, %lx, %lx, %lx, %lx, %lx)\n",
                     seed, getpid(), s->id, number, what, a[0], a[1], a[2], a[3], a[4], a[5]);
    write(LOG_FD, line, n);
}

static void send_count(struct stream *s)
{
    write(COUNT_FD, &s->uncounted, 1);
    s->uncounted = 0;
}

static void run(struct stream *s, unsigned long ncalls, bool may_skip);

static _Noreturn void end(struct stream *s)
{
    send_count(s);
    _exit(0);
}

/* The slot of a new child; NULL: there are enough. */
static pid_t *free_child(void)
{
    if (depth >= DEPTH_MAX)
        return NULL;
    pid_t ended = waitpid(-1, NULL, WNOHANG);
    for (unsigned i = 0; i < CHILDREN_MAX; i++)
        if (children[i] == 0 || children[i] == ended)
            return &children[i];
    return NULL;
}

/* Whether this is the child, in a stream of its own. */
static bool fork_stream(struct stream *s, unsigned long number)
{
    pid_t *child = free_child();
    if (!child)
        return false;
    pid_t pid = fork();
    if (pid != 0) {
        *child = pid > 0 ? pid : 0;
        return false;
    }
    memset(children, 0, sizeof(children));
    nthreads = 0;
    s->id = splitmix(s->id ^ number);
    depth++;
    s->uncounted = 0;
    return true;
}

/* ---- calls that need more than arguments ---- */

static void random_fork(struct stream *s, unsigned long number)
{
    if (!fork_stream(s, number))
        return;
    run(s, CHILD_CALLS, false);
    end(s);
}

static void *thread_main(void *arg)
{
    struct stream s = *(struct stream *)arg;
    free(arg);
    run(&s, CHILD_CALLS, false);
    send_count(&s);
    __atomic_fetch_sub(&nthreads, 1, __ATOMIC_RELAXED);
    return NULL;
}

static void random_thread(struct stream *s, unsigned long number)
{
    if (__atomic_fetch_add(&nthreads, 1, __ATOMIC_RELAXED) < THREADS) {
        struct stream *other = malloc(sizeof(*other));
        pthread_t t;
        if (other) {
            *other = (struct stream){.id = splitmix(s->id ^ number)};
            if (pthread_create(&t, NULL, thread_main, other) == 0) {
                pthread_detach(t);
                return;
            }
            free(other);
        }
    }
    __atomic_fetch_sub(&nthreads, 1, __ATOMIC_RELAXED);
}

/* More than an exec takes, or nearly. */
static char **long_arguments(struct stream *s)
{
    static char *arguments[200];
    memset(scratch, 'x', SCRATCH);
    scratch[SCRATCH - 1] = '\0';
    for (uint64_t i = 0, n = below(s, COUNT(arguments)); i < COUNT(arguments); i++)
        arguments[i] = i < n ? scratch + below(s, SCRATCH) : NULL;
    arguments[COUNT(arguments) - 1] = NULL;
    return arguments;
}

/* A child becomes something, which may be this program again, in the same stream. */
static void random_exec(struct stream *s, unsigned long number)
{
    if (!fork_stream(s, number))
        return;
    char id[32], deep[16], round[32];
    snprintf(round, sizeof(round), "%lu", seed);
    snprintf(id, sizeof(id), "%lu", s->id);
    snprintf(deep, sizeof(deep), "%u", depth);
    char *again[] = {"fuzz_calls", verbose ? "-vc" : "-c", round, id, deep, NULL};
    char *shell[] = {"sh", "-c", "echo x >a; cat a b | wc; kill $$", NULL};
    char *none[] = {NULL};
    if (one_in(s, 3))
        random_thread(s, number);
    if (one_in(s, 8))
        execve("/bin/true", long_arguments(s), one_in(s, 2) ? long_arguments(s) : none);
    else if (one_in(s, 2))
        execve("/t/fuzz_calls", again, none);
    else if (one_in(s, 4))
        execve("/bin/sh", shell, none);
    else if (one_in(s, 2))
        execve("b", shell, none);
    else
        execve((char *)any_path(s, true), one_in(s, 4) ? (char **)any_struct(s) : shell,
               one_in(s, 4) ? (char **)any_struct(s) : none);
    end(s);
}

static void on_signal(int sig)
{
    if (sig == SIGSEGV || sig == SIGBUS || sig == SIGILL || sig == SIGFPE || sig == SIGTRAP) {
        if (!may_fault)
            _exit(2);
        may_fault = false;
        siglongjmp(after_fault, 1);
    }
    getpid();
}

static void random_action(struct stream *s)
{
    static void (*const handlers[])(int) = {on_signal, on_signal, on_signal,
                                            SIG_IGN,   SIG_IGN,   SIG_DFL};
    struct sigaction act = {.sa_handler = handlers[below(s, COUNT(handlers))],
                            .sa_mask =
                                (sigset_t)(one_in(s, 2) ? 0 : any_number(s)) & ~(1u << WAKER),
                            .sa_flags = (int)(below(s, 16) << 1)};
    int sig = (int)below(s, NSIG);
    if (sig != SIGSEGV && sig != WAKER)
        sigaction(sig, &act, NULL);
}

static struct stream *mangler;

/* What it returns through is the frame that begins with its return address. */
static void on_mangled(int sig)
{
    (void)sig;
    uint64_t *frame = (uint64_t *)__builtin_frame_address(0) + 1;
    for (unsigned n = 1 + below(mangler, 4); n > 0; n--) {
        uint64_t value = one_in(mangler, 2) ? any_number(mangler) : any_address(mangler);
        frame[1 + below(mangler, sizeof(struct sigframe) / sizeof(*frame) - 1)] = value;
    }
}

/* A child returns from a handler to something else. */
static void random_return(struct stream *s, unsigned long number)
{
    struct sigaction act = {.sa_handler = on_mangled};
    if (!fork_stream(s, number))
        return;
    mangler = s;
    sigaction(SIGHUP, &act, NULL);
    raise(SIGHUP);
    run(s, CHILD_CALLS, false);
    end(s);
}

static void touch(volatile uint64_t *place, bool store)
{
    may_fault = true;
    if (sigsetjmp(after_fault, 1) == 0) {
        if (store)
            *place = (uint64_t)place;
        else
            (void)*place;
    }
    may_fault = false;
}

/* Stores to the arena only. */
static void random_touches(struct stream *s)
{
    for (unsigned n = 1 + below(s, 8); n > 0; n--) {
        uint64_t addr = any_address(s) & ~7ul;
        touch((uint64_t *)addr, addr - ARENA < ARENA_PAGES * PAGE_SIZE && !one_in(s, 3));
    }
}

/* What calls find in memory later: counters that are full, or nearly; gprofil's header, which it
 * may be told of at once. */
static void random_fill(struct stream *s)
{
    volatile uint64_t *page = (uint64_t *)(ARENA + below(s, ARENA_PAGES) * PAGE_SIZE);
    uint64_t value = PICK(s, 0, UINT64_MAX, 0xfffefffefffefffe, 0xfffffffefffffffe,
                          0x7ffe7ffe7ffe7ffe, 1, 0x2000000020001000);
    uint64_t head[] = {0, UINT64_MAX, any_size(s), any_size(s) << 32, below(s, 2)};
    may_fault = true;
    if (sigsetjmp(after_fault, 1) == 0) {
        for (unsigned i = 0; i < PAGE_SIZE / sizeof(*page); i++)
            page[i] = value;
        for (unsigned i = 0; i < COUNT(head) && value < 2; i++)
            page[i] = head[i];
    }
    may_fault = false;
    if (value < 2 && one_in(s, 2))
        gprofil((void *)page, PAGE_SIZE + any_size(s), below(s, PAGE_SIZE), (uintptr_t)below,
                PROF_SCALE_MAX, -1);
}

/* What an instruction of a program's own may bring on, in a child. */
static void random_exception(struct stream *s, unsigned long number)
{
    const uint32_t unmasked = 0x1c00, masked = 0x1f80; /* MXCSR: Intel SDM 1, 10.2.3 */
    if (!fork_stream(s, number))
        return;
    may_fault = true;
    if (sigsetjmp(after_fault, 1) == 0)
        switch (below(s, 10)) {
        case 0:
            __asm__ volatile("ud2");
            break;
        case 1:
            __asm__ volatile("int3");
            break;
        case 2:
            __asm__ volatile("div %b0" : : "q"(0), "a"(1));
            break;
        case 3:
            __asm__ volatile("hlt");
            break;
        case 4:
            __asm__ volatile("int $0x80");
            break;
        case 5:
            __asm__ volatile("int $0x20");
            break;
        case 6: /* a trap after an instruction */
            __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq; nop" : : : "memory", "cc");
            break;
        case 7:
            __asm__ volatile("jmp *%0" : : "r"(any_address(s)));
            break;
        case 8: /* a signal without a stack */
            __asm__ volatile("mov %%rsp, %%rbx; mov %0, %%rsp; push %%rax; mov %%rbx, %%rsp"
                             :
                             : "a"(any_address(s))
                             : "rbx", "memory");
            break;
        case 9:
            __asm__ volatile("ldmxcsr %0; divss %1, %1" : : "m"(unmasked), "x"(0.0f));
            break;
        }
    may_fault = false;
    __asm__ volatile("ldmxcsr %0" : : "m"(masked));
    run(s, CHILD_CALLS, false);
    end(s);
}

/* A few bytes of a file where it needs more blocks of pointers, for which a full disk may have room
 * or not; and from memory that cannot be read the block goes again. */
static void random_far(struct stream *s)
{
    int fd = open(one_in(s, 2) ? "c" : "e", O_RDWR | O_CREAT | O_NONBLOCK, 0666);
    lseek(fd, any_offset(s), SEEK_SET);
    write(fd, (void *)any_address(s), 1 + below(s, 2 * FS_BLOCK_SIZE));
    if (one_in(s, 3))
        ftruncate(fd, any_offset(s));
    close(fd);
}

/* So many names in a directory that it has an index of them, or fewer again. */
static void random_names(struct stream *s)
{
    char name[2 + NAME_MAX + 1];
    bool removes = one_in(s, 3);
    unsigned first = below(s, 2000), end = first + below(s, 600), width = one_in(s, 2) ? 4 : 50;
    mkdir("d", 0777);
    close(open("a", O_CREAT | O_WRONLY | O_NONBLOCK, 0666));
    for (unsigned i = first; i < end; i++) {
        snprintf(name, sizeof(name), "d/%0*u", width, i);
        if (removes)
            unlink(name);
        else
            link("a", name);
    }
}

/* The file of a program or script, or what may be taken for one. */
static void make_program(struct stream *s)
{
    static const char *const lines[] = {
        "#!/bin/sh\n",      "#!b\n", "#!/t/fuzz_calls -c 1\n", "#!/bin/echo ",
        "#! /bin/true -x ", "#!\n"};
    int from = open(one_in(s, 2) ? "/bin/true" : "/t/fuzz_calls", O_RDONLY);
    int to = open("b", O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK, 0777);
    char head[512];
    ssize_t n = read(from, head, sizeof(head));
    if (one_in(s, 4)) {
        const char *line = lines[below(s, COUNT(lines))];
        memcpy(head, line, strlen(line));
    }
    for (unsigned i = 0, changes = below(s, 6); i < changes; i++)
        head[below(s, sizeof(head))] = (char)any_number(s);
    for (; n > 0; n = read(from, head, sizeof(head)))
        if (write(to, head, n) < n)
            break;
    close(from);
    close(to);
}

static void map_at(uint64_t addr, size_t npages)
{
    mmap((void *)addr, npages * PAGE_SIZE, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

/* What the calls before may have turned off: memory, and what wakes a thread that sleeps. */
static void prepare(void)
{
    static const struct itimerval often = {{0, 7000}, {0, 7000}};
    struct sigaction act = {.sa_handler = on_signal};
    sigset_t none = 0;
    map_at(ARENA, ARENA_PAGES);
    map_at((uint64_t)scratch, SCRATCH_PAGES);
    for (int sig = 1; sig < NSIG; sig++)
        sigaction(sig, &act, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
}

static void table_call(struct stream *s, unsigned long number)
{
    static unsigned total;
    uint64_t a[6] = {0};
    if (total == 0) {
        unsigned sum = 0;
        for (unsigned i = 0; i < COUNT(calls); i++)
            sum += calls[i].weight;
        total = sum;
    }
    unsigned place = below(s, total), i = 0;
    while (place >= calls[i].weight)
        place -= calls[i++].weight;
    const struct call *call = &calls[i];
    for (unsigned n = 0; call->arguments[n]; n++)
        a[n] = argument(s, call->arguments[n]);
    if (call->flags & IN_CHILD_ONLY && !fork_stream(s, number))
        return;
    tell(s, number, names[call->number], a);
    raw_call(call->number, a);
    if (call->flags & IN_CHILD_ONLY) {
        run(s, CHILD_CALLS, false);
        end(s);
    }
}

static void make_call(struct stream *s, unsigned long number)
{
    static const uint64_t nothing[6];
    s->random = splitmix(splitmix(splitmix(seed) ^ s->id) ^ number);
    uint64_t what = below(s, 200);
    if (number % RESTART_CALLS == 0)
        prepare();
    if (what < 5) {
        tell(s, number, "a fork", nothing);
        random_fork(s, number);
    } else if (what < 9) {
        tell(s, number, "a thread", nothing);
        random_thread(s, number);
    } else if (what < 11) {
        tell(s, number, "an exec", nothing);
        random_exec(s, number);
    } else if (what < 15) {
        random_action(s);
    } else if (what < 31) {
        random_touches(s);
    } else if (what < 32) {
        make_program(s);
    } else if (what < 33) {
        random_fill(s);
    } else if (what < 34) {
        tell(s, number, "an exception", nothing);
        random_exception(s, number);
    } else if (what < 35) {
        tell(s, number, "a return", nothing);
        random_return(s, number);
    } else if (what < 36) {
        tell(s, number, "names", nothing);
        if (one_in(s, 5))
            random_names(s);
    } else if (what < 39) {
        tell(s, number, "far", nothing);
        random_far(s);
    } else {
        table_call(s, number);
    }
}

static bool is_skipped(unsigned long number)
{
    for (unsigned i = 0; i < nskipped; i++)
        if (skipped[i].first <= number && number <= skipped[i].last)
            return true;
    return false;
}

static void run(struct stream *s, unsigned long ncalls, bool may_skip)
{
    for (unsigned long number = 0; number < ncalls; number++) {
        if (may_skip && is_skipped(number))
            continue;
        make_call(s, number);
        if (++s->uncounted == 32)
            send_count(s);
    }
}

/* ---- the supervisor ---- */

static struct procinfo table[TABLE_MAX];
static pid_t first_pids[TABLE_MAX];
static unsigned nfirst;

static void list_first(void)
{
    ssize_t n = proclist(table, TABLE_MAX);
    CHECK_IN(n, 1, TABLE_MAX - 1);
    for (nfirst = 0; nfirst < n; nfirst++)
        first_pids[nfirst] = table[nfirst].pi_pid;
}

static bool was_first(pid_t pid)
{
    for (unsigned i = 0; i < nfirst; i++)
        if (first_pids[i] == pid)
            return true;
    return false;
}

/* How many processes there are that were not there at the start; they are sent a signal. */
static unsigned kill_others(int sig)
{
    unsigned others = 0;
    ssize_t n = proclist(table, TABLE_MAX);
    CHECK_IN(n, nfirst, TABLE_MAX - 1);
    for (ssize_t i = 0; i < n; i++)
        if (!was_first(table[i].pi_pid)) {
            kill(table[i].pi_pid, sig);
            others++;
        }
    return others;
}

static volatile sig_atomic_t alarms;

static void on_alarm(int sig)
{
    (void)sig;
    alarms++;
}

/* What this process writes to while the workers run becomes its own memory before they start: there
 * may be none left. */
static void own_pages(void)
{
    static const struct itimerval round = {{0, WAKE_US}, {0, WAKE_US}};
    memset(table, 0, sizeof(table));
    waitpid(-2, NULL, 0);
    raise(SIGALRM);
    alarms = 0;
    setitimer(ITIMER_REAL, &round, NULL);
}

static _Noreturn void be_worker(unsigned number, unsigned long ncalls, struct channel start,
                                int counts)
{
    struct stream s = {.id = number};
    channel_receive(start);
    channel_close(start);
    close(counts), close(0), close(1), close(2);
    open(number % 4 == 3 ? "/dev/console" : "/dev/null", O_RDWR | O_NONBLOCK);
    open("/dev/zero", O_RDWR);
    setpgid(0, 0);
    worker = getpid();
    signal(SIGTTOU, SIG_IGN);
    tcsetpgrp(0, worker); /* where there is a terminal */
    run(&s, ncalls, true);
    end(&s);
}

static void run_tool(const char *path, char *const argv[])
{
    char *none[] = {NULL};
    IN_CHILD(close(2); execve(path, argv, none); _exit(1));
}

/* Those of the round before; the last one's stay, for fsck. */
static void remove_files(void)
{
    char *rm[] = {"rm", "-r", "/fuzz", "/a", "/b", "/c", "/d", "/e", "/f", "/g", NULL};
    CHECK_EQ(chdir("/"), 0);
    run_tool("/bin/rm", rm);
    CHECK_EQ(mkdir("/fuzz", 0777), 0);
    CHECK_EQ(chdir("/fuzz"), 0);
}

static void fill_blocks(unsigned spare)
{
    static char piece[16 * FS_BLOCK_SIZE];
    int fd = open("full", O_WRONLY | O_CREAT | O_EXCL, 0666);
    off_t nbytes = 0;
    for (size_t n = sizeof(piece); n >= FS_BLOCK_SIZE;) {
        ssize_t written = write(fd, piece, n);
        if (written > 0)
            nbytes += written;
        else
            n /= 2;
    }
    CHECK_EQ(errno, ENOSPC);
    CHECK_EQ(ftruncate(fd, nbytes - spare * FS_BLOCK_SIZE), 0);
    CHECK_EQ(close(fd), 0);
}

static void fill_inodes(unsigned spare)
{
    char name[16];
    for (unsigned n = 0;; n++) {
        snprintf(name, sizeof(name), "full%u", n);
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (fd < 0)
            break;
        CHECK_EQ(close(fd), 0);
    }
    CHECK_EQ(errno, ENOSPC);
    for (unsigned n = 0; n < spare; n++) {
        snprintf(name, sizeof(name), "full%u", n);
        CHECK_EQ(unlink(name), 0);
    }
}

/* Until the next round. */
static void fill_disk(void)
{
    unsigned spare = splitmix(~seed) % (SPARE_MAX + 1);
    switch (splitmix(seed) % 8) {
    case 0:
        fill_blocks(spare);
        break;
    case 1:
        fill_inodes(spare);
        break;
    }
}

static void run_round(unsigned nworkers, unsigned long ncalls, int counts)
{
    struct channel start = channel_open();
    for (unsigned i = 0; i < nworkers; i++)
        START_CHILD(be_worker(i, ncalls, start, counts));
    own_pages();
    for (unsigned i = 0; i < nworkers; i++)
        channel_send(start, 'x');
    channel_close(start);
    for (unsigned left = nworkers; left > 0 && alarms < WAKES;) {
        left -= waitpid(-1, NULL, 0) > 0;
        kill_others(SIGCONT);
        kill_others(WAKER);
    }
    while (kill_others(SIGKILL) > 0) {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            ;
        sched_yield();
    }
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
}

static unsigned long counted(int fd)
{
    static unsigned char counts[PAGE_SIZE];
    unsigned long sum = 0;
    for (ssize_t n; (n = read(fd, counts, sizeof(counts))) > 0;)
        while (n > 0)
            sum += counts[--n];
    return sum;
}

/* Descriptors that no call closes: what calls are given are others. */
static int open_channels(void)
{
    int fds[2];
    CHECK_EQ(pipe(fds), 0);
    CHECK_EQ(dup2(fds[1], COUNT_FD), COUNT_FD);
    CHECK_EQ(dup2(2, LOG_FD), LOG_FD);
    CHECK_EQ(close(fds[1]), 0);
    CHECK_EQ(fcntl(fds[0], F_SETFL, O_NONBLOCK), 0);
    CHECK_EQ(fcntl(COUNT_FD, F_SETFL, O_NONBLOCK), 0);
    return fds[0];
}

/* What tools/fuzz types is for the workers: before there is one ^C has no effect. */
static void leave_terminal(void)
{
    int fd = open("/dev/console", O_RDWR);
    signal(SIGTTOU, SIG_IGN);
    CHECK_EQ(IN_CHILD(CHECK_EQ(setpgid(0, 0), 0); CHECK_EQ(tcsetpgrp(fd, getpid()), 0)), 0);
    CHECK_EQ(close(fd), 0);
    fprintf(stderr, "the terminal is for the workers\n");
}

/* Returns how many calls were made. */
static unsigned long run_rounds(unsigned long first_seed, unsigned long nrounds, unsigned nworkers,
                                unsigned long ncalls)
{
    list_first();
    CHECK_EQ(sigaction(SIGALRM, &(struct sigaction){.sa_handler = on_alarm}, NULL), 0);
    int counts = open_channels();
    leave_terminal();
    unsigned long sum = 0;
    for (unsigned long i = 0; i < nrounds; i++) {
        seed = first_seed + i;
        fprintf(stderr, "seed %lu\n", seed);
        remove_files();
        fill_disk();
        run_round(nworkers, ncalls, counts);
        sum += counted(counts);
    }
    fprintf(stderr, "%lu calls\n", sum);
    return sum;
}

/* What random_exec() has begun. */
static _Noreturn void go_on(char **words)
{
    seed = strtoul(words[0], NULL, 0);
    struct stream s = {.id = strtoul(words[1], NULL, 0)};
    depth = strtoul(words[2], NULL, 0);
    worker = getpid();
    run(&s, CHILD_CALLS, false);
    end(&s);
}

static void skip(const char *range)
{
    CHECK(nskipped < SKIPPED_MAX);
    char *dash;
    skipped[nskipped].first = strtoul(range, &dash, 0);
    skipped[nskipped++].last = strtoul(dash + 1, NULL, 0);
}

int main(int argc, char **argv)
{
    unsigned nworkers = 4;
    bool child = false;
    for (int option; (option = getopt(argc, argv, "cs:vw:")) != -1;) {
        child |= option == 'c';
        verbose |= option == 'v';
        if (option == 's')
            skip(optarg);
        if (option == 'w')
            nworkers = strtoul(optarg, NULL, 0);
    }
    if (child)
        go_on(argv + optind);
    unsigned long numbers[] = {1, 6, 1000};
    for (unsigned i = 0; i < COUNT(numbers) && optind < argc; i++)
        numbers[i] = strtoul(argv[optind++], NULL, 0);
    unsigned long sum = run_rounds(numbers[0], numbers[1], nworkers, numbers[2]);
    CHECK(argc > 1 || sum > 0); /* of other rounds, all may have been skipped or killed */
    return 0;
}
