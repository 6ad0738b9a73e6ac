/* The layout of gmon.out. */
#ifndef _SYS_GMON_H
#define _SYS_GMON_H

#include <abi/gmon.h>

#endif
