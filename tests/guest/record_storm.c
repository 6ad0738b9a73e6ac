/* A storm of forks, execs, threads and SIGKILLs, all recorded in one file: each process leaves its
 * record, each once, and none mixed with another. */
/* machine: cpus=4 */
#include "record_storm.h"
