/*
 * The ruler: counts every instruction that QEMU executes for one profiled program.
 *
 * What a count means is what a tick of profil(2) means (doc/tick.md): an instruction of the
 * program counts at its own pc, an instruction of the kernel at the pc that its thread then goes
 * back to.  A signal changes that pc (go_on_at()): what came before counts where the program's last
 * block began.  Time under -icount is instructions, so the shares of these counts are what the
 * shares of the ticks estimate.  tools/ruler/ruler.py compares the two; doc/ruler.md says what is
 * exact.
 *
 * Translation.  If a block's bytes are the program's text at that address, each of its instructions
 * adds 1 to a counter of that instruction.  Each instruction of the kernel adds 1 to `pending`.
 * Each instruction is counted, not each block: an interrupt, a fault or the end of QEMU's budget of
 * instructions may cut a block short.
 *
 * Whose instructions?  Programs overlap, and several may hold the same library code at one address;
 * a fork's child even has the same pages.  So the thread decides (threads.h).  The program's first
 * thread is the one in which the kernel first begins a record (prof_record_begin()).  A thread that
 * begins later anywhere in the program's text is also the program's, unless it begins just after a
 * SYSCALL: that is a fork's child.  The window closes when the kernel ends a record
 * (prof_record_end()) in one of these threads.
 *
 * Threads change, and the window opens and closes, only in the kernel (or at an instruction that is
 * watched), so a block of the program needs to look at `pending` only.
 *
 * One CPU only.  All state is plain, as QEMU runs it on one host thread.
 */
#include <stdbool.h>

#include "plugin.h"
#include "threads.h"

/* The arguments, each NAME=VALUE. */
static struct {
    const char *text;      /* file with the bytes of the program's text, */
    uint64_t low;          /* which is loaded here */
    uint64_t begin;        /* prof_record_begin() */
    uint64_t end;          /* prof_record_end() */
    uint64_t switched;     /* the last POP of the kernel's context_switch() */
    uint64_t thread_start; /* context_start() */
    uint64_t page_fault;   /* the first instruction for a page fault */
    uint64_t go_on_at;     /* where a handler of a signal is entered or left */
    const char *out;       /* file for the counts */
} arg;

static unsigned char *text;
static uint64_t text_nbytes;

/* The indices of the counters to which instructions add. */
enum { PENDING, LIVE }; /* LIVE is the first of text_nbytes */

static uint64_t *pending; /* the kernel's instructions for the current thread, not yet charged */

/* A counter for each byte of the text, used if an instruction begins at that byte. */
static uint64_t *live;          /* of any thread, since the last fold() */
static uint64_t *user, *kernel; /* of the program, and of the kernel for it */
static uint64_t outside;        /* the program's instructions at other addresses */

enum kind { OTHER, FRESH, OURS };

struct thread {
    enum kind kind;
    uint64_t pending; /* while it does not run */
    uint64_t at;      /* the byte of the text at which its last block began */
};

static struct thread threads[THREADS_MAX], boot, *current = &boot;
static enum { BEFORE, OPEN, OVER } window;
static bool counting; /* live is of the program's threads */
static bool faulted;  /* the kernel was entered by a page fault */

/* ---- whose instructions ---- */

static void fold(bool ours)
{
    for (uint64_t at = 0; at < text_nbytes; at++) {
        if (ours)
            user[at] += live[at];
        live[at] = 0;
    }
}

/* From here on the current thread's instructions in the text are the program's, or not. */
static void count_as(bool ours)
{
    if (ours == counting)
        return;
    fold(counting);
    counting = ours;
}

static bool is_ours(void)
{
    return window == OPEN && current->kind == OURS;
}

static bool behind_syscall(uint64_t at)
{
    return at >= 2 && text[at - 2] == 0x0f && text[at - 1] == 0x05;
}

/* The current thread goes back from the kernel to the text, at this byte of it. */
static void enter_text(uint64_t at)
{
    if (current->kind == FRESH)
        current->kind = window == OPEN && !behind_syscall(at) ? OURS : OTHER;
    count_as(is_ours());
    if (counting) {
        kernel[at] += *pending;
        /* The faulting instruction was counted, unless its fetch failed, and is executed again. */
        if (faulted && live[at] + user[at] > 0)
            live[at]--;
    }
    *pending = 0;
    faulted = false;
}

static void text_block(unsigned cpu, void *data)
{
    (void)cpu;
    current->at = (uint64_t)(uintptr_t)data;
    if (*pending > 0)
        enter_text(current->at);
}

static void other_block(unsigned cpu, void *data)
{
    (void)cpu;
    if (current->kind == FRESH)
        current->kind = OTHER;
    if (is_ours())
        outside += *pending + (uint64_t)(uintptr_t)data;
    *pending = 0;
    faulted = false;
}

/* ---- at watched instructions ---- */

static void on_begin(unsigned cpu, void *data)
{
    (void)cpu, (void)data;
    if (window == BEFORE) {
        window = OPEN;
        current->kind = OURS;
        *pending = 0;
    }
}

static void on_end(unsigned cpu, void *data)
{
    (void)cpu, (void)data;
    if (is_ours()) {
        count_as(false);
        window = OVER;
    }
}

static void on_page_fault(unsigned cpu, void *data)
{
    (void)cpu, (void)data;
    if (*pending == 0)
        faulted = true; /* in user mode */
    else
        (*pending)--; /* in the kernel: the faulting instruction is executed again */
}

static void on_thread_start(unsigned cpu, void *data)
{
    (void)cpu, (void)data;
    current->kind = FRESH;
    *pending = 0;
}

static void on_go_on_at(unsigned cpu, void *data)
{
    (void)cpu, (void)data;
    if (is_ours())
        kernel[current->at] += *pending;
    *pending = 0;
    faulted = false;
}

static void on_switch(unsigned cpu, uint32_t kind, uint64_t address, void *data)
{
    (void)cpu, (void)kind, (void)data;
    current->pending = *pending;
    current = &threads[thread_of(address)];
    *pending = current->pending;
}

/* ---- translation ---- */

static bool is_text(const struct qemu_plugin_tb *block, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
        uint64_t at = qemu_plugin_insn_vaddr(insn) - arg.low;
        unsigned char bytes[INSN_MAX];
        size_t nbytes = insn_bytes(insn, bytes);

        if (at >= text_nbytes || nbytes > text_nbytes - at || memcmp(text + at, bytes, nbytes) != 0)
            return false;
    }
    return true;
}

static void watch(struct qemu_plugin_insn *insn, uint64_t address)
{
    const struct {
        uint64_t address;
        plugin_on_execution *func;
    } places[] = {
        {arg.begin, on_begin},
        {arg.end, on_end},
        {arg.page_fault, on_page_fault},
        {arg.go_on_at, on_go_on_at},
        {arg.thread_start, on_thread_start},
    };

    for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
        if (places[i].address == address)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, places[i].func, PLUGIN_NO_REGISTERS, NULL);
    if (address == arg.switched)
        qemu_plugin_register_vcpu_mem_cb(insn, on_switch, PLUGIN_NO_REGISTERS, PLUGIN_BOTH, NULL);
}

static void translated(struct qemu_plugin_tb *block)
{
    size_t count = qemu_plugin_tb_n_insns(block);
    uint64_t first = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0));
    bool in_kernel = first >= USER_END, in_text = !in_kernel && is_text(block, count);

    pending = counters() + PENDING;
    live = counters() + LIVE;
    if (in_text)
        qemu_plugin_register_vcpu_tb_exec_cb(block, text_block, PLUGIN_NO_REGISTERS,
                                             (void *)(uintptr_t)(first - arg.low));
    else if (!in_kernel)
        qemu_plugin_register_vcpu_tb_exec_cb(block, other_block, PLUGIN_NO_REGISTERS,
                                             (void *)(uintptr_t)count);
    for (size_t i = 0; (in_kernel || in_text) && i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
        uint64_t address = qemu_plugin_insn_vaddr(insn);

        watch(insn, address);
        count_inline(insn, in_kernel ? PENDING : LIVE + (address - arg.low));
    }
}

/* ---- from start to end ---- */

static void write_counts(void)
{
    FILE *file = fopen(arg.out, "w");

    if (!file)
        fail("cannot write ", arg.out);
    if (live) /* something was executed */
        fold(counting);
    for (uint64_t at = 0; at < text_nbytes; at++)
        if (user[at] > 0 || kernel[at] > 0)
            fprintf(file, "%llx %llu %llu\n", (unsigned long long)(arg.low + at),
                    (unsigned long long)user[at], (unsigned long long)kernel[at]);
    fprintf(file, "outside %llu\n%s\n", (unsigned long long)outside,
            window == OVER   ? "complete"
            : window == OPEN ? "not finished"
                             : "not begun");
    if (fclose(file) != 0)
        fail("cannot write ", arg.out);
}

static void read_text(void)
{
    FILE *file = fopen(arg.text, "rb");
    long nbytes = -1;

    if (file && fseek(file, 0, SEEK_END) == 0)
        nbytes = ftell(file);
    if (nbytes <= 0 || fseek(file, 0, SEEK_SET) != 0 || !(text = malloc((size_t)nbytes)) ||
        fread(text, 1, (size_t)nbytes, file) != (size_t)nbytes)
        fail("cannot read ", arg.text);
    fclose(file);
    text_nbytes = (uint64_t)nbytes;
    user = calloc(text_nbytes, sizeof(*user));
    kernel = calloc(text_nbytes, sizeof(*kernel));
    if (!user || !kernel)
        fail("no memory for the counters", "");
    counters_new(LIVE + text_nbytes);
}

int qemu_plugin_install(uint64_t id, const struct plugin_info *info, int argc, char **argv)
{
    const struct argument names[] = {
        {"text", NULL, &arg.text},
        {"out", NULL, &arg.out},
        {"low", &arg.low, NULL},
        {"begin", &arg.begin, NULL},
        {"end", &arg.end, NULL},
        {"switched", &arg.switched, NULL},
        {"thread_start", &arg.thread_start, NULL},
        {"page_fault", &arg.page_fault, NULL},
        {"go_on_at", &arg.go_on_at, NULL},
    };

    take_interface(info);
    take_arguments(argc, argv, names, sizeof(names) / sizeof(*names));
    if (!arg.text || !arg.out)
        fail("text= and out= must be given", "");
    read_text();
    call_at_translation(id, translated);
    call_at_exit(id, write_counts);
    return 0;
}
