/*
 * basic: runs a program in a small BASIC (see basic.h), a demonstration without one.
 *
 *     basic [-p] [FILE | -]
 *
 * -p: then prints on stderr how many of the clock's ticks each line took, most first.  It does so
 * after ^C as well.
 */
#define TOOL "basic"
#include "../tool.h"

#include "basic.h"

#include <signal.h>

static const char demonstration[] = "100 REM the longest way down to 1 among the first numbers\n"
                                    "110 LET BEST = 0\n"
                                    "120 FOR N = 1 TO 300\n"
                                    "130 X = N\n"
                                    "140 STEPS = 0\n"
                                    "150 GOSUB 500\n"
                                    "160 IF STEPS > BEST THEN GOSUB 600\n"
                                    "170 NEXT N\n"
                                    "180 PRINT WINNER; \" takes \"; BEST; \" steps\"\n"
                                    "200 REM the sieve\n"
                                    "210 DIM GONE(5000)\n"
                                    "220 COUNT = 0\n"
                                    "230 FOR I = 2 TO 5000\n"
                                    "240 IF GONE(I) THEN 290\n"
                                    "250 COUNT = COUNT + 1\n"
                                    "260 FOR J = I TO 5000 STEP I\n"
                                    "270 GONE(J) = 1\n"
                                    "280 NEXT J\n"
                                    "290 NEXT I\n"
                                    "300 PRINT COUNT; \" primes up to 5000\"\n"
                                    "400 END\n"
                                    "500 IF X = 1 THEN RETURN\n"
                                    "510 STEPS = STEPS + 1\n"
                                    "520 IF X MOD 2 = 0 THEN 550\n"
                                    "530 X = 3 * X + 1\n"
                                    "540 GOTO 500\n"
                                    "550 X = X / 2\n"
                                    "560 GOTO 500\n"
                                    "600 BEST = STEPS\n"
                                    "610 WINNER = N\n"
                                    "620 RETURN\n";

static void load_demonstration(void)
{
    for (const char *line = demonstration; *line;) {
        size_t length = strcspn(line, "\n");

        program_add(line, length);
        line += length + 1;
    }
}

static int load(FILE *file, const char *name)
{
    char *line = NULL;
    size_t room = 0;

    (void)name;
    ssize_t n;
    while ((n = getline(&line, &room, file)) >= 0)
        program_add(line, strcspn(line, "\n"));
    free(line);
    return 0;
}

static void interrupted(int sig)
{
    (void)sig;
    run_stop();
}

/* ^C also ends INPUT: its read is not made again. */
static void run_profiled(void)
{
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupted}, NULL);
    profile_start();
    run_program();
}

int main(int argc, char **argv)
{
    int option, profiled = 0;

    while ((option = getopt(argc, argv, "p")) != -1) {
        if (option != 'p')
            tool_usage("[-p] [FILE | -]");
        profiled = 1;
    }
    if (argc - optind > 1)
        tool_usage("[-p] [FILE | -]");
    if (!argv[optind])
        load_demonstration();
    else if (tool_files(argv + optind, load) != 0)
        return 1;
    if (profiled)
        run_profiled();
    else
        run_program();
    return tool_end(0);
}
