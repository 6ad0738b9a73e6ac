/* The table of character devices, and the simple ones: /dev/null, /dev/zero, /dev/full, /dev/random
 * and /dev/log. */
#include "dev/char.h"
#include "arch/usercopy.h"
#include "dev/console.h"
#include "dev/pieces.h"
#include "dev/uart.h"
#include "sched/clock.h"
#include <abi/device.h>
#include <abi/errno.h>
#include <abi/limits.h>

static ssize_t null_read(void *user_buf, size_t n, bool nonblock)
{
    (void)user_buf, (void)n, (void)nonblock;
    return 0;
}

static ssize_t null_write(const void *user_buf, size_t n)
{
    (void)user_buf;
    return n;
}

static ssize_t zero_read(void *user_buf, size_t n, bool nonblock)
{
    (void)nonblock;
    size_t done = 0;
    static const char zeros[PAGE_SIZE];
    while (done < n && (done == 0 || pieces_go_on())) {
        size_t m = n - done < sizeof(zeros) ? n - done : sizeof(zeros);
        if (copy_to_user((char *)user_buf + done, zeros, m))
            return done ? (ssize_t)done : -EFAULT;
        done += m;
    }
    return done;
}

static ssize_t full_write(const void *user_buf, size_t n)
{
    (void)user_buf;
    return n == 0 ? 0 : -ENOSPC;
}

/* SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), stirred with the time of each read: the machine
 * has no better source, so these bytes can be guessed. */
static uint64_t random_next(void)
{
    static uint64_t state; /* atomic */
    uint64_t x = __atomic_add_fetch(&state, 0x9e3779b97f4a7c15, __ATOMIC_RELAXED);
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static ssize_t random_read(void *user_buf, size_t n, bool nonblock)
{
    (void)nonblock;
    uint64_t words[32], stir = clock_realtime_ns();
    size_t done = 0;
    while (done < n && (done == 0 || pieces_go_on())) {
        size_t m = n - done < sizeof(words) ? n - done : sizeof(words);
        for (size_t i = 0; i < m; i += sizeof(words[0]))
            words[i / sizeof(words[0])] = random_next() ^ (stir *= 0xd1342543de82ef95);
        if (copy_to_user((char *)user_buf + done, words, m))
            return done ? (ssize_t)done : -EFAULT;
        done += m;
    }
    return done;
}

static ssize_t log_write(const void *user_buf, size_t n)
{
    return pieces_write(user_buf, n, uart_log);
}

static const struct char_device devices[] = {
    [DEV_CONSOLE] = {console_read, console_write, console_ioctl, console_poll},
    [DEV_NULL] = {null_read, null_write, NULL, NULL},
    [DEV_ZERO] = {zero_read, null_write, NULL, NULL},
    [DEV_LOG] = {null_read, log_write, NULL, NULL},
    [DEV_FULL] = {zero_read, full_write, NULL, NULL},
    [DEV_RANDOM] = {random_read, null_write, NULL, NULL},
};

const struct char_device *char_find(dev_t number)
{
    if (number >= DEV_FD && number < DEV_FD + OPEN_MAX)
        return &devices[DEV_NULL]; /* open(2) puts the descriptor's own file in its place */
    if (number >= sizeof(devices) / sizeof(devices[0]) || !devices[number].read)
        return NULL;
    return &devices[number];
}
