/*
 * tar: keeps files in an archive: -c makes one, -x takes the files out, -t lists them.  -f FILE
 * names the archive (- is standard input or output), -C DIR changes to a directory first, -v prints
 * names.
 */
#define TOOL         "tar"
#define TOOL_FAILURE 2
#include "tar.h"

#define USAGE "-c | -x | -t [-v] [-f ARCHIVE] [-C DIRECTORY] [FILE...]"

int tar_names;

static FILE *open_archive(const char *name, int create)
{
    if (strcmp(name, "-") == 0)
        return create ? stdout : stdin;
    FILE *file = fopen(name, create ? "w" : "r");
    if (!file)
        tool_die(name);
    return file;
}

int main(int argc, char **argv)
{
    const char *name = "-", *directory = NULL;
    int opt, job = 0, jobs = 0;

    tool_begin();
    /* The letters may come without a dash: tar xf FILE. */
    if (argc > 1 && argv[1][0] != '-') {
        char *letters = tool_alloc(NULL, strlen(argv[1]) + 2);
        sprintf(letters, "-%s", argv[1]);
        argv[1] = letters;
    }
    while ((opt = getopt(argc, argv, "cxtvf:C:")) != -1) {
        if (opt == '?')
            tool_usage(USAGE);
        if (strchr("cxt", opt))
            job = opt, jobs++;
        tar_names |= opt == 'v';
        if (opt == 'f')
            name = optarg;
        if (opt == 'C')
            directory = optarg;
    }
    if (jobs != 1)
        tool_usage(USAGE);
    if (job == 'c' && optind == argc) {
        fputs("tar: -c needs a file or a directory to put into the archive\n", stderr);
        return 2;
    }
    FILE *archive = open_archive(name, job == 'c');
    if (directory && chdir(directory) != 0)
        tool_die(directory);
    int status = job == 'c' ? tar_create(archive, argv + optind)
                            : tar_read(archive, argv + optind, job == 'x');
    if (ferror(archive) || (job == 'c' && archive != stdout && fclose(archive) != 0))
        status = tool_error(name);
    return tool_end(status);
}
