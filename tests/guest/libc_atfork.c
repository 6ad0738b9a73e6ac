/* The handlers of pthread_atfork run around fork: before it in reverse order, after it in order. */
/* machine: det=1 cpus=1 */
#include "child.h"
#include <pthread.h>
#include <string.h>

static char said[16];

#define HANDLER(name, letter)                    \
    static void name(void)                       \
    {                                            \
        said[strlen(said)] = letter; /* zeros */ \
    }
HANDLER(before_1, 'a')
HANDLER(before_2, 'b')
HANDLER(parent_1, 'c')
HANDLER(parent_2, 'd')
HANDLER(child_1, 'e')
HANDLER(child_2, 'f')

int main(void)
{
    CHECK_EQ(pthread_atfork(before_1, parent_1, child_1), 0);
    CHECK_EQ(pthread_atfork(before_2, parent_2, child_2), 0);
    CHECK_EQ(pthread_atfork(NULL, NULL, NULL), 0);
    pid_t child = fork();
    if (child == 0) {
        CHECK_STR(said, "baef");
        /* The child can register and fork too. */
        CHECK_EQ(pthread_atfork(NULL, NULL, before_1), 0);
        _exit(0);
    }
    CHECK_STR(said, "bacd");
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
    return 0;
}
