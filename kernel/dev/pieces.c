#include "dev/pieces.h"
#include "arch/usercopy.h"
#include "core/cpu.h"
#include "sched/sched.h"
#include "sched/thread.h"
#include <abi/errno.h>

bool pieces_go_on(void)
{
    sched_yield_if_due();
    uint32_t work = __atomic_load_n(&current_thread()->work, __ATOMIC_RELAXED);
    return !(work & (WORK_SIGNAL | WORK_EXIT));
}

ssize_t pieces_write(const char *user_buf, size_t n, void (*write)(const char *text, size_t n))
{
    size_t done = 0;
    char piece[PIECES_MAX];
    while (done < n && (done == 0 || pieces_go_on())) {
        size_t m = n - done < sizeof(piece) ? n - done : sizeof(piece);
        if (copy_from_user(piece, user_buf + done, m))
            return done ? (ssize_t)done : -EFAULT;
        write(piece, m);
        done += m;
    }
    return done;
}
