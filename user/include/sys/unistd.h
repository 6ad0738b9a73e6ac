/* Another name of <unistd.h>. */
#ifndef _SYS_UNISTD_H
#define _SYS_UNISTD_H

#include <unistd.h>

#endif
