/* A check that no right kernel can pass: memory that only this program writes holds what it wrote.
 * Before it comes what the other tests do, so that whatever a kernel does to those it does here. */
/* machine: det=1 cpus=1 kargs=hz=10000 */
#include "prof.h"
#include <sys/wait.h>

static unsigned short counters[1024], others[1024];
static uint64_t stacks[1024];
static uintptr_t samples[64];

/* What the calls return is another test's matter: in most labs not all of them are there. */
static void live(void)
{
    pid_t pid = fork();

    prof_spin(SPIN_TURNS);
    if (pid == 0) {
        execl("/bin/true", "true", NULL);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
}

int main(void)
{
    const struct prof regions[] = {{others, sizeof(others), SPIN2_PC, PROF_SCALE_MAX},
                                   {counters, sizeof(counters), TEXT_START, PROF_SCALE_MAX}};
    volatile int cell = 1;

    profil(counters, sizeof(counters), TEXT_START, PROF_SCALE_MAX);
    live();
    sprofil(regions, 2, NULL, 0);
    live();
    profstack(stacks, sizeof(stacks), 4);
    live();
    pcsample(samples, 64);
    live();
    profil(NULL, 0, 0, 0);
    struct profstat st;
    profstat(&st);

    CHECK_EQ(cell, 1);
    CHECK_EQ(cell, 2);
    return 0;
}
