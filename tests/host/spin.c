/*
 * Spin locks (kernel/core/spin.c): a CPU that tries at the wrong moments only, whenever another has
 * just taken the lock again, gets it all the same, and after how many tries is known; so do others
 * that have waited that long.
 *
 * The CPUs are threads that run one at a time: whoever pauses lets the next one go on.
 */
/* sources: kernel/core/spin.c */
#include "core/spin.h"
#include "check.h"
#include "core/cpu.h"
#include "core/irq.h"
#include "core/panic.h"
#include <pthread.h>
#include <semaphore.h>

#undef assert
#define CPUS 4

struct cpu *this_cpu;
_Thread_local struct thread *this_thread;

static struct cpu cpus[CPUS];
static sem_t turns[CPUS];
static bool ended[CPUS];
static struct spinlock lock = SPINLOCK_INIT("tested");
static unsigned began, ngot, overtook;

_Noreturn void panic(const char *format, ...)
{
    FAIL("panic: %s", format);
}

static unsigned my_id(void)
{
    return this_cpu - cpus;
}

static void go_on(unsigned id)
{
    sem_wait(&turns[id]);
    this_cpu = &cpus[id];
}

static void let_next(unsigned id)
{
    unsigned next = id;
    do
        next = (next + 1) % CPUS;
    while (ended[next]);
    sem_post(&turns[next]);
}

void machine_pause(void)
{
    unsigned id = my_id();
    let_next(id);
    go_on(id);
}

void irq_hold_ends(void)
{
    this_cpu->irq_depth--;
}

/* CPU 0 has the lock whenever another one tries. */
static void hog(void)
{
    spin_lock(&lock);
    while (ngot < CPUS - 1) {
        machine_pause();
        spin_unlock(&lock);
        unsigned before = ngot;
        spin_lock(&lock);
        if (ngot == before)
            overtook += began == CPUS - 1;
        CHECK(overtook <= SPIN_TRIES + ngot);
    }
    spin_unlock(&lock);
}

static void wait(void)
{
    began++;
    spin_lock(&lock);
    CHECK(spin_held(&lock));
    ngot++;
    spin_unlock(&lock);
}

static void *run(void *arg)
{
    unsigned id = (struct cpu *)arg - cpus;
    go_on(id);
    if (id == 0)
        hog();
    else
        wait();
    ended[id] = true;
    if (ngot < CPUS - 1 || id != 0)
        let_next(id);
    return NULL;
}

int main(void)
{
    pthread_t threads[CPUS];
    for (unsigned id = 0; id < CPUS; id++) {
        sem_init(&turns[id], 0, 0);
        CHECK(pthread_create(&threads[id], NULL, run, &cpus[id]) == 0);
    }
    sem_post(&turns[0]);
    for (unsigned id = 0; id < CPUS; id++)
        pthread_join(threads[id], NULL);

    CHECK(overtook >= SPIN_TRIES); /* and no more than one time for each other CPU, see hog() */
    CHECK(lock.word == 0);
    return 0;
}
