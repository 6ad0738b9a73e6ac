/* Shared code of profil's dialects. */
#ifndef LIB_COMPAT_DIALECT_H
#define LIB_COMPAT_DIALECT_H

struct prof_range;

/* A profile with these ranges, which replaces one before; without any it is off.  The counters are
 * not looked at before a tick is counted there.  errno stays.  flags: sprofil's. */
void __dialect_ranges(const struct prof_range *ranges, int n, unsigned flags);

/* A profile with one histogram.  scale: profil's, or PROF_SCALE_CLOCK. */
void __dialect_profil(void *buff, unsigned bufsiz, unsigned offset, unsigned long scale,
                      unsigned flags);

#endif
