/*
 * However the disk is damaged, what programs do with it works or fails with an error: the machine
 * goes on.
 *
 *     fuzz_image [SEED]
 *
 * Workers walk the tree and do a bit of everything to what they find there, all at once, until the
 * last has ended or two seconds are over.  tools/fuzz damages the disk beforehand, gives a seed,
 * and knows by the last line on the log that it could be used.  Without a seed the disk is whole:
 * each worker ends, and has found something.
 */
/* machine: cpus=2 */
#include "child.h"
#include "splitmix.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>

#define WORKERS   4
#define NAMES     400 /* that a worker visits */
#define DEPTH_MAX 5
#define RUN_US    20000 /* that a program found there may run */

static uint64_t random_state;
static unsigned nvisited;
static char inner[DEPTH_MAX + 1][PATH_MAX];

static uint64_t below(uint64_t n)
{
    return splitmix_next(&random_state) % n;
}

/* In the middle of a small file, or where a large one has its blocks of pointers. */
static off_t any_offset(void)
{
    return (off_t)below(below(2) ? 20000 : below(2) ? 6000000 : 1ul << 33);
}

static void read_and_write(const char *path)
{
    static char bytes[20000];
    int fd = open(path, O_RDWR | O_NONBLOCK);
    if (fd < 0)
        fd = open(path, O_RDONLY | O_NONBLOCK);
    for (unsigned n = 1 + below(6); n > 0; n--) {
        lseek(fd, any_offset(), SEEK_SET);
        if (below(2))
            read(fd, bytes, sizeof(bytes));
        else if (below(3) > 0)
            write(fd, bytes, below(sizeof(bytes)));
        else if (below(2))
            ftruncate(fd, below(3) ? any_offset() : 0);
        else
            fsync(fd);
    }
    close(fd);
}

static void execute(const char *path)
{
    if (strncmp(path, "/files/", 7) != 0) /* not what ends the machine */
        return;
    IN_CHILD({
        static const struct itimerval soon = {{0, 0}, {0, RUN_US}};
        char *argv[] = {"x", "/files", NULL}, *none[] = {NULL};
        setitimer(ITIMER_REAL, &soon, NULL);
        execve(path, argv, none);
        _exit(1);
    });
}

static const char *new_name(void)
{
    static char name[32];
    snprintf(name, sizeof(name), "%s/n%u", below(2) ? "/files" : "/tmp", (unsigned)below(20));
    return name;
}

static void use(const char *path)
{
    char text[PATH_MAX];
    struct stat st;
    switch (below(12)) {
    case 0:
    case 1:
    case 2:
        read_and_write(path);
        break;
    case 3:
        execute(path);
        break;
    case 4:
        unlink(path);
        break;
    case 5:
        rmdir(path);
        break;
    case 6:
        rename(path, new_name());
        break;
    case 7:
        rename(new_name(), path);
        break;
    case 8:
        link(path, new_name());
        break;
    case 9:
        readlink(path, text, sizeof(text));
        symlink(path, new_name());
        break;
    case 10:
        mkdir(new_name(), 0755);
        close(open(new_name(), O_CREAT | O_RDWR | O_NONBLOCK, 0644));
        break;
    case 11:
        if (chdir(path) == 0)
            getcwd(text, sizeof(text));
        stat(path, &st);
        break;
    }
}

static void visit(const char *path, unsigned depth)
{
    DIR *dir = opendir(path);
    if (!dir)
        return;
    for (struct dirent *entry; nvisited < NAMES && (entry = readdir(dir)); nvisited++) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inner[depth], PATH_MAX, "%s/%s", path, entry->d_name);
        use(inner[depth]);
        if (depth < DEPTH_MAX)
            visit(inner[depth], depth + 1);
    }
    closedir(dir);
}

static _Noreturn void work(uint64_t seed)
{
    random_state = seed;
    setpgid(0, 0);
    visit("/", 0);
    visit("/files", 0);
    _exit(nvisited == 0);
}

static void on_alarm(int sig)
{
    (void)sig;
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
    CHECK_EQ(sigaction(SIGALRM, &(struct sigaction){.sa_handler = on_alarm}, NULL), 0);
    pid_t workers[WORKERS];
    for (unsigned i = 0; i < WORKERS; i++)
        workers[i] = START_CHILD(work(seed * WORKERS + i));
    if (argc > 1)
        alarm(2);
    int status;
    for (unsigned left = WORKERS; left > 0 && waitpid(-1, &status, 0) > 0; left--)
        CHECK(argc > 1 || status == 0);
    for (unsigned i = 0; i < WORKERS; i++)
        kill(-workers[i], SIGKILL);
    while (waitpid(-1, NULL, 0) > 0)
        ;
    sync();
    fprintf(stderr, "\nused\n"); /* a worker may have written to the log */
    return 0;
}
