/* system runs a command and returns its status; popen reads a command's output or writes its
 * input. */
/* machine: det=1 */
#include "check.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

static void run(void)
{
    CHECK(system(NULL));
    CHECK_EQ(WEXITSTATUS(system("exit 5")), 5);
    CHECK_EQ(WTERMSIG(system("kill -TERM $$")), SIGTERM);
}

static void read_output(void)
{
    setenv("GREETING", "hello there", 1);
    FILE *f = popen("echo $GREETING; exit 6", "r");
    CHECK(f);
    char line[100];
    CHECK(fgets(line, sizeof(line), f));
    CHECK_STR(line, "hello there\n");
    CHECK(!fgets(line, sizeof(line), f));
    CHECK_EQ(WEXITSTATUS(pclose(f)), 6);
}

static void write_input(void)
{
    FILE *f = popen("cat > /tmp/popen", "w");
    CHECK(f);
    CHECK_EQ(fprintf(f, "%d lines\n", 3), 8);
    CHECK_EQ(pclose(f), 0);
    f = fopen("/tmp/popen", "r");
    CHECK(f);
    char line[100];
    CHECK(fgets(line, sizeof(line), f));
    CHECK_STR(line, "3 lines\n");
    fclose(f);
}

int main(void)
{
    run();
    read_output();
    write_input();
    unsetenv("PATH"); /* the shell has a default */
    read_output();
    write_input();
    CHECK_NULL(popen("true", "q"), EINVAL);
    return 0;
}
