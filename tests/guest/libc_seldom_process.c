/* Functions for times, terminals, threads and processes that no program of the image calls. */
#define _GNU_SOURCE
#include "child.h"
#include <pthread.h>
#include <setjmp.h>
#include <sys/resource.h>
#include <termios.h>
#include <time.h>

static void times_of_day(void)
{
    time_t day = 86400;
    struct tm tm, same;
    CHECK(localtime_r(&day, &tm) == &tm && gmtime_r(&day, &same) == &same);
    CHECK(tm.tm_mday == 2 && tm.tm_hour == same.tm_hour); /* the one time zone is UTC */
    CHECK_EQ(localtime(&day)->tm_year, 70);
    char text[26], other[26];
    CHECK_STR(asctime_r(&tm, text), "Fri Jan  2 00:00:00 1970\n");
    CHECK_STR(ctime_r(&day, other), text);
    CHECK_STR(ctime(&day), text);
    tzset();
    tm.tm_mday += 31;
    CHECK_EQ(mktime(&tm), 32 * day);
    CHECK_EQ(tm.tm_mon, 1);
    CHECK(difftime(day, 1) == 86399.0);
    struct timespec step;
    CHECK_EQ(clock_getres(CLOCK_MONOTONIC, &step), 0);
    CHECK(step.tv_sec == 0 && step.tv_nsec > 0);
    struct timeval now;
    CHECK_EQ(gettimeofday(&now, NULL), 0);
    CHECK_IN(now.tv_sec, time(NULL) - 1, time(NULL));
}

static void usage(void)
{
    struct rusage before, after;
    CHECK_EQ(getrusage(RUSAGE_SELF, &before), 0);
    do
        CHECK_EQ(getrusage(RUSAGE_SELF, &after), 0);
    while (!timercmp(&after.ru_utime, &before.ru_utime, >));
    CHECK_FAILS(getrusage(7, &after), EINVAL);
}

static void terminal(void)
{
    struct termios raw = {.c_iflag = ICRNL, .c_lflag = ECHO | ICANON | ISIG};
    cfmakeraw(&raw);
    CHECK(!(raw.c_iflag & ICRNL) && !(raw.c_lflag & (ECHO | ICANON | ISIG)));
    CHECK_EQ(cfsetospeed(&raw, B9600), 0);
    CHECK_EQ(cfsetispeed(&raw, B9600), 0);
    CHECK(cfgetospeed(&raw) == B9600 && cfgetispeed(&raw) == B9600);
}

static void threads(void)
{
    pthread_attr_t attr;
    CHECK_EQ(pthread_attr_init(&attr), 0);
    CHECK_EQ(pthread_attr_setschedpolicy(&attr, 99), EINVAL);
    CHECK_EQ(pthread_attr_destroy(&attr), 0);
    pthread_mutexattr_t kind;
    CHECK_EQ(pthread_mutexattr_init(&kind), 0);
    pthread_mutex_t mutex;
    CHECK_EQ(pthread_mutex_init(&mutex, &kind), 0);
    CHECK_EQ(pthread_mutexattr_destroy(&kind), 0);
    pthread_condattr_t clock;
    CHECK_EQ(pthread_condattr_init(&clock), 0);
    CHECK_EQ(pthread_condattr_setclock(&clock, CLOCK_MONOTONIC), 0);
    pthread_cond_t cond;
    CHECK_EQ(pthread_cond_init(&cond, &clock), 0);
    CHECK_EQ(pthread_condattr_destroy(&clock), 0);
    struct timespec soon;
    CHECK_EQ(clock_gettime(CLOCK_MONOTONIC, &soon), 0);
    CHECK_EQ(pthread_mutex_lock(&mutex), 0);
    CHECK_EQ(pthread_cond_timedwait(&cond, &mutex, &soon), ETIMEDOUT);
    CHECK_EQ(pthread_mutex_unlock(&mutex), 0);
    CHECK_EQ(pthread_cond_destroy(&cond), 0);
    CHECK_EQ(pthread_mutex_destroy(&mutex), 0);
}

static void jump(void)
{
    static jmp_buf place;
    volatile int n = 0;
    int value = _setjmp(place);
    CHECK_EQ(value, n);
    if (n++ < 1)
        _longjmp(place, 1);
}

static void first(void)
{
    CHECK_EQ(write(STDOUT_FILENO, "1", 1), 1);
}

static void second(void)
{
    CHECK_EQ(write(STDOUT_FILENO, "2", 1), 1);
}

static void ends(void)
{
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    pid_t pid = vfork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        at_quick_exit(first);
        at_quick_exit(second);
        atexit(first); /* not by quick_exit */
        quick_exit(5);
    }
    CHECK_EQ(WEXITSTATUS(child_wait_program(pid)), 5);
    char text[4] = "";
    CHECK_EQ(read(ends[0], text, 3), 2);
    CHECK_STR(text, "21");
}

int main(void)
{
    times_of_day();
    usage();
    terminal();
    threads();
    jump();
    ends();
    sigset_t set;
    sigfillset(&set);
    CHECK_EQ(sigdelset(&set, SIGINT), 0);
    CHECK(!sigismember(&set, SIGINT) && sigismember(&set, SIGTERM));
    CHECK_EQ(getpagesize(), 4096);
    CHECK(getuid() == geteuid() && getgid() == getegid());
    CHECK_EQ(pathconf("/", _PC_NAME_MAX), NAME_MAX);
    CHECK_FAILS(pathconf("/", 9999), EINVAL);
    return 0;
}
