/* The same as gmon_registers.h, where __fentry__ is called before the function has its frame. */
/* flags: -pg -mfentry */
#include "gmon_registers.h"
