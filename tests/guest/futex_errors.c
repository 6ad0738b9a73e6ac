/* The futex calls' errors: a word that has changed, a time that is over or is none, an address
 * without a word, a signal. */
/* machine: cpus=4 */
#include "futex.h"

static int word;

static void handler(int sig, siginfo_t *info, void *context)
{
    (void)sig, (void)info, (void)context;
    word = 1;
}

static void wrong_times(void)
{
    struct timespec short_time = {0, 1000000}, negative = {-1, 0}, odd = {0, 1000000000};
    int *read_only = (int *)map_memory(PAGE_SIZE, PROT_READ);
    CHECK_FAILS(__futex_wait(&word, 1, NULL), EAGAIN);
    CHECK_FAILS(__futex_wait(&word, 1, &short_time), EAGAIN);
    CHECK_FAILS(__futex_wait(&word, 0, &short_time), ETIMEDOUT);
    CHECK_FAILS(__futex_wait(read_only, 0, &short_time), ETIMEDOUT); /* not there yet, and 0 */
    CHECK_FAILS(__futex_wait(&word, 0, &(struct timespec){0, 0}), ETIMEDOUT);
    CHECK_FAILS(__futex_wait(&word, 0, &negative), EINVAL);
    CHECK_FAILS(__futex_wait(&word, 0, &odd), EINVAL);
    CHECK_FAILS(__futex_wait(&word, 0, nowhere()), EFAULT);
}

static void wrong_words(void)
{
    CHECK_FAILS(__futex_wait((int *)((char *)&word + 1), 0, NULL), EINVAL);
    CHECK_FAILS(__futex_wait(nowhere(), 0, NULL), EFAULT);
    CHECK_FAILS(__futex_wait((int *)0xffff800000000000, 0, NULL), EFAULT);
    CHECK_EQ(__futex_wake(&word, 100), 0);
    CHECK_EQ(__futex_wake(&word, -1), 0);
    CHECK_EQ(__futex_wake(nowhere(), 1), 0);
}

int main(void)
{
    wrong_times();
    wrong_words();
    set_handler(SIGALRM, handler, SA_RESTART);
    alarm_each_second();
    /* A wait with a time ends, SA_RESTART or not; one without is made again. */
    CHECK_FAILS(__futex_wait(&word, 0, &(struct timespec){1000, 0}), EINTR);
    alarm_each_second();
    word = 0;
    CHECK_FAILS(__futex_wait(&word, 0, NULL), EAGAIN);
    return 0;
}
