/* The same on CPUs that take turns. */
/* machine: det=1 cpus=4 */
#include "record_end.h"
