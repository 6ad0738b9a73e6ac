/* Whenever another process ends the recording of one that exits or execs, on another CPU, each
 * program leaves one record, whole: of two that end it at once one succeeds, and then the process
 * itself writes none. */
/* machine: cpus=4 */
#include "record_end.h"
