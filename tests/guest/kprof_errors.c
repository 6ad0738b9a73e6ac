/* kprof's errors: each has its errno, and the profile stays as it is. */
/* manual: kprof, DESCRIPTION: stopped lists */
/* manual: kprof, ERRORS: ebusy eperm einval efault */
/* machine: det=1 cpus=2 */
#include "kprof_load.h"

static const size_t entry_nbytes[] = {[KPROF_CPUS] = sizeof(struct kprof_cpu),
                                      [KPROF_PROGRAMS] = sizeof(struct kprof_program),
                                      [KPROF_HITS] = sizeof(struct kprof_hit)};

static void others_cannot(void)
{
    CHECK_FAILS(kprof(KPROF_START, NULL, 0), EBUSY);
    for (int what = KPROF_STOP; what <= KPROF_FREE; what++)
        CHECK_FAILS(kprof(what, kprof_hit, 1), EPERM);
}

int main(void)
{
    CHECK_FAILS(kprof(-1, NULL, 0), EINVAL);
    CHECK_FAILS(kprof(KPROF_SYMBOLS + 1, NULL, 0), EINVAL);
    for (int what = KPROF_STOP; what <= KPROF_FREE; what++)
        CHECK_FAILS(kprof(what, kprof_hit, 1), EPERM);

    kprof_begin();
    CHECK_FAILS(kprof(KPROF_START, NULL, 0), EBUSY);
    for (int what = KPROF_CPUS; what <= KPROF_HITS; what++)
        CHECK_FAILS(kprof(what, kprof_hit, 1), EBUSY);
    CHECK_EQ(IN_CHILD(others_cannot()), 0);
    load(2);
    CHECK_EQ(kprof(KPROF_STOP, NULL, 0), 0);
    CHECK_FAILS(kprof(KPROF_START, NULL, 0), EBUSY);
    CHECK_EQ(IN_CHILD(others_cannot()), 0);
    for (int what = KPROF_CPUS; what <= KPROF_HITS; what++) {
        CHECK_FAILS(kprof(what, nowhere(), 1), EFAULT);
        ssize_t n = kprof(what, NULL, 0);
        CHECK(n > 0);
        memset(kprof_hit, 0x55, sizeof(kprof_hit));
        CHECK_EQ(kprof(what, kprof_hit, 1), n); /* one is stored */
        CHECK_EQ(((unsigned char *)kprof_hit)[entry_nbytes[what]], 0x55);
    }
    kprof_read();
    kprof_check_sums();
    struct kprof_cpu before = kprof_total;
    load(1);
    CHECK_EQ(kprof(KPROF_STOP, NULL, 0), 0); /* it has stopped already */
    kprof_read();
    kprof_check_sums();
    CHECK_EQ(memcmp(&before, &kprof_total, sizeof(before)), 0);
    CHECK_EQ(kprof(KPROF_FREE, NULL, 0), 0);
    CHECK_FAILS(kprof(KPROF_FREE, NULL, 0), EPERM);
    kprof_begin(); /* begins anew */
    CHECK_EQ(kprof(KPROF_FREE, NULL, 0), 0);
    return 0;
}
