/*
 * The witness records where the ticks of one machine really came, for the grader (doc/course).
 *
 * The kernel in the machine cannot change this record:
 *
 *     instructions N       the instructions that all CPUs executed
 *     time N               these and the time in which all CPUs waited, as instructions
 *     verdict complete     the machine ended,
 *     verdict over         or was stopped, as its time was over the budget,
 *     verdict idle         or all CPUs were waiting then, or the machine was put to sleep
 *     verdict broken       or QEMU itself ended: written before the first instruction
 *     cpu K pc HEX         the last block of code that each CPU began; its HLT, if it waits
 *     tick PC COUNT        ticks between the marks, by the user pc that the thread goes back to
 *
 * The ticks.  The clock calls prof_tick() for each.  A tick belongs to the running thread, and to
 * the pc of the first instruction in user mode that this thread executes next, on any CPU, after
 * any number of other threads (threads.h).  So the witness reads no memory or register of the
 * machine.
 *
 * The marks are NOPs that a program executes in user mode (labs/witness.h).
 *
 * The end.  Under -icount QEMU's virtual clock counts executed instructions, and when all CPUs are
 * idle it jumps to the next timer.  So a timer of that clock, set to the end of the budget, goes
 * off after exactly that much work or waiting.  It does so even in an endless loop with interrupts
 * off, or in a machine that nothing will wake.  The interface of plugins has no clock.  We take
 * QEMU's, and its count of executed instructions, which QEMU exports for its modules.
 *
 * A machine that ends itself, through isa-debug-exit, goes on for a few instructions before QEMU
 * 9.1 and newer end.  These differ from run to run, and waiting in HLT may use up the budget.  So
 * the record is written when QEMU translates the first block after the OUT: the kernel executes
 * that block once, and the clock can be read during a translation.
 *
 * Without -icount none of this would be exact.  With it, all CPUs run in turns in one host thread,
 * so the state is plain.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>

#include "plugin.h"
#include "threads.h"

#define CPUS_MAX    64
#define PLACES      4096 /* in the first size of a table */
#define HANG        124  /* QEMU's status at the end of the budget */
#define MARK_NBYTES 7
#define BUDGET_MAX  (1ull << 54) /* fits into a time in ns, at 2^8 ns an instruction */

/* The arguments, each NAME=VALUE. */
static struct {
    const char *out;       /* file for the record */
    uint64_t budget;       /* of time, in instructions */
    uint64_t tick;         /* prof_tick() */
    uint64_t switched;     /* the last POP of the kernel's context_switch() */
    uint64_t thread_start; /* context_start() */
} arg;

struct thread {
    uint64_t owed; /* its ticks between the marks, until it goes back to user mode */
};

static struct cpu {
    struct thread *current;
    uint64_t pc;
    bool is_halted;
} cpus[CPUS_MAX];

static struct thread threads[THREADS_MAX], boot[CPUS_MAX];
static bool is_open; /* between the marks */

/* ---- ticks by pc ---- */

struct place {
    uint64_t pc;
    uint64_t count; /* 0: an unused entry */
};

static struct table {
    struct place *places;
    size_t size, used;
} ticks;

static void count_at(struct table *table, uint64_t pc, uint64_t count);

static void grow(struct table *table)
{
    struct table old = *table;

    table->size = old.size ? 2 * old.size : PLACES;
    table->used = 0;
    table->places = calloc(table->size, sizeof(*table->places));
    if (!table->places)
        fail("no memory for the ticks", "");
    for (size_t i = 0; i < old.size; i++)
        if (old.places[i].count > 0)
            count_at(table, old.places[i].pc, old.places[i].count);
    free(old.places);
}

static void count_at(struct table *table, uint64_t pc, uint64_t count)
{
    if (2 * table->used >= table->size)
        grow(table);
    size_t at = pc % table->size;
    while (table->places[at].count > 0 && table->places[at].pc != pc)
        at = (at + 1) % table->size;
    table->used += table->places[at].count == 0;
    table->places[at].pc = pc;
    table->places[at].count += count;
}

/* ---- while it runs ---- */

static void *const *current_cpu;   /* of QEMU: the running CPU, in the host thread of the CPUs */
static void *(*cpu_of)(int index); /* of QEMU */

/* The running CPU: newer QEMUs may call our functions with another CPU's number. */
static struct cpu *this_cpu(void)
{
    static void *last;
    static int index;

    if (*current_cpu != last) {
        last = *current_cpu;
        for (index = 0; index < CPUS_MAX - 1 && cpu_of(index) != last; index++)
            ;
    }
    return &cpus[index];
}

static void begin_block(unsigned number, void *data)
{
    struct cpu *cpu = this_cpu();

    (void)number;
    cpu->pc = (uint64_t)(uintptr_t)data;
    cpu->is_halted = false;
}

static void user_block(unsigned number, void *data)
{
    struct cpu *cpu = this_cpu();
    struct thread *thread = cpu->current;

    begin_block(number, data);
    if (thread->owed > 0) {
        count_at(&ticks, cpu->pc, thread->owed);
        thread->owed = 0;
    }
}

static void on_halt(unsigned number, void *data)
{
    begin_block(number, data);
    this_cpu()->is_halted = true;
}

static void on_tick(unsigned number, void *data)
{
    (void)number, (void)data;
    this_cpu()->current->owed += is_open;
}

static void on_switch(unsigned number, uint32_t kind, uint64_t address, void *data)
{
    (void)number, (void)kind, (void)data;
    this_cpu()->current = &threads[thread_of(address)];
}

/* A new thread may have the stack of one that has ended. */
static void on_thread_start(unsigned number, void *data)
{
    (void)number, (void)data;
    *this_cpu()->current = (struct thread){.owed = 0};
}

static void on_begin(unsigned number, void *data)
{
    (void)number, (void)data;
    is_open = true;
}

static void on_end(unsigned number, void *data)
{
    (void)number, (void)data;
    is_open = false;
}

/* ---- to the end ---- */

enum { CLOCK_VIRTUAL = 1, SCALE_NS = 1 };

static int64_t (*count_executed)(void);
static int64_t (*clock_get_ns)(int clock);
static int64_t (*instructions_to_ns)(int64_t count);
static void (*timer_init)(void *timer, void *group, int clock, int scale, int attributes,
                          void (*func)(void *), void *data);
static void (*timer_set_ns)(void *timer, int64_t at_ns);

/* QEMU's Notifier */
struct notifier {
    void (*notify)(struct notifier *notifier, void *data);
    void *links[2]; /* of QEMU's list */
};

static void (*add_suspend_notifier)(struct notifier *notifier);

static void *of_qemu(const char *name)
{
    void *func = dlsym(RTLD_DEFAULT, name);
    if (!func)
        fail("this QEMU does not let plugins call ", name);
    return func;
}

static void write_record(const char *verdict)
{
    FILE *file = fopen(arg.out, "w");

    if (!file)
        fail("cannot write ", arg.out);
    fprintf(file, "instructions %llu\ntime %llu\nverdict %s\n",
            (unsigned long long)count_executed(),
            (unsigned long long)(clock_get_ns(CLOCK_VIRTUAL) / instructions_to_ns(1)), verdict);
    for (unsigned i = 0; i < CPUS_MAX; i++)
        if (cpus[i].pc != 0)
            fprintf(file, "cpu %u pc %llx\n", i, (unsigned long long)cpus[i].pc);
    for (size_t i = 0; i < ticks.size; i++)
        if (ticks.places[i].count > 0)
            fprintf(file, "tick %llx %llu\n", (unsigned long long)ticks.places[i].pc,
                    (unsigned long long)ticks.places[i].count);
    if (fclose(file) != 0)
        fail("cannot write ", arg.out);
}

static bool is_ending, is_over;

/* The kernel writes to isa-debug-exit. */
static void on_poweroff(unsigned number, void *data)
{
    (void)number, (void)data;
    is_ending = true;
}

static void on_exit_of_qemu(void)
{
    if (!is_over)
        write_record("complete");
    is_over = true;
}

static void on_budget(void *data)
{
    bool is_idle = true;

    (void)data;
    if (is_over)
        return;
    for (unsigned i = 0; i < CPUS_MAX; i++)
        is_idle = is_idle && (cpus[i].pc == 0 || cpus[i].is_halted);
    write_record(is_idle ? "idle" : "over");
    _Exit(HANG);
}

/* ACPI's suspend stops QEMU's virtual clock, and nothing would wake the machine. */
static void on_suspend(struct notifier *notifier, void *data)
{
    (void)notifier, (void)data;
    write_record("idle");
    _Exit(HANG);
}

/* Called before the first instruction: when QEMU loads the plugin, it takes no timer yet. */
static void set_timer(void)
{
    static uint64_t timer[32]; /* more than a QEMUTimer takes */
    static struct notifier suspend = {.notify = on_suspend};
    static bool is_set;

    if (is_set)
        return;
    is_set = true;
    current_cpu = of_qemu("current_cpu"); /* of this host thread */
    write_record("broken");
    add_suspend_notifier(&suspend);
    timer_init(timer, NULL, CLOCK_VIRTUAL, SCALE_NS, 0, on_budget, NULL);
    timer_set_ns(timer, instructions_to_ns((int64_t)arg.budget));
}

/* ---- translation ---- */

static bool is_code(const struct qemu_plugin_insn *insn, const char *code, size_t nbytes)
{
    unsigned char bytes[INSN_MAX];

    return insn_bytes(insn, bytes) == nbytes && memcmp(bytes, code, nbytes) == 0;
}

static void watch_user(struct qemu_plugin_insn *insn)
{
    static const struct {
        const char *code; /* nopl 0x7a11b001(%rax), and so on */
        plugin_on_execution *func;
    } marks[] = {
        {"\x0f\x1f\x80\x01\xb0\x11\x7a", on_begin},
        {"\x0f\x1f\x80\x02\xb0\x11\x7a", on_end},
    };

    for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
        if (is_code(insn, marks[i].code, MARK_NBYTES))
            qemu_plugin_register_vcpu_insn_exec_cb(insn, marks[i].func, PLUGIN_NO_REGISTERS, NULL);
}

static void watch_kernel(struct qemu_plugin_insn *insn, uint64_t address)
{
    if (is_code(insn, "\xe7\xf4", 2)) /* OUT to port 0xf4 */
        qemu_plugin_register_vcpu_insn_exec_cb(insn, on_poweroff, PLUGIN_NO_REGISTERS, NULL);
    if (address == arg.tick)
        qemu_plugin_register_vcpu_insn_exec_cb(insn, on_tick, PLUGIN_NO_REGISTERS, NULL);
    if (address == arg.thread_start)
        qemu_plugin_register_vcpu_insn_exec_cb(insn, on_thread_start, PLUGIN_NO_REGISTERS, NULL);
    if (address == arg.switched)
        qemu_plugin_register_vcpu_mem_cb(insn, on_switch, PLUGIN_NO_REGISTERS, PLUGIN_BOTH, NULL);
}

static void translated(struct qemu_plugin_tb *block)
{
    size_t count = qemu_plugin_tb_n_insns(block);
    uint64_t first = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(block, 0));
    bool in_user = first < USER_END;

    set_timer();
    if (is_ending)
        on_exit_of_qemu();
    qemu_plugin_register_vcpu_tb_exec_cb(block, in_user ? user_block : begin_block,
                                         PLUGIN_NO_REGISTERS, (void *)(uintptr_t)first);
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);

        uint64_t address = qemu_plugin_insn_vaddr(insn);

        if (in_user)
            watch_user(insn);
        else
            watch_kernel(insn, address);
        if (is_code(insn, "\xf4", 1)) /* HLT: in the kernel, and in the firmware */
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_halt, PLUGIN_NO_REGISTERS,
                                                   (void *)(uintptr_t)address);
    }
}

int qemu_plugin_install(uint64_t id, const struct plugin_info *info, int argc, char **argv)
{
    const struct argument names[] = {
        {"out", NULL, &arg.out},
        {"budget", &arg.budget, NULL},
        {"tick", &arg.tick, NULL},
        {"switched", &arg.switched, NULL},
        {"thread_start", &arg.thread_start, NULL},
    };

    take_interface(info);
    take_arguments(argc, argv, names, sizeof(names) / sizeof(*names));
    if (!arg.out || arg.budget == 0 || arg.budget > BUDGET_MAX)
        fail("out= and budget= must be given", "");
    *(void **)&cpu_of = of_qemu("qemu_get_cpu");
    *(void **)&count_executed = of_qemu("icount_get_raw");
    *(void **)&clock_get_ns = of_qemu("qemu_clock_get_ns");
    *(void **)&instructions_to_ns = of_qemu("icount_to_ns");
    *(void **)&timer_init = of_qemu("timer_init_full");
    *(void **)&timer_set_ns = of_qemu("timer_mod_ns");
    *(void **)&add_suspend_notifier = of_qemu("qemu_register_suspend_notifier");
    for (unsigned i = 0; i < CPUS_MAX; i++)
        cpus[i].current = &boot[i];
    call_at_translation(id, translated);
    call_at_exit(id, on_exit_of_qemu);
    return 0;
}
