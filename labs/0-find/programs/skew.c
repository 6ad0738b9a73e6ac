/* skew ID: a function that does nearly all the work, and jumps to one of four that do next to
 * nothing; which of them is the id's own. */
#include "../id.h"
#include <stdio.h>

#define TURNS 1000000 /* of some 310 instructions: 1200 ticks */

#define FUNCTION(name, code)                                     \
    ".balign 64\n"                                /* line */     \
    ".type " name ", @function\n" name ":\n" code /* its only */ \
    ".size " name ", . - " name "\n"

__asm__(".pushsection .text\n" FUNCTION("carry", ".rept 300\n addq $1, %rax\n .endr\n jmp *%rdi\n")
            FUNCTION("north", "ret\n") FUNCTION("east", "ret\n") FUNCTION("south", "ret\n")
                FUNCTION("west", "ret\n") ".popsection\n");

void carry(void (*next)(void));
void north(void);
void east(void);
void south(void);
void west(void);

int main(int argc, char **argv)
{
    static void (*const all[])(void) = {north, east, south, west};

    id_begin(argc, argv);
    void (*next)(void) = all[id_next() % 4];
    for (unsigned i = 0; i < TURNS; i++)
        carry(next);
    printf("done, %s\n", argv[1]);
    return 0;
}
