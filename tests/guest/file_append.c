/* machine: cpus=4 */
/* Appending is atomic: records of many processes, small and long, are never torn or overwritten. */
#include "child.h"
#include <fcntl.h>
#include <sys/stat.h>

#define NAME      "/tmp/records"
#define PROCESSES 8
#define RECORDS   60

struct record {
    uint32_t writer, number, length;
};

/* From a few bytes to more than the file system writes in one operation. */
static uint32_t length_of(uint32_t writer, uint32_t number)
{
    static const uint32_t lengths[] = {1, 100, 4084, 5000, 40, 40000};
    return lengths[(writer + number) % 6] + number;
}

static char fill(const struct record *r, uint32_t i)
{
    return (char)(r->writer * 31 + r->number * 7 + i);
}

static void append(uint32_t writer, struct channel go)
{
    static char buf[sizeof(struct record) + 41000];
    int fd = open(NAME, O_WRONLY | O_APPEND);
    channel_receive(go); /* all begin together */
    for (uint32_t n = 0; n < RECORDS; n++) {
        struct record r = {writer, n, length_of(writer, n)};
        memcpy(buf, &r, sizeof(r));
        for (uint32_t i = 0; i < r.length; i++)
            buf[sizeof(r) + i] = fill(&r, i);
        CHECK_EQ(write(fd, buf, sizeof(r) + r.length), sizeof(r) + r.length);
    }
    CHECK_EQ(close(fd), 0);
}

/* The next record is whole, and the next of its writer. */
static uint32_t check_record(const char *text, uint32_t *next)
{
    struct record r;
    memcpy(&r, text, sizeof(r));
    CHECK(r.writer < PROCESSES);
    CHECK_EQ(r.number, next[r.writer]++);
    CHECK_EQ(r.length, length_of(r.writer, r.number));
    for (uint32_t i = 0; i < r.length; i++)
        CHECK_EQ(text[sizeof(r) + i], fill(&r, i));
    return sizeof(r) + r.length;
}

int main(void)
{
    struct channel go = channel_open();
    uint32_t next[PROCESSES] = {0};
    CHECK_EQ(close(open(NAME, O_WRONLY | O_CREAT | O_EXCL, 0666)), 0);
    pid_t pids[PROCESSES];
    for (uint32_t w = 0; w < PROCESSES; w++)
        pids[w] = START_CHILD(append(w, go));
    for (int w = 0; w < PROCESSES; w++)
        channel_send(go, 'g');
    for (int w = 0; w < PROCESSES; w++)
        CHECK_EQ(child_wait(pids[w]), 0);

    int fd = open(NAME, O_RDONLY);
    struct stat st;
    CHECK_EQ(fstat(fd, &st), 0);
    char *all = malloc(st.st_size);
    CHECK_EQ(read(fd, all, st.st_size), st.st_size);
    for (off_t at = 0; at < st.st_size;)
        at += check_record(all + at, next);
    for (int w = 0; w < PROCESSES; w++)
        CHECK_EQ(next[w], RECORDS);
    return 0;
}
