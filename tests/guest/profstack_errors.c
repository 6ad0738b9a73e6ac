/* profstack: each wrong argument gives its errno and changes nothing, but for memory that is not
 * writable, which turns profiling off. */
/* manual: profstack, DESCRIPTION: off */
/* manual: profstack, ERRORS: einval efault */
/* machine: det=1 */
#include "child.h"
#include "profstack.h"

static unsigned short counters[2];

/* The profile of before is on, and counts. */
static void check_unchanged(void)
{
    uint64_t serial = prof_now().ps_serial, counted = prof_now().ps_counted;
    prof_burn(5);
    CHECK_EQ(prof_now().ps_state, PROF_ON);
    CHECK_EQ(prof_now().ps_serial, serial);
    CHECK(prof_now().ps_counted >= counted + 4);
    CHECK(counters[0] >= counted + 4);
}

static void check_invalid(void *buf, size_t nbytes, unsigned depth)
{
    CHECK_FAILS(profstack(buf, nbytes, depth), EINVAL);
    check_unchanged();
}

static void check_fault(void *buf, size_t nbytes)
{
    CHECK_EQ(profil(counters, 2, TEXT_START, 1), 0);
    CHECK_FAILS(profstack(buf, nbytes, 1), EFAULT);
    CHECK_EQ(prof_now().ps_state, PROF_OFF);
    CHECK_EQ(prof_now().ps_reason, PROF_FAULT);
}

int main(void)
{
    char *pages = map_memory(2 * PAGE_SIZE, PROT_READ | PROT_WRITE);
    CHECK_EQ(mprotect(pages + PAGE_SIZE, PAGE_SIZE, PROT_READ), 0);
    CHECK_EQ(profil(counters, 2, TEXT_START, 1), 0);
    check_invalid(buffer, sizeof(buffer), 0);
    check_invalid(buffer, sizeof(buffer), PROF_STACK_MAX + 1);
    check_invalid(buffer, sizeof(buffer), -1u);
    check_invalid((char *)buffer + 4, 800, 1);
    check_invalid((char *)buffer + 1, 800, 1);
    check_invalid(buffer, 7, 1);
    CHECK_EQ(buffer[0], 0);

    check_fault(NULL, 8);
    check_fault(pages, PAGE_SIZE + 1);
    check_fault(pages + PAGE_SIZE, 8);
    check_fault(pages, (size_t)-8);
    check_fault((void *)(1ul << 63), 8);
    check_fault((void *)-8ul, 8);
    CHECK_EQ(profstack(pages, PAGE_SIZE, 1), 0);
    uint64_t used = *(uint64_t *)pages; /* a tick may have come in between */
    CHECK(used == PROF_STACKS_START ||
          used == PROF_STACKS_START + sizeof(struct prof_stack) + sizeof(uint64_t));
    CHECK_EQ(profstack((char *)1, 0, 0), 0); /* off, whatever the rest */
    CHECK_EQ(prof_now().ps_reason, PROF_CALL);
    return 0;
}
