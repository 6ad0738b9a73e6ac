#include "numbers.h"

#include "prof.h"
#include "stacks.h"

struct numbers numbers_begin(const struct program *program, unsigned first)
{
    size_t symbols = program->count + program->inlined.node_count;
    size_t nbytes = (symbols + 2) * sizeof(unsigned);

    return (struct numbers){.program = program,
                            .number = memset(tool_alloc(NULL, nbytes), 0, nbytes),
                            .symbols = symbols,
                            .last = first};
}

unsigned numbers_get(struct numbers *numbers, const struct symbol *symbol, const char *name,
                     bool *is_new)
{
    size_t i = symbol ? (size_t)(symbol - numbers->program->symbols)
                      : numbers->symbols + (strcmp(name, NO_SYMBOL) == 0);

    *is_new = numbers->number[i] == 0;
    if (*is_new)
        numbers->number[i] = ++numbers->last;
    return numbers->number[i] - 1;
}

void numbers_free(struct numbers *numbers)
{
    free(numbers->number);
}
