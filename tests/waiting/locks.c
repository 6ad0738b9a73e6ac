/* Four threads share two mutexes: which one do they wait for?  An example of doc/waiting.md. */
#include <pthread.h>

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile long entries, lines;

static void work(volatile long *counter, int n)
{
    for (int i = 0; i < n; i++)
        ++*counter;
}

static void *worker(void *arg)
{
    for (int i = 0; i < 20; i++) {
        pthread_mutex_lock(&table_lock);
        work(&entries, 1000);
        pthread_mutex_unlock(&table_lock);
        pthread_mutex_lock(&log_lock);
        work(&lines, 100000);
        pthread_mutex_unlock(&log_lock);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[4];

    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
