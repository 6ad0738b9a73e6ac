/* Sampling the program counter (OmniOS <pcsample.h>, pcsample(2)); the rules are in abi/prof.h. */
#ifndef _PCSAMPLE_H
#define _PCSAMPLE_H

#include <stdint.h>

long pcsample(uintptr_t samples[], long n);

#endif
