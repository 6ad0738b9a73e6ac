/*
 * skid: time that must not slide from one function into the next.
 *
 *     skid TIMES
 *
 * A long straight line of additions calls a function that is only a RET.  A clock that notices an
 * interrupt only at the end of a block, or charges the code behind the interrupted instruction,
 * gives that function many times its 1 in 204.  It is in assembly, so that a compiler cannot change
 * how often each instruction is executed: TIMES times.
 */
#include <stdio.h>
#include <stdlib.h>

void add_straight(unsigned long times);
void lone_return(void);

__asm__(".text\n"
        ".type add_straight, @function\n"
        "add_straight:\n"
        ".rept 200\n"
        "add $1, %rax\n"
        ".endr\n"
        "call lone_return\n"
        "dec %rdi\n"
        "jnz add_straight\n"
        "ret\n"
        ".size add_straight, . - add_straight\n"
        ".type lone_return, @function\n"
        "lone_return:\n"
        "ret\n"
        ".size lone_return, . - lone_return\n");

int main(int argc, char **argv)
{
    unsigned long times = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;

    if (times == 0) {
        fprintf(stderr, "usage: skid TIMES\n");
        return 2;
    }
    add_straight(times);
    return 0;
}
