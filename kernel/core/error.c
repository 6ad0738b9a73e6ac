#include "core/error.h"
#include <abi/errno.h>

const char *error_text(int error)
{
    switch (-error) {
#define ERROR_CASE(name, number, text) \
    case number:                       \
        return text;
        ERRNO_LIST(ERROR_CASE)
#undef ERROR_CASE
    }
    return "Unknown error";
}
