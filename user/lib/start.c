/* From the kernel's entry to main and from main to exit. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "gmon/gmon.h"
#include "thread.h"

char **environ;
char *program_invocation_name = "?";

int main(int argc, char **argv, char **envp);

/* The functions with __attribute__((constructor)); both linkers define the bounds. */
extern void (*__init_array_start[])(int, char **, char **) __attribute__((visibility("hidden")));
extern void (*__init_array_end[])(int, char **, char **) __attribute__((visibility("hidden")));

_Noreturn void __start(int argc, char **argv, char **envp);

_Noreturn void __start(int argc, char **argv, char **envp)
{
    environ = envp;
    if (argc > 0)
        program_invocation_name = argv[0];
    __tls_start();
    if (__gmon_start)
        __gmon_start();
    for (size_t i = 0; i < (size_t)(__init_array_end - __init_array_start); i++)
        __init_array_start[i](argc, argv, envp);
    exit(main(argc, argv, environ));
}
