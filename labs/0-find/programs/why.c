/* why ID: the questions of choice of lab 0, the choices in the id's own order. */
#include "../id.h"
#include <stdio.h>

#define CHOICES 4

static const struct question {
    const char *name, *text, *choice[CHOICES];
} questions[] = {
    {"SKEW_WHY",
     "On two CPUs in parallel nearly all ticks of skew are in a function that has one instruction.",
     {"Its code lies in another page of memory than what calls it, and is slow to fetch.",
      "Both CPUs run it at the same time, and each of its instructions is counted twice.",
      "QEMU takes an interrupt only where a block begins; the block before it is a long one.",
      "The two CPUs write to the same counter, and overwrite each other's ticks."}},
    {"COARSE_WHY",
     "With coarse's first scale a room has ticks that was never entered.",
     {"A tick is charged to the function that is called next.",
      "Its code and that of a room that was entered have the same counter.",
      "The counters were not set to zero before the profile began.",
      "The clock interrupts each function before its first instruction."}},
    {"FEW_WHY",
     "With hz=100 instead of hz=1000 the same program has a tenth of the ticks.  The standard "
     "error "
     "of a share (±, in percent)",
     {"is about three times as large.", "is about ten times as large.",
      "is about a hundred times as large.", "is the same: shares do not depend on the rate."}},
};

int main(int argc, char **argv)
{
    id_begin(argc, argv);
    for (unsigned i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
        unsigned order[CHOICES];

        id_shuffle(order, CHOICES);
        printf("%s\n%s\n", questions[i].name, questions[i].text);
        for (unsigned k = 0; k < CHOICES; k++)
            printf("    %c  %s\n", 'a' + k, questions[i].choice[order[k]]);
        printf("\n");
    }
    return 0;
}
