/* The table of character devices, and the simple ones: /dev/null, /dev/zero and /dev/log. */
#include "dev/char.h"
#include "arch/usercopy.h"
#include "dev/console.h"
#include "dev/uart.h"
#include <abi/errno.h>
#include <abi/stat.h>

ssize_t char_write_pieces(const char *user_buf, size_t n, void (*put)(const char *text, size_t n))
{
    char piece[CHAR_PIECE];
    size_t done = 0;
    while (done < n) {
        size_t m = n - done < CHAR_PIECE ? n - done : CHAR_PIECE;
        if (copy_from_user(piece, user_buf + done, m) < 0)
            return done ? (ssize_t)done : -EFAULT;
        put(piece, m);
        done += m;
    }
    return n;
}

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
    return zero_user(user_buf, n) < 0 ? -EFAULT : (ssize_t)n;
}

static ssize_t log_write(const void *user_buf, size_t n)
{
    return char_write_pieces(user_buf, n, uart_log);
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
