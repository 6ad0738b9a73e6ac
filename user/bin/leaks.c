/*
 * leaks: runs a command, and prints what the kernel still has in use after its end.  Without a
 * command it prints what the kernel has in use now.
 *
 * leaks waits for things that end late, such as a process whose parent has ended.  A file that the
 * command leaves is no leak, nor is one that is open here: both may use the disk.
 *
 * With -f the kernel's allocations for the command fail, one in each run (kfail(2)).  With -s N
 * these are only the first N with the same call stack.  After such a run leaks ends processes
 * that it left, and removes its files in / and /tmp: the next run must find the same state.
 *
 * A command may wait without end for the result of a failed call.  So leaks kills a run that takes
 * much longer than a run without a failure, and counts it as stopped.  The kernel must end the
 * killed command, and leaks waits for that.
 */
#define TOOL "leaks"
#include "tool.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/kstat.h>
#include <sys/procinfo.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#define STATUS_LEAK   99
#define SETTLE_MS     5000 /* until what is still in use is a leak */
#define PROCESSES_MAX 256
#define PATHS_MAX     512
#define INODES_MAX    (1 << 18)

static struct kstat before, now;

static void count(struct kstat *stat)
{
    if (kstat(stat, 0) < 0)
        tool_die("kstat");
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* ---- what differs ---- */

static uint64_t pages_used(const struct kstat *stat)
{
    return stat->ks_pages - stat->ks_pages_free - stat->ks_pages_kept;
}

/* Returns whether a count differs; says so, if asked to. */
static int differs(int says, const char *name, uint64_t was, uint64_t is)
{
    if (says && was != is)
        fprintf(stderr, "leaks: %s: %llu, %llu before\n", name, (unsigned long long)is,
                (unsigned long long)was);
    return was != is;
}

static int memory_differs(int says)
{
    int result = differs(says, "pages", pages_used(&before), pages_used(&now)) +
                 differs(says, "processes", before.ks_processes, now.ks_processes) +
                 differs(says, "threads", before.ks_threads, now.ks_threads) +
                 differs(says, "open files", before.ks_files, now.ks_files) +
                 differs(says, "inodes in memory", before.ks_inodes, now.ks_inodes);
    for (int i = 0; i < KSTAT_SIZES; i++) {
        char name[32];
        snprintf(name, sizeof(name), "objects of %llu bytes",
                 (unsigned long long)now.ks_objects[i].nbytes);
        result += differs(says, name, before.ks_objects[i].count, now.ks_objects[i].count);
    }
    return result;
}

/* Calls f for each name in a directory, with its path. */
static void each_name(const char *path, void (*f)(const char *path))
{
    DIR *dir = opendir(path);
    if (!dir)
        tool_die(path);
    struct dirent *entry;
    while (errno = 0, (entry = readdir(dir))) {
        char below[PATH_MAX];
        snprintf(below, sizeof(below), "%s/%s", strcmp(path, "/") == 0 ? "" : path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            f(below);
    }
    if (errno)
        tool_die(path);
    closedir(dir);
}

static uint8_t seen[INODES_MAX / 8];
static uint64_t inodes, blocks;

/* Counts a file; returns whether it had not been counted. */
static int count_file(const struct stat *st)
{
    if (seen[st->st_ino / 8] & 1 << st->st_ino % 8)
        return 0;
    seen[st->st_ino / 8] |= 1 << st->st_ino % 8;
    inodes++;
    blocks += (uint64_t)st->st_blocks / (uint64_t)(st->st_blksize / 512);
    return 1;
}

/* Counts what path leads to, and all below it. */
static void walk(const char *path)
{
    struct stat st;
    if (lstat(path, &st) < 0 || st.st_ino >= INODES_MAX)
        tool_die(path);
    if (count_file(&st) && S_ISDIR(st.st_mode))
        each_name(path, walk);
}

/* Files that are open here stay in use, even if the command has removed their names. */
static void count_open(void)
{
    struct stat st;
    for (int fd = 0; fd <= 2; fd++)
        if (fstat(fd, &st) == 0 && st.st_nlink == 0 && st.st_ino < INODES_MAX)
            count_file(&st);
}

static int compare_disk(void)
{
    count_open();
    walk("/");
    return differs(1, "inodes on the disk, and without a leak", inodes, now.ks_disk_inodes) +
           differs(1, "blocks on the disk, and without a leak", blocks, now.ks_disk_blocks);
}

/* In a child, so that this process has the memory that it had; the child's status. */
static int in_child(int (*f)(void))
{
    pid_t pid = fork();
    if (pid < 0)
        tool_die("fork");
    if (pid == 0)
        _exit(f());
    int word;
    if (waitpid(pid, &word, 0) < 0)
        tool_die("waitpid");
    return word;
}

static int disk_differs(void)
{
    if (before.ks_disk_inodes == now.ks_disk_inodes && before.ks_disk_blocks == now.ks_disk_blocks)
        return 0;
    return in_child(compare_disk);
}

/* For the first run: from now on this process uses no more memory than it does. */
static void begin(void)
{
    count(&now);
    memory_differs(0);
    count(&before);
}

/* Whether anything is in use that was not before. */
static int leaks(void)
{
    int ms = 0;
    sync(); /* what is late on the disk */
    for (count(&now); memory_differs(0) && ms < SETTLE_MS; ms++) {
        pause_ms(1);
        count(&now);
    }
    int result = memory_differs(1) + disk_differs();
    if (result && kstat(&now, before.ks_serial) < 0) /* DEBUG=1 prints the places */
        tool_die("kstat");
    before = now;
    return result;
}

/* ---- a run ---- */

static unsigned long fail_at, fail_to;
static unsigned long nth; /* with the same call stack; 0: with any */
static unsigned fail_flags;
static int many;             /* runs, so the output is not wanted */
static unsigned seconds_max; /* for a run; 0: any */
static pid_t child;
static volatile sig_atomic_t late;

/* waitpid then returns, as the child ends. */
static void on_alarm(int sig)
{
    (void)sig;
    late = 1;
    kill(child, SIGKILL);
}

static _Noreturn void become(char **argv)
{
    if (many) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1);
        dup2(null, 2);
        close(null);
    }
    if (fail_at && kfail(fail_at, fail_flags) < 0)
        tool_die("kfail");
    execvp(argv[0], argv);
    tool_error(argv[0]);
    _exit(errno == ENOENT ? 127 : 126);
}

/* Returns the status that the command ended with, as of waitpid. */
static int run(char **argv)
{
    late = 0;
    child = fork();
    if (child < 0)
        tool_die("fork");
    if (child == 0)
        become(argv);
    alarm(seconds_max);
    int word;
    if (waitpid(child, &word, 0) < 0)
        tool_die("waitpid");
    alarm(0);
    return word;
}

/* ---- what a run leaves ---- */

static const char *const places[] = {"/", "/tmp"}; /* where programs make files */

static struct procinfo processes[PROCESSES_MAX];
static pid_t first_pids[PROCESSES_MAX];
static char first_paths[PATHS_MAX][NAME_MAX + sizeof("/tmp/")];
static size_t nfirst_pids, nfirst_paths;

static int is_first_pid(pid_t pid)
{
    for (size_t i = 0; i < nfirst_pids; i++)
        if (first_pids[i] == pid)
            return 1;
    return 0;
}

static int is_first_path(const char *path)
{
    for (size_t i = 0; i < nfirst_paths; i++)
        if (strcmp(first_paths[i], path) == 0)
            return 1;
    return 0;
}

static void remember_path(const char *path)
{
    if (nfirst_paths < PATHS_MAX)
        strlcpy(first_paths[nfirst_paths++], path, sizeof(first_paths[0]));
}

static void remember(void)
{
    memset(processes, 0, sizeof(processes)); /* as a run that leaves many would take more memory */
    ssize_t n = proclist(processes, PROCESSES_MAX);
    for (ssize_t i = 0; i < n; i++)
        first_pids[nfirst_pids++] = processes[i].pi_pid;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        each_name(places[i], remember_path);
}

/* Returns when they have ended. */
static void kill_others(void)
{
    for (int others = 1; others; pause_ms(others)) {
        others = 0;
        ssize_t n = proclist(processes, PROCESSES_MAX);
        for (ssize_t i = 0; i < n; i++) {
            if (is_first_pid(processes[i].pi_pid))
                continue;
            kill(processes[i].pi_pid, SIGKILL);
            others = 1;
        }
    }
}

static void remove_tree(const char *path)
{
    if (unlink(path) == 0)
        return;
    if (chdir(path) < 0) /* as what is deep has a long path */
        tool_die(path);
    each_name(".", remove_tree);
    if (chdir("..") < 0 || rmdir(path) < 0)
        tool_die(path);
}

static void remove_new(const char *path)
{
    if (!is_first_path(path))
        remove_tree(path);
}

/* ---- runs in which an allocation fails ---- */

static int remove_all_new(void)
{
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
        each_name(places[i], remove_new);
    return 0;
}

/* One run; returns what kfail(2) does after it. */
static unsigned long fail_once(char **argv, int *word)
{
    *word = run(argv);
    long n = kfail(0, 0);
    if (n < 0)
        tool_die("kfail");
    kill_others();
    if (in_child(remove_all_new) != 0)
        exit(1);
    return (unsigned long)n;
}

/* A run in which none fails, and in which each takes the time that it does; its allocations. */
static unsigned long fail_none(char **argv, int *word)
{
    fail_at = -1ul;
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    unsigned long n = fail_once(argv, word);
    clock_gettime(CLOCK_MONOTONIC, &to);
    seconds_max = 2 + 4 * (unsigned)(to.tv_sec - from.tv_sec);
    return n;
}

/* Prints what happened when the n-th allocation failed, and the command that repeats the run. */
static void tell(const char *what, unsigned long n, char **argv)
{
    fprintf(stderr, "leaks: %s: leaks -f %lu%s", what, n, fail_flags & KFAIL_ON ? " -o" : "");
    for (; *argv; argv++)
        fprintf(stderr, " %s", *argv);
    fputc('\n', stderr);
}

static int shell_status(int word)
{
    return WIFSIGNALED(word) ? 128 + WTERMSIG(word) : WEXITSTATUS(word);
}

static int fail_each(char **argv)
{
    unsigned long from = fail_at, runs = 0, passed = 0, failed = 0, killed = 0, stopped = 0;
    unsigned flags = fail_flags;
    int first, word, leaked = 0;
    remember();
    signal(SIGALRM, on_alarm);
    fail_flags = 0;
    fail_none(argv, &first); /* fills the kernel's caches: the next takes what those after it do */
    unsigned long all = fail_none(argv, &first);
    fail_flags = flags | (nth ? KFAIL_NEW : 0);
    begin();
    for (unsigned long at = from; at <= fail_to; at++) {
        fail_at = nth ? nth : at;
        unsigned long n = fail_once(argv, &word);
        if (late)
            tell("stopped", nth ? n : at, argv);
        if (leaks()) {
            tell("a leak", nth ? n : at, argv);
            leaked = 1;
        }
        if (nth ? n == 0 : n < at)
            break;
        runs++;
        stopped += late;
        passed += word == 0;
        failed += WIFEXITED(word) && word != 0;
        killed += WIFSIGNALED(word) && !late;
    }
    if (many)
        printf("leaks: %lu allocations, status %d; %lu runs: %lu ended with 0, "
               "%lu with another status, %lu were killed, %lu stopped\n",
               all, shell_status(first), runs, passed, failed, killed, stopped);
    return leaked ? STATUS_LEAK : many ? 0 : shell_status(word);
}

static int once(char **argv)
{
    static char *none[] = {"true", NULL};
    run(none);
    begin();
    int word = run(argv);
    return leaks() ? STATUS_LEAK : shell_status(word);
}

static int show(void)
{
    count(&now);
    memory_differs(1);
    return 0;
}

int main(int argc, char **argv)
{
    int option;
    while ((option = getopt(argc, argv, "+f:s:ot")) != -1) {
        if (option == 'f') {
            char *end;
            fail_at = strtoul(optarg, &end, 10);
            many = *end == '-';
            fail_to = many && end[1] ? strtoul(end + 1, &end, 10) : many ? -2ul : fail_at;
        } else if (option == 's') {
            nth = (unsigned long)tool_number(optarg, 1, KFAIL_NEW_MAX);
            fail_at = 1;
            fail_to = -2ul;
            many = 1;
        } else if (option == 'o') {
            fail_flags |= KFAIL_ON;
        } else if (option == 't') {
            fail_flags |= KFAIL_TELL;
        } else {
            tool_usage("[-f N|-f FROM-[TO]|-s N] [-ot] [COMMAND...]");
        }
    }
    argv += optind;
    if (fail_at && kfail(0, 0) < 0) {
        fputs(TOOL ": this kernel lets no allocation fail: boot it with KARGS=fail\n", stderr);
        return TOOL_FAILURE;
    }
    if (argv[0])
        count(&before); /* before this process has a child */
    return !argv[0] ? show() : fail_at ? fail_each(argv) : once(argv);
}
