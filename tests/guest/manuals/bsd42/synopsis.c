/* 4.2BSD's SYNOPSIS, in a program of its time. */
/* manual: bsd42, SYNOPSIS: old-c */
/* machine: det=1 */
/* dialect: bsd42 */
/* flags: -fno-inline */
#define ONE 0x10000
#include "guest/synopsis_old.h"
