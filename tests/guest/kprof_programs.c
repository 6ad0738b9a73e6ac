/* kprof: ticks go to the program that runs, by its name: the one that a process has after exec, and
 * of processes that have ended, too; programs of the same name are one, and those of which only the
 * last letter of the longest name is another are two. */
/* manual: kprof, DESCRIPTION: programs */
/* machine: det=1 cpus=1 */
#include "kprof_load.h"
#include <fcntl.h>
#include <limits.h>

static void run(const char *path, char *const argv[])
{
    CHECK_EQ(
        IN_CHILD(int fd = open("/dev/null", O_WRONLY); dup2(fd, 1); execv(path, argv); _exit(1)),
        0);
}

/* A program of a name as long as a directory takes, that ends in the letter. */
static const char *long_name(char end)
{
    static char name[NAME_MAX + 1];
    memset(name, 'n', NAME_MAX);
    name[NAME_MAX - 1] = end;
    return name;
}

static void run_long(const char *self, char end, char *turns)
{
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "/tmp/%s", long_name(end));
    CHECK_EQ(link(self, path), 0);
    run(path, (char *[]){path, turns, NULL});
}

int main(int argc, char **argv)
{
    if (argc > 1) { /* a program of another name, after exec */
        for (int i = atoi(argv[1]); i > 0; i--)
            prof_spin(SPIN_TURNS);
        return 0;
    }
    kprof_begin();
    run_long(argv[0], 'a', "50");
    run_long(argv[0], 'b', "150");
    char *primes[] = {"primes", "20000", NULL}, *seq[] = {"seq", "3000", NULL};
    run("/bin/primes", primes);
    run("/bin/seq", seq);
    clock_t before = times(NULL);
    run("/bin/primes", primes);
    clock_t once = times(NULL) - before;
    kprof_end();
    struct kprof_program primes_ticks = *kprof_of("primes");
    CHECK(once > 5);
    CHECK_IN(primes_ticks.kp_user + primes_ticks.kp_system, 2 * once - 4, 2 * once + 4);
    CHECK(kprof_of("seq")->kp_user > 0);
    CHECK(kprof_of("kprof_programs")->kp_user <= 2);
    struct kprof_program a = *kprof_of(long_name('a')), b = *kprof_of(long_name('b'));
    CHECK(a.kp_user > 10);
    CHECK_IN(b.kp_user, 3 * a.kp_user - 10, 3 * a.kp_user + 10);
    return 0;
}
