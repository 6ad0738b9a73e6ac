/* Commands in other processes: pipelines, &, ( ) and $( ). */
#ifndef SH_PIPELINE_H
#define SH_PIPELINE_H

#include "parse.h"

/* Each runs a node of its kind and returns the status; last as in exec_run(). */
int pipeline_run(const struct node *pipeline);
int pipeline_background(const struct node *node);
int pipeline_subshell(const struct node *node, bool last);

/* Runs text in a separate process; its output, in the pool, less the newlines at the end.  If it
 * cannot start that, or is interrupted, it leaves sh.interrupted set. */
char *pipeline_capture(const char *text);

/* The status of the last text that ran so, 0 after pipeline_forget_capture(). */
int pipeline_capture_status(void);
void pipeline_forget_capture(void);

#endif
