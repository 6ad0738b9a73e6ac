/* prof --folded has a program's paths, from main to the function with the ticks. */
/* machine: det=1 */
#include "child.h"
#include "profstack.h"
#include <stdlib.h>

#define FOLDED "/tmp/folded"
#define APART  __attribute__((noinline))

static volatile int sink;

static APART void work(unsigned long periods)
{
    unsigned long turns = periods * 250000;
    __asm__ volatile("1: loop 1b" : "+c"(turns));
    sink++;
}

static APART void cheap(void)
{
    for (int i = 0; i < 90; i++)
        work(1);
    sink++;
}

static APART void dear(void)
{
    for (int i = 0; i < 10; i++)
        work(30);
    sink++;
}

/* The number behind that path, which has a line of its own. */
static long ticks_of(const char *text, const char *path)
{
    size_t length = strlen(path);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, path, length) == 0 && line[length] == ' ')
            return strtol(line + length, NULL, 10);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static char text[16384];
    if (argc > 1) {
        cheap();
        dear();
        _exit(0);
    }
    char *const words[] = {"prof", "--folded", "--output", FOLDED, argv[0], "work", NULL};
    CHECK_EQ(IN_PROGRAM(execvp("prof", words)), 0);
    FILE *file = fopen(FOLDED, "r");
    CHECK(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    CHECK_IN(ticks_of(text, "main;cheap;work"), 85, 95);
    CHECK_IN(ticks_of(text, "main;dear;work"), 290, 310);
    return 0;
}
