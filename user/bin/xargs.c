/*
 * xargs: starts a command with the words of standard input as further arguments, as many at a time
 * as fit.  -n N: at most N words at a time; -I WORD: once for each line, which takes the place of
 * WORD in the arguments; -0: words end with a NUL and have no quotes; -t: prints each command; -r:
 * starts nothing if there is no word.
 */
#define TOOL "xargs"
#include "tool.h"

#define USAGE     "[-0rt] [-n COUNT] [-I WORD] [COMMAND [ARGUMENT...]]"
#define ROOM      (ARG_MAX / 2) /* bytes of arguments; the environment takes some, too */
#define MAX_WORDS 65536

static char *words[MAX_WORDS + 1];
static size_t word_count, nbytes, fixed; /* fixed: the command and its own arguments */
static long at_most = MAX_WORDS;
static const char *place;
static int want_nul, want_trace, want_any;
static int status;

/* The statuses are POSIX.1-2017's: 126 and 127 if the command cannot start, 123 to 125 by how it
 * ends. */
static void judge(int word, const char *command)
{
    if (WIFSIGNALED(word)) {
        fprintf(stderr, "xargs: %s: ended by signal %d\n", command, WTERMSIG(word));
        tool_pass_interrupt(word);
        exit(125);
    }
    int code = WEXITSTATUS(word);
    if (code == 255) {
        fprintf(stderr, "xargs: %s: ended with status 255, so the rest is left out\n", command);
        exit(124);
    }
    if (code == 126 || code == 127)
        exit(code);
    if (code != 0)
        status = 123;
}

static void run(char **argv)
{
    if (want_trace)
        for (char **arg = argv; *arg; arg++)
            fprintf(stderr, "%s%c", *arg, arg[1] ? ' ' : '\n');
    pid_t pid = fork();
    if (pid < 0)
        tool_die("fork");
    if (pid == 0) {
        int null = open("/dev/null", O_RDONLY);
        if (null < 0 || dup2(null, STDIN_FILENO) < 0)
            tool_die("/dev/null");
        execvp(argv[0], argv);
        int error = errno;
        tool_error(argv[0]);
        _exit(error == ENOENT ? 127 : 126);
    }
    int word;
    while (waitpid(pid, &word, 0) < 0)
        if (errno != EINTR)
            tool_die("wait");
    judge(word, argv[0]);
}

static void flush(void)
{
    words[word_count] = NULL;
    run(words);
    while (word_count > fixed) {
        nbytes -= strlen(words[--word_count]) + 1 + sizeof(char *);
        free(words[word_count]);
    }
}

/* The argument with the line at each place; in memory to be freed. */
static char *filled(const char *argument, const char *line)
{
    size_t length = 0, room = strlen(argument) + 1, place_length = strlen(place);

    for (const char *at = argument; (at = strstr(at, place)); at += place_length)
        room += strlen(line);
    char *text = tool_alloc(NULL, room);
    for (const char *at; (at = strstr(argument, place)); argument = at + place_length) {
        memcpy(text + length, argument, (size_t)(at - argument));
        length += (size_t)(at - argument);
        strcpy(text + length, line);
        length += strlen(line);
    }
    strcpy(text + length, argument);
    return text;
}

static void run_with(const char *line)
{
    char *argv[MAX_WORDS + 1];

    for (size_t i = 0; i < fixed; i++)
        argv[i] = filled(words[i], line);
    argv[fixed] = NULL;
    run(argv);
    for (size_t i = 0; i < fixed; i++)
        free(argv[i]);
}

static void add(char *word)
{
    size_t n = strlen(word) + 1 + sizeof(char *);

    if (place) {
        run_with(word);
        free(word);
        return;
    }
    if (word_count > fixed && nbytes + n > ROOM)
        flush();
    if (nbytes + n > ROOM) {
        fprintf(stderr, "xargs: a word of %zu bytes is too long\n", n);
        exit(1);
    }
    words[word_count++] = word;
    nbytes += n;
    if (word_count - fixed == (size_t)at_most || word_count == MAX_WORDS)
        flush();
}

/* Whether c ends a word outside of quotes; with -I lines are words. */
static int ends(int c)
{
    if (want_nul)
        return c == '\0';
    return c == '\n' || (!place && (c == ' ' || c == '\t'));
}

/* Reads the next word, in memory to be freed; NULL at the end. */
static char *read_word(void)
{
    char *word = NULL;
    size_t n = 0, room = 0;
    int c, quote = 0, begun = 0;

    while ((c = getchar()) != EOF) {
        if (!begun && !want_nul && (c == '\n' || c == ' ' || c == '\t'))
            continue;
        if (!quote && ends(c))
            break;
        begun = 1;
        if (!want_nul && c == quote) {
            quote = 0;
            continue;
        }
        if (!want_nul && !quote && (c == '"' || c == '\'')) {
            quote = c;
            continue;
        }
        if (!want_nul && !quote && c == '\\' && (c = getchar()) == EOF)
            break;
        if (quote && c == '\n')
            break;
        if (n + 1 >= room)
            word = tool_alloc(word, room = room ? 2 * room : 64);
        word[n++] = (char)c;
    }
    if (quote) {
        fprintf(stderr, "xargs: a %c is not closed in its line; -0 reads words without quotes\n",
                quote);
        exit(1);
    }
    if (ferror(stdin))
        tool_die("standard input");
    if (c == EOF && !begun)
        return NULL;
    word = word ? word : tool_alloc(NULL, 1);
    word[n] = '\0';
    return word;
}

int main(int argc, char **argv)
{
    static char *echo[] = {"echo", NULL};
    int opt;

    while ((opt = getopt(argc, argv, "+0rtn:I:")) != -1) {
        if (opt == '?' || (opt == 'I' && !*optarg))
            tool_usage(USAGE);
        want_nul |= opt == '0';
        want_any |= opt == 'r';
        want_trace |= opt == 't';
        if (opt == 'n')
            at_most = tool_number(optarg, 1, MAX_WORDS);
        if (opt == 'I')
            place = optarg;
    }
    char **command = argv[optind] ? argv + optind : echo;
    for (; command[fixed]; nbytes += strlen(command[fixed++]) + 1 + sizeof(char *)) {
        if (fixed == MAX_WORDS - 1)
            tool_usage(USAGE);
        words[fixed] = command[fixed];
    }
    word_count = fixed;
    int any = 0;
    for (char *word; (word = read_word()); any = 1)
        add(word);
    if (word_count > fixed || (!any && !want_any && !place))
        flush();
    return tool_end(status);
}
