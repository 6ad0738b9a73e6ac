/* The texts of the error numbers, from the list in abi/errno.h. */
#ifndef CORE_ERROR_H
#define CORE_ERROR_H

/* The meaning of a failed call's result: error_text(-EIO) is "Input/output error". */
const char *error_text(int error);

#endif
