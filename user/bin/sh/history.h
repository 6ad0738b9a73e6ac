/* The newest HISTORY_MAX lines that were typed. */
#ifndef SH_HISTORY_H
#define SH_HISTORY_H

#define HISTORY_MAX 500

/* Adds a line, unless it is empty or the same as the newest. */
void history_add(const char *line);

/* The line age places back, 1 being the newest; NULL if there is none. */
const char *history_get(int age);

#endif
