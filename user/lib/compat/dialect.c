/*
 * profil as other systems' manuals have it.  The headers in user/compat/NAME declare it with that
 * manual's types, and with the assembler name of its function here: so it is called profil in their
 * programs, and the native call keeps its name.  The rules, each with its source, are in
 * doc/profiling.md, The manuals' dialects.
 *
 * int and unsigned int are 32 bits in all of them, and their values are zero-extended.  So an
 * offset or a size of 2 GiB and more is what it was on systems where they had all bits of an
 * address.
 *
 * Scale 2 or 1 is a core clock in some of them: every tick is counted in the first counter,
 * whatever its pc.
 */
#include <errno.h>
#include <stdint.h>
#include <sys/profil.h>

#include "dialect.h"

void __dialect_ranges(const struct prof_range *ranges, int n, unsigned flags)
{
    int error = errno;

    if (sprofil((const struct prof *)ranges, n, NULL, flags | PROF_RANGES | PROF_LAZY) < 0)
        sprofil(NULL, 0, NULL, 0);
    errno = error;
}

void __dialect_profil(void *buff, unsigned bufsiz, unsigned offset, unsigned long scale,
                      unsigned flags)
{
    uintptr_t low = scale == PROF_SCALE_CLOCK ? 0 : offset;
    const struct prof_range range = {{buff, bufsiz, offset, scale}, low, UINTPTR_MAX};

    __dialect_ranges(&range, scale != 0, flags);
}

/* V7 and 4.1BSD: a scale has 16 bits. */
int __profil_v7(char *buff, unsigned bufsiz, unsigned offset, unsigned scale)
{
    unsigned low = scale & 0xffff;

    __dialect_profil(buff, bufsiz, offset, low == 2 ? PROF_SCALE_CLOCK : low == 1 ? 0 : low, 0);
    return 0;
}

/* 4.2BSD to OmniOS: 2 to 0x10000, and all others are off. */
static unsigned up_to_one(unsigned scale)
{
    return scale == 1 || scale > PROF_SCALE_MAX ? 0 : scale;
}

int __profil_bsd42(char *buff, unsigned bufsiz, unsigned offset, unsigned scale)
{
    __dialect_profil(buff, bufsiz, offset, scale == 2 ? PROF_SCALE_CLOCK : up_to_one(scale), 0);
    return 0;
}

int __profil_bsd43(char *buff, unsigned bufsiz, unsigned offset, unsigned scale)
{
    __dialect_profil(buff, bufsiz, offset, up_to_one(scale), 0);
    return 0;
}

/* 4.4BSD: the native call. */
int __profil_bsd44(char *samples, unsigned size, unsigned offset, unsigned scale)
{
    return profil((unsigned short *)samples, size, offset, scale);
}

void __profil_omnios(unsigned short *buff, unsigned bufsiz, unsigned offset, unsigned scale)
{
    __dialect_profil(buff, bufsiz, offset, up_to_one(scale), PROF_STOP);
}
