#include "sched/runq.h"
#include "sched/thread.h"

static struct list queue = LIST_INIT(queue);

void runq_push(struct thread *thread)
{
    list_push_back(&queue, &thread->link);
}

void runq_push_first(struct thread *thread)
{
    list_push_front(&queue, &thread->link);
}

struct thread *runq_pop(void)
{
    struct list *link = list_pop_front(&queue);
    return link ? list_entry(link, struct thread, link) : NULL;
}

bool runq_is_empty(void)
{
    return list_empty(&queue);
}
