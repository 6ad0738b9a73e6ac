/* sem_open: processes that open one name use one semaphore, which lives as long as one has it open.
 */
/* machine: cpus=2 */
#include "child.h"
#include <fcntl.h>
#include <semaphore.h>

static int value_of(sem_t *sem)
{
    int value = -1;
    CHECK_EQ(sem_getvalue(sem, &value), 0);
    return value;
}

static void check_fails(const char *name, int flags, unsigned value, int error)
{
    errno = 0;
    CHECK(sem_open(name, flags, 0666, value) == SEM_FAILED);
    CHECK_EQ(errno, error);
}

int main(void)
{
    char long_name[300] = "/";
    memset(long_name + 1, 'x', sizeof(long_name) - 2);
    check_fails("/s", 0, 0, ENOENT);
    check_fails("/s", O_CREAT, SEM_VALUE_MAX + 1u, EINVAL);
    check_fails("/a/b", O_CREAT, 0, EINVAL);
    check_fails("/", O_CREAT, 0, EINVAL);
    check_fails(long_name, O_CREAT, 0, ENAMETOOLONG);
    CHECK_FAILS(sem_unlink("/s"), ENOENT);

    sem_t *sem = sem_open("/s", O_CREAT | O_EXCL, 0666, 2);
    CHECK(sem != SEM_FAILED);
    CHECK_EQ(value_of(sem), 2);
    check_fails("/s", O_CREAT | O_EXCL, 0, EEXIST);
    CHECK(sem_open("/s", O_CREAT, 0666, 7) == sem);
    CHECK_EQ(value_of(sem), 2);
    CHECK_EQ(sem_wait(sem), 0);
    CHECK_EQ(sem_wait(sem), 0);
    pid_t child = START_CHILD({
        CHECK_EQ(sem_close(sem), 0);
        CHECK_EQ(sem_close(sem), 0);
        sem_t *mine = sem_open("/s", 0);
        CHECK(mine != SEM_FAILED);
        CHECK_EQ(sem_post(mine), 0);
    });
    CHECK_EQ(sem_wait(sem), 0); /* until the child posts */
    CHECK_EQ(child_wait(child), CHILD_DONE);

    CHECK_EQ(sem_close(sem), 0);
    CHECK_EQ(sem_post(sem), 0); /* it is open once more */
    CHECK_EQ(sem_unlink("/s"), 0);
    sem_t *other = sem_open("/s", O_CREAT, 0666, 5);
    CHECK(other != sem);
    CHECK_EQ(value_of(other), 5);
    CHECK_EQ(value_of(sem), 1);
    CHECK_EQ(sem_close(sem), 0);
    CHECK_FAILS(sem_close(sem), EINVAL);
    CHECK_EQ(sem_close(other), 0);
    other = sem_open("s", 0); /* the value stays while it has a name */
    CHECK_EQ(value_of(other), 5);
    CHECK_EQ(sem_close(other), 0);
    CHECK_EQ(sem_unlink("/s"), 0);
    return 0;
}
