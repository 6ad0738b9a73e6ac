/* The contract is arch/callstack.h; doc/tick.md, "How a stack is found", says it for programs.
 */
#include "arch/callstack.h"
#include "arch/usercopy.h"
#include "core/irq.h"
#include "core/panic.h"
#include <abi/signal.h>
#include <stddef.h>

/* Yours in lab 5: its handout, steps 4 to 7. */
unsigned callstack_read(const struct user_place *place, uint64_t restorer, uint64_t *pcs,
                        unsigned max, bool *cut)
{
    assert(irq_is_held());
    (void)restorer, (void)max;
    pcs[0] = place->pc;
    *cut = true;
    return 1;
}
