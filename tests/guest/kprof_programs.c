/* kprof: ticks go to the program that runs, by its name: the one that a process has after exec, and
 * of processes that have ended, too; programs of the same name are one. */
/* machine: det=1 cpus=1 */
#include "kprof_load.h"
#include <fcntl.h>

static void run(const char *path, char *const argv[])
{
    CHECK_EQ(
        IN_CHILD(int fd = open("/dev/null", O_WRONLY); dup2(fd, 1); execv(path, argv); _exit(1)),
        0);
}

int main(void)
{
    kprof_begin();
    char *primes[] = {"primes", "20000", NULL}, *seq[] = {"seq", "3000", NULL};
    run("/bin/primes", primes);
    run("/bin/seq", seq);
    clock_t before = times(NULL);
    run("/bin/primes", primes);
    clock_t once = times(NULL) - before;
    kprof_end();
    struct kprof_program primes_ticks = kprof_of("primes");
    CHECK(once > 5);
    CHECK_IN(primes_ticks.kp_user + primes_ticks.kp_system, 2 * once - 4, 2 * once + 4);
    CHECK(kprof_of("seq").kp_user > 0);
    CHECK(kprof_of("kprof_programs").kp_user <= 2);
    return 0;
}
