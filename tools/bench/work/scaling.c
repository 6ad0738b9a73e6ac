/*
 * Measures independent work on several CPUs, for `make bench SCALING=1`: `scaling N` has N workers
 * do each work at the same time.  Prints the work's name, and instructions and nanoseconds for one
 * operation: the whole time between two readings, divided by the operations of all workers.
 */
#include "measure.h"
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGE_SIZE 4096
#define PAGES     64

static char folder[32]; /* the worker's own */

static void compute(void)
{
    uint64_t rounds = 1000;
    __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
}

static void null_call(void)
{
    getppid();
}

static void wait_for(pid_t pid)
{
    int status;
    must(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0, "a child");
}

static void fork_wait(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    wait_for(pid);
}

static int there[2], back[2];

/* The other end sends each byte back, and ends when this process does. */
static void open_pipes(void)
{
    must(pipe(there) == 0 && pipe(back) == 0, "pipe");
    pid_t pid = fork();
    must(pid >= 0, "fork");
    if (pid > 0)
        return;
    close(there[1]);
    char byte;
    while (read(there[0], &byte, 1) == 1)
        must(write(back[1], &byte, 1) == 1, "pipe");
    _exit(0);
}

static void round_trip(void)
{
    char byte = 'x';
    must(write(there[1], &byte, 1) == 1 && read(back[0], &byte, 1) == 1, "pipe");
}

static void use_file(void)
{
    static char buf[PAGE_SIZE];
    int fd = open("file", O_CREAT | O_RDWR, 0644);
    must(fd >= 0 && pwrite(fd, buf, sizeof(buf), 0) == sizeof(buf), folder);
    must(pread(fd, buf, sizeof(buf), 0) == sizeof(buf), folder);
    must(close(fd) == 0 && unlink("file") == 0, folder);
}

static void fault(void)
{
    size_t nbytes = PAGES * PAGE_SIZE;
    char *p = mmap(NULL, nbytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED, "mmap");
    for (size_t i = 0; i < nbytes; i += PAGE_SIZE)
        ((volatile char *)p)[i] = 1;
    must(munmap(p, nbytes) == 0, "munmap");
}

static void nothing(void)
{
}

/* `per` operations in one call of work(). */
static const struct job {
    const char *key;
    void (*prepare)(void), (*work)(void);
    unsigned times, per;
} jobs[] = {
    {"compute", nothing, compute, 20000, 1}, {"null", nothing, null_call, 50000, 1},
    {"fork", nothing, fork_wait, 200, 1},    {"pipe", open_pipes, round_trip, 3000, 1},
    {"file", nothing, use_file, 300, 1},     {"fault", nothing, fault, 100, PAGES},
};

static uint64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Prepares, reports it, and begins when the parent closes the other end of `go`. */
static void be_worker(const struct job *job, unsigned i, int ready, int go)
{
    snprintf(folder, sizeof(folder), "/tmp/worker%u", i);
    mkdir(folder, 0755);
    must(chdir(folder) == 0, folder);
    job->prepare();
    job->work();
    char byte = 'x';
    must(write(ready, &byte, 1) == 1 && read(go, &byte, 1) == 0, "go");
    for (unsigned n = 0; n < job->times; n++)
        job->work();
    _exit(0);
}

static void measure(const struct job *job, unsigned nworkers)
{
    int ready[2], go[2];
    must(pipe(ready) == 0 && pipe(go) == 0, "pipe");
    pid_t pids[nworkers];
    for (unsigned i = 0; i < nworkers; i++) {
        pids[i] = fork();
        must(pids[i] >= 0, "fork");
        if (pids[i] == 0) {
            close(go[1]);
            be_worker(job, i, ready[1], go[0]);
        }
    }
    char byte;
    for (unsigned i = 0; i < nworkers; i++)
        must(read(ready[0], &byte, 1) == 1, "ready");
    uint64_t from = nanoseconds(), start = instructions();
    close(go[1]);
    for (unsigned i = 0; i < nworkers; i++)
        wait_for(pids[i]);
    uint64_t spent = instructions() - start, took = nanoseconds() - from;
    uint64_t all = (uint64_t)job->times * job->per * nworkers;
    printf("%s\t%llu\t%llu\n", job->key, (unsigned long long)(spent / all),
           (unsigned long long)(took / all));
    fflush(stdout);
    close(ready[0]), close(ready[1]), close(go[0]);
}

int main(int argc, char **argv)
{
    unsigned nworkers = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    if (nworkers == 0)
        errx(2, "usage: scaling WORKERS");
    for (size_t i = 0; i < sizeof(jobs) / sizeof(jobs[0]); i++)
        measure(&jobs[i], nworkers);
    return 0;
}
