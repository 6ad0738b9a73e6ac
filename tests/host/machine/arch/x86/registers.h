/* The counter of "arch/x86/registers.h", as a device of the test. */
#ifndef HOST_REGISTERS_H
#define HOST_REGISTERS_H

#include <stdint.h>

uint64_t rdtsc(void);

#endif
