/*
 * Measures the system's common work in instructions, for `make bench`.
 *
 * With DET=1, SHIFT=0 and one CPU the time stamp counter counts one for each instruction that the
 * machine executes, in any mode.  So the difference of two readings is the work itself, and equal
 * on every host.  Each line printed is a key, a tab and the instructions of one operation.  Every
 * operation is done once before it is measured, so that caches are filled and pages are there.
 */
#include "measure.h"
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/profil.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <unistd.h>

#define KIB       1024
#define FILE_NAME "/tmp/bench"
#define REGIONS   1024 /* PROF_REGIONS_MAX, the most that Tally takes */

static void measure(const char *key, void (*work)(void), unsigned times)
{
    work();
    uint64_t start = instructions();
    for (unsigned i = 0; i < times; i++)
        work();
    printf("%s\t%llu\n", key, (unsigned long long)((instructions() - start) / times));
    fflush(stdout);
}

static void null_call(void)
{
    getppid();
}

static void wait_for(pid_t pid)
{
    must(pid > 0, "fork");
    int status;
    must(waitpid(pid, &status, 0) == pid && status == 0, "a child");
}

static void fork_exit_wait(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    wait_for(pid);
}

static void fork_exec_exit_wait(void)
{
    static char *argv[] = {"bench", "exit", NULL};
    pid_t pid = fork();
    if (pid == 0) {
        execv("/bin/bench", argv);
        _exit(1);
    }
    wait_for(pid);
}

static int there[2], back[2];

static void round_trip(void)
{
    char byte = 'x';
    must(write(there[1], &byte, 1) == 1 && read(back[0], &byte, 1) == 1, "pipe");
}

static void pipe_round_trip(void)
{
    must(pipe(there) == 0 && pipe(back) == 0, "pipe");
    pid_t pid = fork();
    if (pid == 0) {
        close(there[1]);
        char byte;
        while (read(there[0], &byte, 1) == 1)
            must(write(back[1], &byte, 1) == 1, "pipe");
        _exit(0);
    }
    measure("pipe-round-trip", round_trip, 1000);
    close(there[0]), close(there[1]), close(back[0]), close(back[1]);
    wait_for(pid);
}

/* Measures the 128 KiB alone: the fork and the pipe are made before the clock starts. */
static void pipe_stream(void)
{
    static char buf[512];
    must(pipe(there) == 0 && pipe(back) == 0, "pipe");
    pid_t pid = fork();
    if (pid == 0) {
        must(read(back[0], buf, 1) == 1, "pipe");
        for (unsigned i = 0; i < 128 * KIB / sizeof(buf); i++)
            must(write(there[1], buf, sizeof(buf)) == sizeof(buf), "pipe");
        _exit(0);
    }
    uint64_t start = instructions();
    must(write(back[1], "", 1) == 1, "pipe");
    for (size_t left = 128 * KIB; left > 0;) {
        ssize_t n = read(there[0], buf, sizeof(buf));
        must(n > 0, "pipe");
        left -= (size_t)n;
    }
    printf("pipe-128k\t%llu\n", (unsigned long long)(instructions() - start));
    close(there[0]), close(there[1]), close(back[0]), close(back[1]);
    wait_for(pid);
}

static void file_write(void)
{
    static char buf[KIB];
    int fd = open(FILE_NAME, O_CREAT | O_TRUNC | O_WRONLY, 0644);
    must(fd >= 0, FILE_NAME);
    for (int i = 0; i < 64; i++)
        must(write(fd, buf, sizeof(buf)) == sizeof(buf), FILE_NAME);
    close(fd);
}

static void file_read(void)
{
    static char buf[KIB];
    int fd = open(FILE_NAME, O_RDONLY);
    must(fd >= 0, FILE_NAME);
    for (int i = 0; i < 64; i++)
        must(read(fd, buf, sizeof(buf)) == sizeof(buf), FILE_NAME);
    close(fd);
}

static void create_write(void)
{
    unlink(FILE_NAME);
    uint64_t start = instructions();
    file_write();
    printf("create-write\t%llu\n", (unsigned long long)(instructions() - start));
}

static void create_unlink(void)
{
    int fd = open(FILE_NAME "2", O_CREAT | O_WRONLY, 0644);
    must(fd >= 0, FILE_NAME "2");
    close(fd);
    must(unlink(FILE_NAME "2") == 0, FILE_NAME "2");
}

/* A loop of `rounds` times two instructions, and nothing else. */
static void spin(uint64_t rounds)
{
    __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
}

/* How often the CPU's clock has interrupted it. */
#ifdef __tally__
static unsigned long ticks(void)
{
    struct tms used;
    times(&used);
    return (unsigned long)(used.tms_utime + used.tms_stime);
}
#else
static unsigned long ticks(void)
{
    FILE *f = fopen("/proc/interrupts", "r");
    must(f != NULL, "/proc/interrupts");
    unsigned long count = 0;
    char line[256];
    while (fgets(line, sizeof(line), f) && sscanf(line, " LOC: %lu", &count) != 1)
        continue;
    fclose(f);
    return count;
}
#endif

/* Returns the instructions that the ticks add to a process that computes: all instructions less
 * those of the loop.  Stores the number of ticks. */
static double cost_of_ticks(unsigned long *count)
{
    const uint64_t rounds = 300 * 1000 * 1000;
    spin(10 * 1000 * 1000); /* a tick or two, so that its pages are there */
    unsigned long first = ticks();
    uint64_t start = instructions();
    spin(rounds);
    uint64_t spent = instructions() - start;
    *count = ticks() - first;
    must(*count > 0, "no ticks");
    return (double)(spent - 2 * rounds);
}

static double plain_tick; /* the instructions of one that takes no sample */

static unsigned short *counters;
static unsigned short *volatile no_counters; /* NULL, which turns glibc's profil() off */
static const size_t counters_size = 1 << 20;

static unsigned long samples(void)
{
    unsigned long sum = 0;
    for (size_t i = 0; i < counters_size / sizeof(*counters); i++)
        sum += counters[i];
    return sum;
}

/* A tick that takes a sample.  Linux takes one in some ticks only. */
static double profiled_tick(void)
{
    unsigned long count, first = samples();
    double cost = cost_of_ticks(&count);
    unsigned long sampled = samples() - first;
    must(sampled > 0, "no samples");
    return (cost - plain_tick * (double)count) / (double)sampled + plain_tick;
}

static void *zeroed(size_t nbytes)
{
    void *memory = mmap(NULL, nbytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(memory != MAP_FAILED, "mmap");
    return memset(memory, 0, nbytes);
}

/* With many regions, side by side, which cover the text. */
static double profiled_tick_of_many(uintptr_t start)
{
    size_t size = REGIONS * sizeof(struct prof), each = counters_size / REGIONS;
    struct prof *regions = zeroed(size);
    for (size_t i = 0; i < REGIONS; i++)
        regions[i] = (struct prof){(char *)counters + i * each, each, start + i * each, 65536};
    must(sprofil(regions, REGIONS, NULL, PROF_USHORT) == 0, "sprofil");
    double cost = profiled_tick();
    must(sprofil(NULL, 0, NULL, 0) == 0 && munmap(regions, size) == 0, "sprofil");
    return cost;
}

#ifdef __tally__
/* Calls one_tick() n + 1 frames deep. */
__attribute__((noinline)) static double one_tick_within(int n)
{
    unsigned long count;
    double cost = n > 0 ? one_tick_within(n - 1) : cost_of_ticks(&count) / (double)count;
    __asm__ volatile(""); /* so the compiler makes no loop of the recursion */
    return cost;
}

static void tick_of_stacks(void)
{
    size_t size = 1 << 20;
    uint64_t *buffer = zeroed(size);
    struct prof_stack *first = (struct prof_stack *)(buffer + 1);
    must(profstack(buffer, size, PROF_STACK_MAX) == 0, "profstack");
    double cost = one_tick_within(11);
    must(profstack(NULL, 0, 0) == 0, "profstack");
    must(first->ps_depth == 16, "depth 16");
    must(munmap(buffer, size) == 0, "munmap");
    printf("profiled-tick-stack\t%.0f\n", cost);
}
#else
static void tick_of_stacks(void)
{
}
#endif

static void tick(void)
{
    uintptr_t start = (uintptr_t)spin & ~(uintptr_t)0xfffff;
    counters = zeroed(counters_size);
    unsigned long count;
    plain_tick = cost_of_ticks(&count);
    plain_tick /= (double)count;
    must(profil(counters, counters_size, start, 65536) == 0, "profil");
    double profiled = profiled_tick();
    must(profil(no_counters, 0, 0, 0) == 0, "profil");
    double of_many = profiled_tick_of_many(start);
    must(munmap(counters, counters_size) == 0, "munmap");
    printf("tick\t%.0f\nprofiled-tick\t%.0f\nprofiled-tick-1024\t%.0f\n", plain_tick, profiled,
           of_many);
    tick_of_stacks();
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return strcmp(argv[1], "exit");
    tick(); /* first: after the files were written, the disk's thread would work at the same time */
    measure("null", null_call, 10000);
    measure("fork", fork_exit_wait, 20);
    measure("exec", fork_exec_exit_wait, 20);
    pipe_round_trip();
    pipe_stream();
    create_write();
    measure("open-read", file_read, 10);
    measure("create-unlink", create_unlink, 50);
    return 0;
}
