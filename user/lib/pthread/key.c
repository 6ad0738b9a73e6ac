/* Thread-specific values. */
#include <errno.h>

#include "../thread.h"

#define ROUNDS 4 /* PTHREAD_DESTRUCTOR_ITERATIONS: destructors may set values again */

struct key {
    bool used;      /* [lock] */
    unsigned stamp; /* how often it was created; a value set under another stamp is stale */
    void (*destroy)(void *); /* [lock] */
};

static struct lock lock;
static struct key keys[PTHREAD_KEYS_MAX];

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
    unsigned i = 0;

    lock_take(&lock);
    while (i < PTHREAD_KEYS_MAX && keys[i].used)
        i++;
    if (i < PTHREAD_KEYS_MAX)
        keys[i] = (struct key){true, keys[i].stamp + 1, destroy};
    lock_release(&lock);
    *key = i;
    return i < PTHREAD_KEYS_MAX ? 0 : EAGAIN;
}

int pthread_key_delete(pthread_key_t key)
{
    if (key >= PTHREAD_KEYS_MAX)
        return EINVAL;
    lock_take(&lock);
    keys[key].used = false;
    keys[key].destroy = NULL;
    lock_release(&lock);
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    struct __thread_block *t = thread_self();

    return key < PTHREAD_KEYS_MAX && t->stamps[key] == keys[key].stamp ? t->values[key] : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    struct __thread_block *t = thread_self();

    if (key >= PTHREAD_KEYS_MAX)
        return EINVAL;
    t->values[key] = (void *)value;
    t->stamps[key] = keys[key].stamp;
    return 0;
}

void __thread_keys_destroy(void);

/* At a thread's end: the destructor of each value that is not NULL. */
void __thread_keys_destroy(void)
{
    struct __thread_block *t = thread_self();
    bool any = true;

    for (int round = 0; any && round < ROUNDS; round++) {
        any = false;
        for (unsigned i = 0; i < PTHREAD_KEYS_MAX; i++) {
            void *value = pthread_getspecific(i);
            void (*destroy)(void *);

            t->values[i] = NULL;
            lock_take(&lock);
            destroy = keys[i].destroy;
            lock_release(&lock);
            if (value && destroy) {
                destroy(value);
                any = true;
            }
        }
    }
}
