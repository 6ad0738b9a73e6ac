/* The path that is told of a program is that of the file that it is of, although another thread
 * changes the directory that the path begins in while exec works. */
/* machine: cpus=2 */
#include "record.h"
#include <pthread.h>
#include <stdio.h>

#define ROUNDS 16
#define WORDS  100

static void *wander(void *unused)
{
    for (;;) {
        CHECK_EQ(chdir("/tmp/one"), 0);
        CHECK_EQ(chdir("/tmp/two"), 0);
    }
    return unused;
}

static void copy(const char *from, const char *directory)
{
    char command[100];
    snprintf(command, sizeof(command), "mkdir %s && cp %s %s/program", directory, from, directory);
    CHECK_EQ(system(command), 0);
}

/* Many arguments, which take exec some time. */
static void become_program(int fd)
{
    static char word[1000], *argv[WORDS + 1] = {"program"};
    memset(word, 'x', sizeof(word) - 1);
    for (int i = 1; i < WORDS; i++)
        argv[i] = word;
    CHECK_EQ(chdir("/tmp/one"), 0);
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, wander, NULL), 0);
    CHECK_EQ(profrecord(0, fd, PROF_RECORD_AT_EXEC), 0);
    execv("./program", argv);
    FAIL("exec failed");
}

int main(void)
{
    copy("/bin/true", "/tmp/one");
    copy("/bin/false", "/tmp/two");
    struct stat one, two;
    CHECK_EQ(stat("/tmp/one/program", &one), 0);
    CHECK_EQ(stat("/tmp/two/program", &two), 0);
    int fd = records_open();
    for (int i = 0; i < ROUNDS; i++)
        child_wait_program(START_CHILD(become_program(fd)));
    struct records records = records_read();
    for (int i = 0; i < ROUNDS; i++) {
        const struct prof_record *r = records_next(&records);
        CHECK(r);
        CHECK_EQ(r->pr_ino, strstr(record_path(r), "/one/") ? one.st_ino : two.st_ino);
    }
    CHECK_EQ(system("rm -r /tmp/one /tmp/two"), 0);
    return 0;
}
