/* Calls a function that does next to nothing.  For lab 5's handout. */
static __attribute__((noinline)) void leaf(void)
{
    __asm__ volatile("");
}

static __attribute__((noinline)) void caller(void)
{
    for (int i = 0; i < 10000000; i++)
        leaf();
}

int main(void)
{
    caller();
    return 0;
}
