/* Laying out thread-local variables: the linker's initial image, then the thread's block. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "image.h"
#include "thread.h"

#define BLOCK_ALIGN 16u
#define FIRST_BYTES (sizeof(struct __thread_block) + 256)

/* Enough for a few variables of the program; bigger ones are mapped. */
static char first[FIRST_BYTES] __attribute__((aligned(BLOCK_ALIGN)));

static size_t tls_align(const struct elf_segment *s)
{
    return s && s->align > BLOCK_ALIGN ? s->align : BLOCK_ALIGN;
}

/* align: a power of two. */
static uintptr_t round_up(uintptr_t n, size_t align)
{
    return (n + align - 1) & -align;
}

size_t __tls_nbytes(void)
{
    const struct elf_segment *s = __image_segment(PT_TLS);
    size_t align = tls_align(s), vars = s ? s->memsz : 0;

    return round_up(vars, align) + sizeof(struct __thread_block) + align;
}

struct __thread_block *__tls_place(void *mem)
{
    const struct elf_segment *s = __image_segment(PT_TLS);
    size_t align = tls_align(s), vars = s ? s->memsz : 0;
    uintptr_t at = round_up((uintptr_t)mem + vars, align);
    struct __thread_block *t = (void *)at;

    if (s) {
        /* Offsets count down from the block, by the image's size rounded to its alignment. */
        memcpy((char *)at - round_up(vars, s->align), (const void *)s->vaddr, s->filesz);
    }
    t->self = t;
    t->alive = 1;
    return t;
}

void __tls_start(void)
{
    size_t n = __tls_nbytes();
    void *mem = first;

    if (n > sizeof(first)) {
        mem = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mem == MAP_FAILED)
            __exit(127); /* without errno no message is possible */
    }
    __set_tls(__tls_place(mem));
}
