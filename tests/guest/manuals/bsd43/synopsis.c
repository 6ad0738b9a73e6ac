/* 4.3BSD's SYNOPSIS, in a program of its time. */
/* manual: bsd43, SYNOPSIS: old-c */
/* machine: det=1 */
/* dialect: bsd43 */
/* flags: -fno-inline */
#define ONE 0x10000
#include "guest/synopsis_old.h"
