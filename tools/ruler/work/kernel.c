/*
 * kernel: makes work for the kernel, and prints its profile (kprof(2)): a line for each pc that has
 * ticks, and one for each frame of the call stacks.
 *
 *     kernel ROUNDS
 *
 * The work is short calls, forks, files, and two processes that take turns.  The program and the
 * kernel also touch memory for the first time.  For this the kernel holds spin locks for long and
 * short times, one in the other, and across a switch.
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/kprof.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define FRESH (1 << 18) /* bytes */

static void must(int holds, const char *what)
{
    if (!holds)
        err(1, "%s", what);
}

static void calls(void)
{
    for (int i = 0; i < 20000; i++)
        getppid();
}

static void turns(int in, int out, int first)
{
    char byte = 'x';

    for (int i = 0; i < 1000; i++) {
        must(!first || write(out, &byte, 1) == 1, "write");
        must(read(in, &byte, 1) == 1, "read");
        must(first || write(out, &byte, 1) == 1, "write");
    }
}

static void pipes(void)
{
    int there[2], back[2];

    must(pipe(there) == 0 && pipe(back) == 0, "pipe");
    pid_t pid = fork();
    if (pid == 0) {
        turns(there[0], back[1], 0);
        _exit(0);
    }
    turns(back[0], there[1], 1);
    must(waitpid(pid, NULL, 0) == pid, "waitpid");
    close(there[0]), close(there[1]), close(back[0]), close(back[1]);
}

static void forks(void)
{
    for (int i = 0; i < 40; i++) {
        pid_t pid = fork();
        if (pid == 0)
            _exit(0);
        must(waitpid(pid, NULL, 0) == pid, "waitpid");
    }
}

static void memory(void)
{
    int zero = open("/dev/zero", O_RDONLY);

    for (int i = 0; i < 20; i++) {
        char *p = mmap(NULL, FRESH, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        must(p != MAP_FAILED, "mmap");
        if (i % 2)
            must(read(zero, p, FRESH) == FRESH, "read");
        for (int at = 0; at < FRESH; at += 4096)
            p[at] = 1;
        munmap(p, FRESH);
    }
    close(zero);
}

static void files(void)
{
    char buf[512] = "";

    for (int i = 0; i < 20; i++) {
        int fd = open("/tmp/kernel", O_CREAT | O_RDWR | O_TRUNC, 0666);
        for (int n = 0; n < 8; n++)
            must(write(fd, buf, sizeof(buf)) == sizeof(buf), "write");
        lseek(fd, 0, SEEK_SET);
        for (int n = 0; n < 8; n++)
            must(read(fd, buf, sizeof(buf)) == sizeof(buf), "read");
        close(fd);
        unlink("/tmp/kernel");
    }
}

static void print_hits(void)
{
    ssize_t n = kprof(KPROF_HITS, NULL, 0);
    struct kprof_hit *hits = calloc((size_t)n, sizeof(*hits));

    must(n > 0 && hits && kprof(KPROF_HITS, hits, (size_t)n) == n, "the kernel's profile");
    for (ssize_t i = 0; i < n; i++)
        printf("%llx %llx %s %llu\n", (unsigned long long)hits[i].kh_pc,
               (unsigned long long)hits[i].kh_function, hits[i].kh_name,
               (unsigned long long)hits[i].kh_ticks);
}

static void print_frames(void)
{
    ssize_t n = kprof(KPROF_FRAMES, NULL, 0);
    struct kprof_frame *frames = calloc((size_t)n, sizeof(*frames));

    must(n > 0 && frames && kprof(KPROF_FRAMES, frames, (size_t)n) == n, "the call stacks");
    for (ssize_t i = 0; i < n; i++)
        printf("frame %u %u %llx %u\n", frames[i].kf_number, frames[i].kf_caller,
               (unsigned long long)frames[i].kf_pc, frames[i].kf_ticks);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 1;

    must(kprof(KPROF_START, NULL, KPROF_FRAMES_MAX) == 0, "the kernel's profile");
    for (int i = 0; i < rounds; i++) {
        calls();
        pipes();
        forks();
        memory();
        files();
    }
    must(kprof(KPROF_STOP, NULL, 0) == 0, "the kernel's profile");
    print_hits();
    print_frames();
    return 0;
}
