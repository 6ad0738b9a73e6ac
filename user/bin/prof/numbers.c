#include "numbers.h"

#include "prof.h"
#include "stacks.h"

struct numbers numbers_begin(const struct program *program, unsigned first)
{
    size_t symbols = program->count + program->inlined.node_count;
    size_t kernels = program->kernel ? program->kernel->count : 0;
    size_t nbytes = (symbols + 2 + kernels) * sizeof(unsigned);

    return (struct numbers){.program = program,
                            .number = memset(tool_alloc(NULL, nbytes), 0, nbytes),
                            .symbols = symbols,
                            .last = first};
}

unsigned numbers_get(struct numbers *numbers, const struct symbol *symbol, const char *name,
                     bool *is_new)
{
    const struct program *program = numbers->program;
    size_t i = numbers->symbols;

    if (!symbol)
        i += strcmp(name, NO_SYMBOL) == 0;
    else if (program->kernel && program_is_kernel(symbol->low) && symbol->low != UINT64_MAX)
        i += 2 + (size_t)(symbol - program->kernel->symbols);
    else
        i = (size_t)(symbol - program->symbols);
    *is_new = numbers->number[i] == 0;
    if (*is_new)
        numbers->number[i] = ++numbers->last;
    return numbers->number[i] - 1;
}

void numbers_free(struct numbers *numbers)
{
    free(numbers->number);
}
