/* V7's and 4.1BSD's SYNOPSIS, in a program of its time. */
/* manual: v7, SYNOPSIS: old-c */
/* machine: det=1 */
/* dialect: v7 */
/* flags: -fno-inline */
#define ONE 0177777
#include "guest/synopsis_old.h"
