/* The builtin help. */
#include "builtin.h"
#include "complete.h"
#include "names.h"
#include "pool.h"

#include <stdio.h>
#include <string.h>

int builtin_help(char **argv)
{
    struct word *own = NULL, **place = &own;

    (void)argv;
    for (const struct builtin *builtin = NULL; (builtin = builtin_next(builtin));) {
        *place = pool_alloc(sizeof(**place));
        (*place)->text = pool_string(builtin->name, strlen(builtin->name));
        place = &(*place)->next;
    }
    printf("The shell's own commands:\n");
    names_print(own);
    printf("\nPrograms; PROGRAM --help explains one:\n");
    names_print(complete_programs());
    printf("\n`prof PROGRAM` shows where its time goes; `poweroff` ends the machine.\n"
           "Tab completes a name, ^R looks for an earlier line.\n");
    return 0;
}
