/* The table of character devices, and the simple ones: /dev/null, /dev/zero and /dev/log. */
#include "dev/char.h"
#include "arch/usercopy.h"
#include "dev/console.h"
#include "dev/pieces.h"
#include "dev/uart.h"
#include <abi/errno.h>
#include <abi/limits.h>
#include <abi/stat.h>

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

static ssize_t log_write(const void *user_buf, size_t n)
{
    return pieces_write(user_buf, n, uart_log);
}

static const struct char_device devices[] = {
    [DEV_CONSOLE] = {console_read, console_write, console_ioctl},
    [DEV_NULL] = {null_read, null_write, NULL},
    [DEV_ZERO] = {zero_read, null_write, NULL},
    [DEV_LOG] = {null_read, log_write, NULL},
};

const struct char_device *char_find(dev_t number)
{
    if (number >= sizeof(devices) / sizeof(devices[0]) || !devices[number].read)
        return NULL;
    return &devices[number];
}
