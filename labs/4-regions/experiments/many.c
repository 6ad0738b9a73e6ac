/* many N, for lab 4's handout: profiles itself with N regions, and prints where the ticks went. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/profil.h>

#define TURNS 50000000 /* 200 periods */

extern char __executable_start[], etext[];
static struct prof regions[1024];
static unsigned short counters[1024];

static uint64_t instructions(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return ((uint64_t)high << 32 | low) / 4; /* with DET=1 an instruction is 4 ns */
}

/* N regions of one counter each, side by side over the program's text, the last one first. */
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2;
    size_t each = ((size_t)(etext - __executable_start) / n + 2) & ~1ul;
    for (int i = 0; i < n; i++)
        regions[n - 1 - i] =
            (struct prof){&counters[i], 2, (uintptr_t)__executable_start + i * each, 131072 / each};
    uint64_t start = instructions();
    int result = sprofil(regions, n, NULL, 0);
    uint64_t call = instructions() - start;
    printf("sprofil: %d (%s), %lu thousand instructions\n", result,
           result ? strerror(errno) : "no error", call / 1000);
    if (result)
        return 1;
    long turns = TURNS;
    start = instructions();
    __asm__ volatile("1: loop 1b" : "+c"(turns));
    uint64_t spent = instructions() - start - TURNS;
    sprofil(NULL, 0, NULL, 0);
    struct profstat st;
    profstat(&st);
    printf("%lu ticks: %lu counted, %lu outside; %lu instructions each\n",
           st.ps_user + st.ps_system, st.ps_counted, st.ps_outside, spent / 200);
    for (int i = 0; i < n; i++)
        if (counters[i] > 0)
            printf("region %d of %d, from %p: %u ticks\n", i, n,
                   (void *)((uintptr_t)__executable_start + i * each), counters[i]);
    return 0;
}
