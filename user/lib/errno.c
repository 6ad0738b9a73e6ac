/* The thread's errno and strerror's buffer are in the thread's block. */
#include <errno.h>

#include "thread.h"

int *__errno_location(void)
{
    return &thread_self()->error;
}

char *__error_text(void)
{
    return thread_self()->text;
}
