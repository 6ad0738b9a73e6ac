/*
 * The experiments of lab 3's handout: life WHAT, with WHAT one of the names at
 * the end.
 *
 * The counters are of the whole program, one for each 64 bytes of its text.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/profil.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <unistd.h>

extern char __executable_start[];

#define COUNTERS 1024
#define THREADS  300

static unsigned short counters[COUNTERS];

static long since; /* the process's ticks when the profile began */

static void work(long turns)
{
    for (volatile long i = 0; i < turns; i++)
        ;
}

static long ticks(void)
{
    struct tms used;
    times(&used);
    return used.tms_utime + used.tms_stime;
}

static void on(void)
{
    profil(counters, sizeof(counters), (uintptr_t)__executable_start, 2048);
    since = ticks();
}

/* How many ticks the process has used since, and how many are in the profile. */
static void tell(const char *who)
{
    long sum = 0, used = ticks() - since;
    struct profstat st;
    profstat(&st);
    for (int i = 0; i < COUNTERS; i++)
        sum += counters[i];
    printf("%-7s profile %lu, %s, reason %u: %ld ticks used, %lu counted, %ld in the counters\n",
           who, st.ps_serial, st.ps_state == PROF_ON ? "on" : "off", st.ps_reason, used,
           st.ps_counted, sum);
    fflush(stdout);
}

static void experiment_fork(void)
{
    on();
    work(5000000);
    tell("before");
    if (fork() == 0) {
        since = 0;
        tell("child");
        work(5000000);
        tell("child");
        _exit(0);
    }
    wait(NULL);
    tell("parent");
}

static void experiment_exec(void)
{
    on();
    work(5000000);
    tell("old");
    execl("/bin/life", "life", "after", NULL);
}

static void experiment_after(void)
{
    tell("new");
    work(5000000);
    tell("new");
}

static void *end_at_once(void *unused)
{
    return unused;
}

static void experiment_exit(void)
{
    on();
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, end_at_once, NULL);
        pthread_join(thread, NULL);
    }
    tell("ended");
}

static int ends[2];

/* Sleeps in write() until somebody reads: it is more than the pipe holds. */
static void *write_much(void *bytes)
{
    write(ends[1], bytes, 65537);
    return bytes;
}

static void experiment_owed(void)
{
    static char bytes[65537];
    memset(bytes, 1, sizeof(bytes));
    pipe(ends);
    on();
    pthread_t thread;
    pthread_create(&thread, NULL, write_much, bytes);
    work(100000);
    tell("asleep");
    memset(counters, 0, sizeof(counters));
    on();
    read(ends[0], bytes, sizeof(bytes));
    pthread_join(thread, NULL);
    tell("again");
}

static volatile int ended;

static void *spin(void *unused)
{
    work(500000);
    __atomic_add_fetch(&ended, 1, __ATOMIC_RELAXED);
    return unused;
}

/* Looks at the counts while three threads have ticks. */
static void experiment_cpus(void)
{
    long looks = 0, wrong = 0;
    on();
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, spin, NULL);
    for (; ended < 3; looks++) {
        struct profstat st;
        profstat(&st);
        wrong += st.ps_counted + st.ps_outside + st.ps_full != st.ps_user + st.ps_system;
    }
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    tell("ended");
    printf("%ld of %ld times the counts of profstat did not fit each other\n", wrong, looks);
}

int main(int argc, char *argv[])
{
    static const struct {
        const char *name;
        void (*run)(void);
    } experiments[] = {{"fork", experiment_fork},   {"exec", experiment_exec},
                       {"after", experiment_after}, {"exit", experiment_exit},
                       {"owed", experiment_owed},   {"cpus", experiment_cpus}};
    for (size_t i = 0; i < sizeof(experiments) / sizeof(experiments[0]); i++)
        if (argc > 1 && strcmp(argv[1], experiments[i].name) == 0) {
            experiments[i].run();
            return 0;
        }
    fprintf(stderr, "usage: life fork | exec | exit | owed | cpus\n");
    return 2;
}
