/* PROFIL=path: any program writes its profile at exit, with every tick, and its children do not
 * inherit the variable. */
/* machine: det=1 cpus=1 */
#include "check.h"
#include <abi/gmon.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/profil.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH "/tmp/profile.out"

static unsigned short counters[1 << 20];
static struct gmonhdr head;
static uint64_t totals[GMON_TOTALS];

__attribute__((noinline)) static void burn(void)
{
    for (volatile long i = 0; i < 40000000; i++)
        ;
}

/* The profiled half: what it is told to do, by its argument. */
static int profiled(const char *what)
{
    CHECK(!getenv("PROFIL"));
    if (strcmp(what, "fork") == 0 && fork() == 0)
        exit(0); /* its exit writes nothing */
    if (strcmp(what, "fork") == 0) {
        wait(NULL);
        CHECK_EQ(access(PATH, F_OK), -1);
    }
    burn();
    if (strcmp(what, "leave") == 0)
        _exit(0);
    return 0;
}

static int run(const char *self, const char *what, const char *variable)
{
    pid_t child = fork();
    if (child == 0) {
        char *argv[] = {(char *)self, (char *)what, NULL};
        char *envp[] = {"A=1", (char *)variable, "B=2", NULL};
        execve(self, argv, envp);
        _exit(99);
    }
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    return status;
}

/* Each total once, in order, and nothing after them. */
static void read_totals(int fd)
{
    struct gmonrec record;
    for (uint64_t i = 1; i < GMON_TOTALS; i++) {
        CHECK_EQ(read(fd, &record, sizeof(record)), sizeof(record));
        CHECK_EQ(record.gr_from, 0);
        CHECK_EQ(record.gr_self, i);
        totals[i] = record.gr_count;
    }
    CHECK_EQ(read(fd, &record, 1), 0);
}

/* Reads the file; the sum of its counters. */
static unsigned long read_profile(void)
{
    int fd = open(PATH, O_RDONLY);
    unsigned long sum = 0;
    CHECK(fd >= 0);
    CHECK_EQ(read(fd, &head, sizeof(head)), sizeof(head));
    CHECK_EQ(head.gh_version, GMON_VERSION);
    CHECK_EQ(head.gh_rate, 1000);
    CHECK_EQ(head.gh_ncnt - sizeof(head), head.gh_hpc - head.gh_lpc);
    CHECK_EQ(head.gh_lpc % 2 + head.gh_hpc % 2, 0);
    CHECK_EQ(read(fd, counters, head.gh_ncnt - sizeof(head)), head.gh_ncnt - sizeof(head));
    read_totals(fd);
    close(fd);
    for (size_t i = 0; i < (head.gh_hpc - head.gh_lpc) / 2; i++)
        sum += counters[i];
    return sum;
}

static unsigned long count_in(uintptr_t from, uintptr_t to)
{
    unsigned long sum = 0;
    for (; from < to; from += 2)
        sum += counters[(from - head.gh_lpc) / 2];
    return sum;
}

int main(int argc, char **argv)
{
    extern char etext[];
    if (argc == 2)
        return profiled(argv[1]);

    /* An older file, longer than the profile, is truncated. */
    int fd = open(PATH, O_WRONLY | O_CREAT, 0600);
    CHECK_EQ(ftruncate(fd, sizeof(counters)), 0);
    CHECK_EQ(close(fd), 0);
    CHECK_EQ(run(argv[0], "plain", "PROFIL=" PATH), 0);
    unsigned long sum = read_profile();
    CHECK(sum > 5);
    CHECK_EQ(totals[GMON_OUTSIDE], 0);
    CHECK_EQ(sum, totals[GMON_USER] + totals[GMON_SYSTEM]);
    CHECK_EQ(totals[GMON_ENDED] + totals[GMON_FLAGS] + totals[GMON_FORKED], 0);
    /* One CPU and no other work: its ticks are those of the time that passed. */
    CHECK(sum * 1000000 <= totals[GMON_ELAPSED_NS] + 1000000);
    CHECK(sum * 1000000 + 3000000 >= totals[GMON_ELAPSED_NS]);
    CHECK(head.gh_lpc <= (uintptr_t)main);
    CHECK(head.gh_hpc >= (uintptr_t)etext);
    CHECK(head.gh_hpc - (uintptr_t)etext < 16);
    CHECK(count_in((uintptr_t)burn, (uintptr_t)burn + 64) * 10 > sum * 9);

    unlink(PATH);
    CHECK_EQ(run(argv[0], "fork", "PROFIL=" PATH), 0);
    CHECK(read_profile() > 5);
    CHECK_EQ(totals[GMON_FORKED], 1);
    unlink(PATH);
    CHECK_EQ(run(argv[0], "leave", "PROFIL=" PATH), 0);
    CHECK_EQ(access(PATH, F_OK), -1);
    CHECK_EQ(run(argv[0], "plain", "PROFILE=" PATH), 0);
    CHECK_EQ(access(PATH, F_OK), -1);
    CHECK_EQ(run(argv[0], "plain", "PROFIL=/none/out"), 0); /* says so, and goes on */
    return 0;
}
