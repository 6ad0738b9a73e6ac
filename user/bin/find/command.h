/* The commands of find's -exec. */
#ifndef FIND_COMMAND_H
#define FIND_COMMAND_H

struct command;

/* Reads the words up to ; or {} +, and moves *words behind them.  A mistake ends the program. */
struct command *command_parse(char ***words);

/* Runs the command for a file; returns whether it ended with status 0.  With {} + the file waits
 * for others, and the result is 1. */
int command_run(struct command *command, const char *path);

/* Runs what waits.  Returns 1 if a command with {} + failed, otherwise 0. */
int command_end(void);

#endif
