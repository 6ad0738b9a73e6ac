/*
 * The file system does what a very simple one does.
 *
 *     fs_model SEED STEPS NBLOCKS [memory|disk]
 *
 * Random operations on few names, each made in the file system and in a model that keeps all in
 * memory; results must be the same, and every so often all names and contents, and fsck must
 * find nothing.  On a small disk -ENOSPC may come at any time and then nothing may have changed but
 * the written part of a write.  With "memory" or "disk" the same for -ENOMEM and -EIO, which the
 * test injects.
 */
#include "tests/host/fs_sim.h"

struct body { /* what hard links share */
    uint32_t kind, nlink, handles;
    uint8_t *data;
    uint64_t size, room;
    struct entry *entries; /* of a directory */
    struct body *parent;   /* of a directory */
};

struct entry {
    char name[NAME_MAX + 1];
    struct body *body;
    struct entry *next;
};

static struct body *root;
static bool may_fail; /* -ENOMEM or -EIO may come in this step */
static unsigned failed, refused;

static struct body *new_body(uint32_t kind, struct body *parent)
{
    struct body *body = host_alloc(sizeof(*body));
    *body = (struct body){.kind = kind, .parent = parent};
    return body;
}

static void body_put(struct body *body)
{
    if (body->nlink > 0 || body->handles > 0)
        return;
    host_free(body->data);
    host_free(body);
}

static struct entry **find(struct body *dir, const char *name)
{
    struct entry **link = &dir->entries;
    while (*link && strcmp((*link)->name, name) != 0)
        link = &(*link)->next;
    return link;
}

static void add(struct body *dir, const char *name, struct body *body)
{
    struct entry *entry = host_alloc(sizeof(*entry));
    strlcpy(entry->name, name, sizeof(entry->name));
    entry->body = body;
    entry->next = dir->entries;
    dir->entries = entry;
    body->nlink++;
    if (body->kind == S_IFDIR)
        body->parent = dir;
}

static void drop(struct entry **link)
{
    struct entry *entry = *link;
    *link = entry->next;
    entry->body->nlink--;
    body_put(entry->body);
    host_free(entry);
}

static void resize(struct body *body, uint64_t size)
{
    if (size > body->room) {
        uint64_t room = size * 2;
        uint8_t *data = host_alloc(room);
        memcpy(data, body->data ? body->data : data, body->size);
        host_free(body->data);
        body->data = data;
        body->room = room;
    }
    if (size > body->size)
        memset(body->data + body->size, 0, size - body->size);
    body->size = size;
}

static uint64_t model_picture(struct body *dir)
{
    uint64_t sum = 0;
    for (struct entry *e = dir->entries; e; e = e->next) {
        struct body *b = e->body;
        uint64_t contents =
            b->kind == S_IFDIR ? model_picture(b) : picture_bytes(3, b->data, b->size);
        sum = picture_entry(sum, e->name, b->kind, b->size, b->nlink, contents);
    }
    return sum;
}

/* ---- paths: up to three parts, each of few names ---- */

struct where {
    char path[64];
    struct body *dir; /* NULL: `error` says why */
    char name[8];
    int error;
};

static struct where random_where(void)
{
    struct where w = {.dir = root};
    unsigned parts = 1 + rng(3);
    size_t at = 0;
    for (unsigned i = 0; i < parts; i++) {
        w.name[0] = "abcdefgh"[rng(i + 1 < parts ? 3 : 8)];
        w.path[at++] = '/';
        w.path[at++] = w.name[0];
        if (i + 1 < parts && w.dir) {
            struct entry *e = *find(w.dir, w.name);
            w.error = !e                         ? -ENOENT
                      : e->body->kind == S_IFDIR ? 0
                      : e->body->kind == S_IFREG ? -ENOTDIR
                      : e->body->size > NAME_MAX ? -ENAMETOOLONG /* a link to nothing */
                                                 : -ENOENT;
            w.dir = w.error ? NULL : e->body;
        }
    }
    return w;
}

static struct body *body_at(const struct where *w)
{
    struct entry *e = w->dir ? *find(w->dir, w->name) : NULL;
    return e ? e->body : NULL;
}

/* Whether the operation is to be made in the model too: it went well, as expected. */
static bool agree(const char *what, const struct where *w, int64_t got, int64_t want)
{
    if (got < 0 && got != want &&
        (got == -ENOSPC || (may_fail && (got == -ENOMEM || got == -EIO)))) {
        failed++;
        return false;
    }
    CHECK(got == want, "%s %s: %ld, not %ld", what, w->path, got, want);
    refused += want < 0;
    return want >= 0;
}

/* ---- the operations ---- */

static struct {
    struct inode *inode;
    struct body *body;
} handles[4];

static void do_open(void)
{
    struct where w = random_where();
    struct body *old = body_at(&w);
    unsigned h = rng(4);
    int flags = O_RDWR | O_NOFOLLOW | (rng(3) ? O_CREAT : 0) | (rng(4) ? 0 : O_EXCL);
    int want = w.error ? w.error : 0;
    if (handles[h].inode)
        return;
    if (want == 0 && !old)
        want = flags & O_CREAT ? 0 : -ENOENT;
    else if (want == 0)
        want = (flags & O_CREAT) && (flags & O_EXCL) ? -EEXIST
               : old->kind == S_IFDIR                ? -EISDIR
               : old->kind == S_IFLNK                ? -ELOOP
                                                     : 0;
    struct inode *inode;
    if (!agree("open", &w, path_open(NULL, w.path, flags, 0644, &inode), want))
        return;
    if (!old) {
        old = new_body(S_IFREG, NULL);
        add(w.dir, w.name, old);
    }
    handles[h].inode = inode;
    handles[h].body = old;
    old->handles++;
}

static void do_close(unsigned h)
{
    if (!handles[h].inode)
        return;
    inode_put(handles[h].inode);
    handles[h].inode = NULL;
    handles[h].body->handles--;
    body_put(handles[h].body);
}

static uint64_t random_offset(const struct body *body)
{
    switch (rng(8)) {
    case 0:
        return rng(40) * 4096;
    case 1:
        return rng(60) == 0 ? (FS_DIRECT + FS_PTRS) * 4096 + rng(100000) : rng(200000);
    default:
        return body->size > 0 ? rng((uint32_t)body->size) : 0;
    }
}

static void do_write(void)
{
    static uint8_t buf[50000];
    unsigned h = rng(4);
    struct body *body = handles[h].body;
    if (!handles[h].inode)
        return;
    bool append = rng(2);
    uint64_t off = append ? body->size : random_offset(body);
    size_t n = rng(3) ? rng(3000) : rng(sizeof(buf));
    off_t end = -1;
    for (size_t i = 0; i < n; i++)
        buf[i] = (uint8_t)rng(256);
    int64_t got = append ? contents_append(handles[h].inode, io_kernel(buf), n, &end)
                         : contents_write(handles[h].inode, io_kernel(buf), (off_t)off, n);
    if (got >= 0 && got < (int64_t)n)
        failed++; /* there was no room for the rest */
    else
        agree("write", &(struct where){.path = "handle"}, got, (int64_t)n);
    if (got > 0) {
        if (off + (uint64_t)got > body->size)
            resize(body, off + (uint64_t)got);
        memcpy(body->data + off, buf, (size_t)got);
        CHECK(!append || end == (off_t)body->size, "append ended at %ld", end);
    }
}

static void do_bad_write(void)
{
    static uint8_t buf[20000] __attribute__((aligned(4096))); /* whole pages are bad */
    unsigned h = rng(4);
    struct body *body = handles[h].body;
    if (!handles[h].inode)
        return;
    uint64_t off = random_offset(body);
    size_t good = rng(3) * 4096;
    memset(buf, 0x5a, sizeof(buf));
    kernel_bad_address = (uint64_t)buf + good;
    int64_t got = contents_write(handles[h].inode, io_user(buf), (off_t)off, sizeof(buf));
    kernel_bad_address = UINT64_MAX;
    CHECK(got <= (int64_t)good, "more was written than was readable: %ld", got);
    if (got < 0)
        agree("bad write", &(struct where){.path = "handle"}, got, -EFAULT);
    if (got > 0) {
        if (off + (uint64_t)got > body->size)
            resize(body, off + (uint64_t)got);
        memcpy(body->data + off, buf, (size_t)got);
    }
}

static void do_read(void)
{
    static uint8_t buf[30000];
    unsigned h = rng(4);
    struct body *body = handles[h].body;
    if (!handles[h].inode)
        return;
    uint64_t off = random_offset(body);
    size_t n = rng(sizeof(buf));
    int64_t want = off >= body->size ? 0 : (int64_t)(body->size - off < n ? body->size - off : n);
    int64_t got = contents_read(handles[h].inode, io_user(buf), (off_t)off, n);
    if (got >= 0 && got < want && may_fail) {
        failed++;
        want = got;
    }
    if (agree("read", &(struct where){.path = "handle"}, got, want) && want > 0)
        CHECK(memcmp(buf, body->data + off, (size_t)want) == 0, "wrong bytes at %lu", off);
}

static void do_truncate(void)
{
    unsigned h = rng(4);
    if (!handles[h].inode)
        return;
    uint64_t size = random_offset(handles[h].body);
    if (agree("truncate", &(struct where){.path = "handle"},
              contents_truncate(handles[h].inode, (off_t)size), 0))
        resize(handles[h].body, size);
}

static void do_mkdir(void)
{
    struct where w = random_where();
    int want = w.error ? w.error : body_at(&w) ? -EEXIST : 0;
    if (agree("mkdir", &w, path_mkdir(NULL, w.path, 0755), want))
        add(w.dir, w.name, new_body(S_IFDIR, w.dir));
}

static void do_symlink(void)
{
    struct where w = random_where();
    char target[300];
    size_t n = 1 + rng(sizeof(target) - 1);
    int want = w.error ? w.error : body_at(&w) ? -EEXIST : 0;
    memset(target, 'x', n);
    target[n - 1] = '\0';
    if (n == 1)
        want = -ENOENT;
    if (agree("symlink", &w, path_symlink(NULL, target, w.path), want)) {
        struct body *link = new_body(S_IFLNK, NULL);
        resize(link, n - 1);
        memcpy(link->data, target, n - 1);
        add(w.dir, w.name, link);
    }
}

static void do_unlink(void)
{
    struct where w = random_where();
    struct body *body = body_at(&w);
    int want = w.error ? w.error : !body ? -ENOENT : body->kind == S_IFDIR ? -EISDIR : 0;
    if (agree("unlink", &w, path_unlink(NULL, w.path), want))
        drop(find(w.dir, w.name));
}

static void do_rmdir(void)
{
    struct where w = random_where();
    struct body *body = body_at(&w);
    int want = w.error                 ? w.error
               : !body                 ? -ENOENT
               : body->kind != S_IFDIR ? -ENOTDIR
               : body->entries         ? -ENOTEMPTY
                                       : 0;
    if (agree("rmdir", &w, tree_rmdir(NULL, w.path), want))
        drop(find(w.dir, w.name));
}

static void do_link(void)
{
    struct where from = random_where(), to = random_where();
    struct body *body = body_at(&from);
    int want = from.error              ? from.error
               : !body                 ? -ENOENT
               : to.error              ? to.error
               : body->kind == S_IFDIR ? -EPERM
               : body_at(&to)          ? -EEXIST
                                       : 0;
    if (agree("link", &to, link_path(NULL, from.path, to.path), want))
        add(to.dir, to.name, body);
}

static bool is_below(struct body *dir, struct body *top)
{
    while (dir != top && dir != root)
        dir = dir->parent;
    return dir == top;
}

static int rename_result(struct where *from, struct where *to)
{
    struct body *body = body_at(from), *old = body_at(to);
    if (from->error || to->error)
        return from->error ? from->error : to->error;
    if (!body)
        return -ENOENT;
    if (body == old)
        return 0;
    if (body->kind == S_IFDIR && is_below(to->dir, body))
        return -EINVAL;
    if (!old)
        return 0;
    if (old->kind != S_IFDIR)
        return body->kind == S_IFDIR ? -ENOTDIR : 0;
    return body->kind != S_IFDIR ? -EISDIR : old->entries ? -ENOTEMPTY : 0;
}

static void do_rename(void)
{
    struct where from = random_where(), to = random_where();
    struct body *body = body_at(&from), *old = body_at(&to);
    if (!agree("rename", &from, tree_rename(NULL, from.path, NULL, to.path),
               rename_result(&from, &to)))
        return;
    if (body == old)
        return;
    if (old)
        drop(find(to.dir, to.name));
    add(to.dir, to.name, body);
    drop(find(from.dir, from.name));
}

static void do_path_of(void)
{
    struct where w = random_where();
    struct body *body = body_at(&w);
    if (!body || body->kind != S_IFDIR)
        return;
    struct inode *dir;
    int r = path_lookup(NULL, w.path, true, &dir);
    if (!agree("lookup", &w, r, 0))
        return;
    char buf[64];
    int64_t n = tree_path(dir, buf, sizeof(buf));
    if (agree("tree_path", &w, n, (int64_t)strlen(w.path) + 1))
        CHECK(strcmp(buf, w.path) == 0, "%s is not %s", buf, w.path);
    CHECK(may_fail || tree_path(dir, buf, strlen(w.path)) == -ERANGE, "tree_path wrote too much");
    inode_put(dir);
}

static void step(void)
{
    static void (*const operations[])(void) = {
        do_open,    do_open,     do_open,   do_write,   do_write, do_write, do_write,  do_bad_write,
        do_write,   do_write,    do_read,   do_read,    do_mkdir, do_mkdir, do_rmdir,  do_unlink,
        do_symlink, do_truncate, do_unlink, do_path_of, do_link,  do_link,  do_rename, do_rename,
    };
    unsigned choice = rng(sizeof(operations) / sizeof(operations[0]) + 2);
    if (choice < sizeof(operations) / sizeof(operations[0]))
        operations[choice]();
    else
        do_close(rng(4));
}

static void compare(void)
{
    sim_fsck("after a step");
    CHECK(sim_picture() == model_picture(root), "the file system and the model differ");
}

int main(int argc, char **argv)
{
    host_tool = "fs_model";
    uint64_t seed, steps, nblocks;
    char *end;
    CHECK(argc >= 4 && host_number(argv[1], &end, &seed) && host_number(argv[2], &end, &steps) &&
              host_number(argv[3], &end, &nblocks),
          "usage");
    bool memory = argc > 4 && argv[4][0] == 'm', disk = argc > 4 && argv[4][0] == 'd';
    rng_seed(seed);
    kernel_quiet = true;
    struct sim *sim = sim_create((uint32_t)nblocks, nblocks < 200 ? 40 : 0);
    CHECK(sim_mount(sim, 64) == 0, "mount");
    root = new_body(S_IFDIR, NULL);
    for (uint64_t i = 0; i < steps; i++) {
        unsigned before = failed;
        may_fail = (memory || disk) && rng(3) == 0;
        if (may_fail && memory)
            kernel_alloc_budget = rng(6);
        if (may_fail && disk)
            sim->reads_left = rng(4);
        step();
        kernel_alloc_budget = sim->reads_left = UINT64_MAX;
        if (failed != before || i % 64 == 0)
            compare();
        if (rng(100) == 0)
            CHECK(fs_sync() == 0, "sync");
        if (rng(300) == 0) {
            for (unsigned h = 0; h < 4; h++)
                do_close(h);
            CHECK(fs_unmount() == 0 && sim_mount(sim, 64 + rng(200)) == 0, "mount again");
            compare();
        }
    }
    compare();
    CHECK(refused > steps / 100, "nothing was refused");
    CHECK((failed > 0) == (nblocks < 1000 || memory || disk), "%u failures", failed);
    return 0;
}
