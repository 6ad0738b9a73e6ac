/* The call below pthread_create: the new thread's registers, what it refuses, a thread without a
 * usable stack, and the word that thread_exit clears. */
/* machine: cpus=2 */
#include "child.h"
#include <time.h>

tid_t __thread_create(void (*entry)(void *), void *arg, void *stack_top, void *tls);
_Noreturn void __thread_exit(int *clear);
int __futex_wait(int *word, int expected, const struct timespec *timeout);

static char stack[4 * PAGE_SIZE] __attribute__((aligned(16)));
static char tls[64] __attribute__((aligned(16)));
static uint64_t seen_sp, seen_arg, seen_fs, seen_tid;
static int alive;

__asm__(".pushsection .text\n"
        "thread_begins: mov %rsp, %rsi\n"
        "mov %fs:8, %rdx\n"
        "jmp noted_at\n"
        ".popsection\n");
extern char thread_begins[];

void noted_at(uint64_t arg, uint64_t sp, uint64_t fs_word);
void noted_at(uint64_t arg, uint64_t sp, uint64_t fs_word)
{
    seen_arg = arg;
    seen_sp = sp;
    seen_fs = fs_word;
    seen_tid = gettid();
    __thread_exit(&alive);
}

static void wait_for_it(void)
{
    while (__atomic_load_n(&alive, __ATOMIC_ACQUIRE))
        __futex_wait(&alive, 1, NULL);
}

static void registers(void)
{
    *(uint64_t *)(tls + 8) = 0x1234;
    alive = 1;
    tid_t tid = __thread_create((void (*)(void *))thread_begins, (void *)0xabcd,
                                stack + sizeof(stack), tls);
    CHECK(tid > 0);
    wait_for_it();
    CHECK_EQ(seen_arg, 0xabcd);
    CHECK_EQ(seen_sp, (uintptr_t)stack + sizeof(stack) - 8);
    CHECK_EQ(seen_fs, 0x1234);
    CHECK_EQ(seen_tid, tid);
    CHECK(gettid() != tid);
}

static void refused(void)
{
    void (*entry)(void *) = (void (*)(void *))thread_begins;
    CHECK_FAILS(__thread_create(entry, NULL, stack + 8, tls), EINVAL);
    CHECK_FAILS(__thread_create(entry, NULL, NULL, tls), EINVAL);
    CHECK_FAILS(__thread_create(entry, NULL, (void *)0xffff800000001000, tls), EINVAL);
    CHECK_FAILS(__thread_create(entry, NULL, stack + 16, (void *)0x800000000000), EINVAL);
    CHECK_FAILS(__thread_create((void (*)(void *))0xffffffff80100000, NULL, stack + 16, tls),
                EINVAL);
    CHECK_FAILS(__thread_create((void (*)(void *))0x800000000000, NULL, stack + 16, tls), EINVAL);
}

static void wait_for_end(tid_t tid)
{
    CHECK(tid > 0);
    pause();
}

/* They fault at their first step, and that ends their process alone. */
static void bad_threads(void)
{
    void (*entry)(void *) = (void (*)(void *))thread_begins;
    void (*bad_entry)(void *) = (void (*)(void *))16;
    CHECK_KILLED(IN_CHILD(wait_for_end(__thread_create(bad_entry, NULL, stack + 4096, tls))),
                 SIGSEGV);
    CHECK_KILLED(IN_CHILD(wait_for_end(__thread_create(entry, NULL, (void *)4096, tls))), SIGSEGV);
    CHECK_KILLED(IN_CHILD(wait_for_end(__thread_create(entry, NULL, stack + 4096, NULL))), SIGSEGV);
}

/* A bad word to clear affects no other thread. */
static void bad_words(void)
{
    int *read_only = (int *)map_memory(PAGE_SIZE, PROT_READ);
    CHECK_EQ(IN_CHILD(__thread_exit(NULL)), 0);
    CHECK_EQ(IN_CHILD(__thread_exit(nowhere())), 0);
    CHECK_EQ(IN_CHILD(__thread_exit((int *)0xffff800000000000)), 0);
    CHECK_EQ(IN_CHILD(__thread_exit((int *)0x7ffffffff000)), 0);
    CHECK_EQ(IN_CHILD(__thread_exit(read_only)), 0);
    CHECK_EQ(*read_only, 0);
}

int main(void)
{
    registers();
    refused();
    bad_threads();
    bad_words();
    return 0;
}
