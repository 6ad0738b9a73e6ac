/* Forks, execs, threads and SIGKILLs, all at work and recorded in one file: each process leaves its
 * record, each once, and none mixed with another. */
/* machine: cpus=4 */
#include "record_all.h"
