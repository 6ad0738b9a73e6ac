/* Where commands come from: a text, a file, standard input, a person. */
#ifndef SH_INPUT_H
#define SH_INPUT_H

#include <stdbool.h>

/* Parses and runs a whole text; nothing of it runs if any of it is wrong.  Returns the status. */
int input_run_text(const char *text, bool last);

/* Does the same for a file.  If it cannot be read, that is an error as in sh_give_up(). */
int input_run_file(const char *path);

/* Runs the commands from standard input, up to its end. */
void input_run(void);

#endif
