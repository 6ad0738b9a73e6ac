/* With mcount. */
/* flags: -pg */
#include "gmon_registers.h"
