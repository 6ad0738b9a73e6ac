#include "machine.h"

#include <abi/prof.h>

#include "find.h"
#include "prof.h"

#define MARK "_[k]" /* behind the kernel's functions, as flame graphs have it */

static struct program kernel_of(const struct kprof_symbol *symbols, size_t count)
{
    struct program kernel = {.symbols = tool_alloc(NULL, (count + 1) * sizeof(*kernel.symbols)),
                             .count = count};

    for (size_t i = 0; i < count; i++) {
        size_t nbytes = strlen(symbols[i].ks_name) + sizeof(MARK);
        char *name = tool_alloc(NULL, nbytes);
        uint64_t end = i + 1 < count ? symbols[i + 1].ks_start : UINT64_MAX;

        snprintf(name, nbytes, "%s" MARK, symbols[i].ks_name);
        kernel.symbols[i] = (struct symbol){
            .low = symbols[i].ks_start, .high = end, .name = name, .same = &kernel.symbols[i]};
    }
    return kernel;
}

static void read_part(struct part *part, const char *path)
{
    const char *slash = strrchr(path, '/');
    char found[PATH_MAX];
    if (strcmp(slash ? slash + 1 : path, part->name) == 0)
        snprintf(found, sizeof(found), "%s", path);
    else if (find_program(part->name, found) != 0)
        return;
    const char *problem;
    if (program_read(found, &part->program, &problem) == 0)
        part->path = strdup(found);
}

struct machine machine_make(const struct kprof_program *programs, size_t count,
                            const struct kprof_frame *frames, size_t frame_count,
                            const struct kprof_symbol *symbols, size_t symbol_count,
                            const char *path)
{
    struct machine machine = {.kernel = kernel_of(symbols, symbol_count),
                              .parts = tool_alloc(NULL, (count + 1) * sizeof(*machine.parts)),
                              .count = count,
                              .frames = frames,
                              .frame_count = frame_count};
    uint32_t most = 0;

    for (size_t i = 0; i < frame_count; i++)
        most = frames[i].kf_number > most ? frames[i].kf_number : most;
    machine.numbered = tool_alloc(NULL, ((size_t)most + 1) * sizeof(*machine.numbered));
    for (size_t i = 0; i < frame_count; i++)
        machine.numbered[frames[i].kf_number] = &frames[i];
    for (size_t i = 0; i < count; i++) {
        machine.parts[i] = (struct part){.name = programs[i].kp_name, .path = ""};
        read_part(&machine.parts[i], path);
    }
    return machine;
}

/* The stack that ends at a frame; returns whose it is. */
static struct part *take_stack(const struct machine *machine, const struct kprof_frame *frame,
                               struct prof_stack *stack)
{
    *stack = (struct prof_stack){.ps_ticks = frame->kf_ticks};
    for (; frame->kf_caller; frame = machine->numbered[frame->kf_caller])
        if (frame->kf_pc == KPROF_CUT)
            stack->ps_flags = PROF_STACK_CUT;
        else
            stack->ps_pc[stack->ps_depth++] = frame->kf_pc;
    return &machine->parts[frame->kf_pc];
}

void machine_add(struct machine *machine, struct stacks *all, bool kernel_only)
{
    uint64_t buffer[sizeof(struct prof_stack) / sizeof(uint64_t) + PROF_STACK_MAX];
    struct prof_stack *stack = (struct prof_stack *)buffer;

    for (size_t i = 0; i < machine->frame_count; i++) {
        if (machine->frames[i].kf_ticks == 0)
            continue;
        struct part *part = take_stack(machine, &machine->frames[i], stack);
        uint64_t pc = stack->ps_pc[0];
        if (kernel_only && !program_is_kernel(pc))
            continue;
        part->program.kernel = &machine->kernel;
        if (all) {
            stacks_enter(all, &part->program, stack, part->name);
        } else {
            stacks_enter(&part->stacks, &part->program, stack, NULL);
            profile_add_ticks(&part->profile, pc, pc + 1, stack->ps_ticks);
        }
    }
}
