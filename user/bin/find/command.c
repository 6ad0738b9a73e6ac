#define TOOL "find"
#include "command.h"
#include "../tool.h"

#define ROOM      (ARG_MAX / 2) /* bytes of arguments; the environment takes some, too */
#define MAX_FILES 32768

struct command {
    char **words;
    int count;
    int many; /* ended by {} + */
    char *files[MAX_FILES];
    int nfiles;
    size_t nbytes;
    struct command *next;
};

static struct command *commands;
static int failed;

struct command *command_parse(char ***words)
{
    struct command *command = tool_alloc(NULL, sizeof(*command));
    char **w = *words;

    *command = (struct command){.words = w, .next = commands};
    commands = command;
    for (; *w && strcmp(*w, ";") != 0; w++, command->count++)
        if (strcmp(*w, "+") == 0 && w > *words && strcmp(w[-1], "{}") == 0) {
            command->many = 1;
            command->count--;
            break;
        }
    if (!*w || command->count < 1) {
        fprintf(stderr, "find: -exec needs a command and a ; or {} + after it; "
                        "in the shell write \\;\n");
        exit(2);
    }
    *words = w + 1;
    return command;
}

/* Returns whether the program ended with status 0. */
static int start(char **argv)
{
    fflush(stdout);
    pid_t pid = fork();
    if (pid < 0)
        tool_die("fork");
    if (pid == 0) {
        execvp(argv[0], argv);
        tool_error(argv[0]);
        _exit(127);
    }
    int word;
    while (waitpid(pid, &word, 0) < 0)
        if (errno != EINTR)
            tool_die("wait");
    tool_pass_interrupt(word);
    return WIFEXITED(word) && WEXITSTATUS(word) == 0;
}

static void run_many(struct command *command)
{
    char **argv = tool_alloc(NULL, (size_t)(command->count + command->nfiles + 1) * sizeof(*argv));

    memcpy(argv, command->words, (size_t)command->count * sizeof(*argv));
    memcpy(argv + command->count, command->files, (size_t)command->nfiles * sizeof(*argv));
    argv[command->count + command->nfiles] = NULL;
    if (!start(argv))
        failed = 1;
    while (command->nfiles > 0)
        free(command->files[--command->nfiles]);
    command->nbytes = 0;
    free(argv);
}

static int run_one(const struct command *command, const char *path)
{
    char **argv = tool_alloc(NULL, (size_t)(command->count + 1) * sizeof(*argv));

    for (int i = 0; i < command->count; i++)
        argv[i] = strcmp(command->words[i], "{}") == 0 ? (char *)path : command->words[i];
    argv[command->count] = NULL;
    int ok = start(argv);
    free(argv);
    return ok;
}

int command_run(struct command *command, const char *path)
{
    if (!command->many)
        return run_one(command, path);
    size_t n = strlen(path) + 1 + sizeof(char *);
    if (command->nfiles == MAX_FILES || command->nbytes + n > ROOM)
        run_many(command);
    command->files[command->nfiles++] = tool_join("", path);
    command->nbytes += n;
    return 1;
}

int command_end(void)
{
    for (struct command *command = commands; command; command = command->next)
        if (command->nfiles > 0)
            run_many(command);
    return failed;
}
