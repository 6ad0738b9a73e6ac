/*
 * A function for GNU make: $(become COMMAND) turns make itself into the command.
 *
 * make answers every failed recipe with its own status 2 and a line of its own, but `make run` is
 * to exit with the status of what it ran, and the terminal's ^C belongs to the machine.  So the
 * command replaces make.  The variables that NAMES lists go into its environment, unexpanded, as
 * a recipe would hand over a CMD only after make has eaten the dollar signs in it.
 *
 * Loaded with make's load directive (GNU make manual, section 12.2).  A make without it runs the
 * same command as an ordinary recipe, and then says "Error N" and exits with 2.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gnumake.h>

int plugin_is_GPL_compatible;
int become_gmk_setup(void);

static void pass_variable(const char *name)
{
    char text[128];
    snprintf(text, sizeof text, "$(value %s)", name);
    char *value = gmk_expand(text);
    if (value != NULL && *value != '\0')
        setenv(name, value, 1);
    gmk_free(value);
}

static char *become(const char *function, unsigned argc, char **argv)
{
    (void)function, (void)argc;
    char *names = gmk_expand("$(NAMES)");
    for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " "))
        pass_variable(name);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL); /* make blocks some while it waits for its jobs */
    execl("/bin/sh", "sh", "-c", argv[0], (char *)NULL);
    perror("/bin/sh");
    exit(126);
}

int become_gmk_setup(void)
{
    gmk_add_function("become", become, 1, 1, GMK_FUNC_DEFAULT);
    return 1;
}
