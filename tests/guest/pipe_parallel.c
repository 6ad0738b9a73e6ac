/* Many processes write to one pipe and many read it: each record stays in one piece, none is lost.
 */
/* machine: cpus=4 */
#include "check.h"
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CROWD   4
#define RECORDS 500
#define RECORD  4096 /* PIPE_BUF, so that whole records come out as they went in */

static int data[2], sums[2];
static unsigned record[RECORD / sizeof(unsigned)];

static void produce(unsigned id)
{
    for (unsigned i = 0; i < RECORDS; i++) {
        for (size_t k = 0; k < RECORD / sizeof(unsigned); k++)
            record[k] = id * RECORDS + i;
        CHECK_EQ(write(data[1], record, RECORD), RECORD);
    }
}

/* A read gives one record or, where the pipe's end of a record is seen, several; never parts. */
static void consume(void)
{
    unsigned long sum = 0, n = 0;
    while (read(data[0], record, RECORD) == RECORD) {
        for (size_t k = 1; k < RECORD / sizeof(unsigned); k++)
            CHECK_EQ(record[k], record[0]);
        sum += record[0];
        n++;
    }
    unsigned long told[2] = {sum, n};
    CHECK_EQ(write(sums[1], told, sizeof(told)), sizeof(told));
}

int main(void)
{
    CHECK_EQ(pipe(data), 0);
    CHECK_EQ(pipe(sums), 0);
    for (unsigned id = 0; id < 2 * CROWD; id++) {
        if (fork() == 0) {
            close(data[id < CROWD ? 0 : 1]);
            if (id < CROWD)
                produce(id);
            else
                consume();
            _exit(0);
        }
    }
    close(data[0]);
    close(data[1]);
    unsigned long sum = 0, n = 0, told[2];
    for (unsigned id = 0; id < CROWD; id++) {
        CHECK_EQ(read(sums[0], told, sizeof(told)), sizeof(told));
        sum += told[0];
        n += told[1];
    }
    unsigned long all = CROWD * RECORDS;
    CHECK_EQ(n, all);
    CHECK_EQ(sum, all * (all - 1) / 2);
    int status;
    while (wait(&status) > 0)
        CHECK_EQ(status, 0);
    return 0;
}
