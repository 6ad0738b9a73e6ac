/* The line below a profile that was made with PROF_SKID (abi/prof.h). */
#ifndef BIN_SKEWED_H
#define BIN_SKEWED_H

#define SKEWED "SKEWED: parallel CPUs tick only where blocks of code begin; use CPUS=1 or DET=1.\n"

#endif
