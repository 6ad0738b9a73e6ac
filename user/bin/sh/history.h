/* The newest HISTORY_MAX lines that were typed, also before the shell was started: they are kept in
 * the file that HISTFILE names, by default .sh_history in HOME. */
#ifndef SH_HISTORY_H
#define SH_HISTORY_H

#define HISTORY_MAX 500

/* Reads the file; from then on history_add() adds to it.  Without a file nothing is kept. */
void history_load(void);

/* Adds a line, unless it is empty or the same as the newest. */
void history_add(const char *line);

/* The line age places back, 1 being the newest; NULL if there is none. */
const char *history_get(int age);

/* The age of the newest line that has the text in it, and is at least that old; 0: none. */
int history_find(const char *text, int age);

#endif
