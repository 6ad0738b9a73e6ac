/*
 * The shortest edit by E. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986).
 *
 * A way from the corner (0, 0) to (N, M) takes a step right for a line of the first file that goes,
 * a step down for a line of the second one that comes, and a diagonal for free where both lines are
 * equal.  The shortest way is searched from both ends at once, along all diagonals; where the two
 * searches meet is the middle of a shortest way (section 4b).  The parts before and after it are
 * solved in the same manner, so that memory is linear.
 */
#define TOOL "diff"
#include "../tool.h"
#include "diff.h"

struct box {
    long left, top, right, bottom; /* lines left to right - 1 of a, top to bottom - 1 of b */
};

static struct line *a, *b;
static long *forward, *backward; /* by diagonal x - y: the furthest x; both have an offset */

static int same(long x, long y)
{
    return a[x].hash == b[y].hash && a[x].length == b[y].length &&
           memcmp(a[x].text, b[y].text, a[x].length) == 0;
}

struct point {
    long x, y;
};

/* One more step of the search from the upper left corner.  Returns whether it met the other one;
 * then *middle is a point of a shortest way. */
static int step_forward(const struct box *box, long d, struct point *middle)
{
    long delta = (box->right - box->left) - (box->bottom - box->top);

    for (long k = -d; k <= d; k += 2) {
        long x = k == -d || (k != d && forward[k - 1] < forward[k + 1]) ? forward[k + 1]
                                                                        : forward[k - 1] + 1;
        long y = x - k - box->left + box->top;
        while (x < box->right && y < box->bottom && y >= box->top && same(x, y))
            x++, y++;
        forward[k] = x;
        long reverse = k - delta;
        if (delta % 2 != 0 && reverse > -d && reverse < d && x >= backward[reverse]) {
            *middle = (struct point){x, y};
            return 1;
        }
    }
    return 0;
}

/* The same from the lower right corner; diagonals count from there. */
static int step_backward(const struct box *box, long d, struct point *middle)
{
    long delta = (box->right - box->left) - (box->bottom - box->top);

    for (long k = -d; k <= d; k += 2) {
        long x = k == d || (k != -d && backward[k - 1] < backward[k + 1]) ? backward[k - 1]
                                                                          : backward[k + 1] - 1;
        long y = x - k - delta - box->left + box->top;
        while (x > box->left && y > box->top && y <= box->bottom && same(x - 1, y - 1))
            x--, y--;
        backward[k] = x;
        long ahead = k + delta;
        if (delta % 2 == 0 && ahead >= -d && ahead <= d && x <= forward[ahead]) {
            *middle = (struct point){x, y};
            return 1;
        }
    }
    return 0;
}

static struct point find_middle(const struct box *box)
{
    forward[1] = box->left;
    backward[-1] = box->right;
    struct point middle;
    for (long d = 0;; d++)
        if (step_forward(box, d, &middle) || step_backward(box, d, &middle))
            return middle;
}

static void compare_box(struct box box)
{
    while (box.left < box.right && box.top < box.bottom && same(box.left, box.top))
        box.left++, box.top++;
    while (box.left < box.right && box.top < box.bottom && same(box.right - 1, box.bottom - 1))
        box.right--, box.bottom--;
    if (box.left == box.right || box.top == box.bottom) {
        while (box.left < box.right)
            a[box.left++].changed = 1;
        while (box.top < box.bottom)
            b[box.top++].changed = 1;
        return;
    }
    struct point middle = find_middle(&box);
    compare_box((struct box){box.left, box.top, middle.x, middle.y});
    compare_box((struct box){middle.x, middle.y, box.right, box.bottom});
}

void compare_lines(struct lines *first, struct lines *second)
{
    long diagonals = first->count + second->count + 2;
    long *room = tool_alloc(NULL, (size_t)(4 * diagonals + 2) * sizeof(*room));

    a = first->list, b = second->list;
    forward = room + diagonals;
    backward = room + 3 * diagonals + 1;
    compare_box((struct box){0, 0, first->count, second->count});
    free(room);
}
