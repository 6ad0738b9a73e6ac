/* A bad call says what is wrong, and changes just what it should. */
/* manual: statements, BIN: scales-0-1 */
/* manual: statements, TICK: faults */
/* manual: profstat, DESCRIPTION: outside state */
/* machine: det=1 */
#include "parts.h"
#include "prof.h"
#include <errno.h>
#include <sys/mman.h>

static unsigned short good[2];

static void on(void)
{
    CHECK_EQ(profil(good, sizeof(good), SPIN_PC, 65536), 0);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
}

/* It is on, and no byte of anything changes. */
static void without_effect(void *buf, unsigned scale)
{
    on();
    CHECK_EQ(profil(buf, 0, TEXT_START, scale), 0);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    CHECK_EQ(prof_now().ps_reason, PROF_NEVER);
    prof_burn(2);
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_ON);
    CHECK_EQ(st.ps_counted, 0);
    CHECK(st.ps_outside >= 2);
}

static void refused(void *buf, size_t nbytes, unsigned scale, int error, unsigned state)
{
    on();
    CHECK_FAILS(profil(buf, nbytes, SPIN_PC, scale), error);
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, state);
    if (state == PROF_OFF)
        CHECK_EQ(st.ps_reason, PROF_FAULT);
}

static void reasons(void)
{
    struct profstat st = prof_now();
    CHECK_EQ(st.ps_state, PROF_OFF);
    CHECK_EQ(st.ps_reason, PROF_NEVER);
    CHECK_EQ(profil(good, sizeof(good), SPIN_PC, 0), 0); /* off already */
    CHECK_EQ(prof_now().ps_reason, PROF_NEVER);
    CHECK_FAILS(profil(NULL, 2, 0, 65536), EFAULT); /* the reason also of what was never on */
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
    on();
    CHECK_EQ(profil(good, sizeof(good), SPIN_PC, 0), 0);
    CHECK_EQ(prof_now().ps_reason, PROF_CALL);
    CHECK_EQ(profil(NULL, 2, 0, 65536), -1); /* or was off */
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
    CHECK_EQ(profil(good, sizeof(good), SPIN_PC, 0), 0);
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
}

/* Of the checks: scale 0, scale, odd, memory. */
static void order(void)
{
    on();
    CHECK_EQ(profil((unsigned short *)1, 16, 0, 0), 0);
    CHECK_EQ(prof_now().ps_reason, PROF_CALL);
    refused((void *)1, 16, 65537, EINVAL, PROF_ON);
    refused((void *)8, 16, 65537, EINVAL, PROF_ON);
    refused((void *)9, 16, 65536, EINVAL, PROF_ON);
    refused((void *)9, 0, 65536, EINVAL, PROF_ON);
    refused((void *)0xffffffff80100001, 0, 1, EINVAL, PROF_ON);
}

/* 0 bytes take any address but an odd one. */
static void empty(void)
{
    without_effect((void *)8, 65536);
    without_effect((void *)0xffffffff80100000, 2);
    without_effect((void *)reasons, 1);
    without_effect(NULL, 65535);
}

static void arguments(void)
{
    refused(good, sizeof(good), 65537, EINVAL, PROF_ON);
    refused(good, sizeof(good), 0xffffffff, EINVAL, PROF_ON);
    refused((char *)good + 1, 2, 65536, EINVAL, PROF_ON);
}

static void memory(void)
{
    char *pages = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    CHECK_EQ(mprotect(pages + 4096, 4096, PROT_READ), 0);
    CHECK_EQ(munmap(pages + 8192, 4096), 0);
    refused(NULL, 2, 65536, EFAULT, PROF_OFF);
    refused((void *)reasons, 16, 65536, EFAULT, PROF_OFF); /* the program's own code */
    refused(pages + 4096, 4096, 65536, EFAULT, PROF_OFF);
    refused(pages + 8192, 2, 65536, EFAULT, PROF_OFF);
    refused(pages + 4094, 4, 65536, EFAULT, PROF_OFF);
    refused(pages, 8193, 65536, EFAULT, PROF_OFF);
    refused(pages, 4097, 65536, EFAULT, PROF_OFF);                      /* a single byte */
    CHECK_EQ(profil((unsigned short *)pages, 4096, SPIN_PC, 65536), 0); /* and none */
    refused(good, SIZE_MAX - 8, 65536, EFAULT, PROF_OFF);               /* wraps */
    refused((void *)0xffffffff80100000, 16, 65536, EFAULT, PROF_OFF);
    refused((void *)0x800000000000, 16, 65536, EFAULT, PROF_OFF);
}

static void off(void)
{
    on();
    CHECK_EQ(profil(good, sizeof(good), SPIN_PC, 0), 0); /* scale 0 with a buffer is off, too */
    CHECK_EQ(prof_now().ps_state, PROF_OFF);
    on();
    CHECK_FAILS(profstat((struct profstat *)8), EFAULT);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
}

int main(int argc, char *argv[])
{
    static const struct part parts[] = {{"reasons", reasons},     {"order", order},
                                        {"empty", empty},         {"off", off},
                                        {"arguments", arguments}, {"memory", memory}};
    return RUN_PARTS(parts, argc, argv);
}
