/* The older name of <sys/ucontext.h>.  Left out: getcontext and its kin. */
#ifndef _UCONTEXT_H
#define _UCONTEXT_H

#include <sys/ucontext.h>

#endif
