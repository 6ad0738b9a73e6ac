/*
 * The first process of the Linux that `make bench` measures: runs the programs that its arguments
 * name, prints their output, and turns the machine off.
 *
 * The programs print into a file.  The serial line has an interrupt for each few bytes, which
 * would take instructions from the program that runs at the time.
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define OUTPUT   "/output"
#define RAM      "/dev/ram0"
#define RAM_KIB  "16384"
#define EXIT     0xf4 /* the port of isa-debug-exit; tools/qemu.py knows the value */
#define SETTLING 2    /* seconds, in which Linux ends what it has begun at boot */

static void must(int holds, const char *what)
{
    if (!holds)
        err(1, "init: %s", what);
}

static void copy(const char *from, const char *to)
{
    static char buf[65536];
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY);
    must(in >= 0, from);
    must(out >= 0, to);
    for (ssize_t n; (n = read(in, buf, sizeof(buf))) != 0;)
        must(n > 0 && write(out, buf, (size_t)n) == n, to);
    must(close(in) == 0 && close(out) == 0, to);
}

/* A disk in memory with the image of an ext4: fsync() has nothing to do in a tmpfs. */
static void mount_disk(void)
{
    int module = open("/brd.ko", O_RDONLY);
    must(module >= 0, "/brd.ko");
    must(syscall(SYS_finit_module, module, "rd_nr=1 rd_size=" RAM_KIB, 0) == 0, "finit_module");
    must(mknod(RAM, S_IFBLK | 0600, makedev(1, 0)) == 0, RAM);
    copy("/disk.img", RAM);
    must(mount(RAM, "/disk", "ext4", 0, NULL) == 0, "/disk");
}

static void mount_all(void)
{
    must(mount("proc", "/proc", "proc", 0, NULL) == 0, "/proc");
    must(mount("tmpfs", "/tmp", "tmpfs", 0, "nr_inodes=0") == 0, "/tmp");
    mount_disk();
}

/* command: a program's name, or a name and one argument with a colon between them. */
static void run(char *command)
{
    char *program = strtok(command, ":"), *argument = strtok(NULL, ":"), path[64];
    snprintf(path, sizeof(path), "/bin/%s", program);
    pid_t pid = fork();
    must(pid >= 0, "fork");
    if (pid == 0) {
        must(freopen(OUTPUT, "a", stdout) != NULL, OUTPUT);
        execl(path, program, argument, (char *)NULL);
        err(1, "init: %s", path);
    }
    int status;
    must(waitpid(pid, &status, 0) == pid, "waitpid");
    if (status != 0)
        printf("%s ended with status %#x\n", program, status);
}

static void print_output(void)
{
    FILE *output = fopen(OUTPUT, "r");
    for (int c; output && (c = getc(output)) != EOF;)
        putchar(c);
    fflush(stdout);
    tcdrain(STDOUT_FILENO);
}

int main(int argc, char **argv)
{
    mount_all();
    sleep(SETTLING);
    for (int i = 1; i < argc; i++)
        run(argv[i]);
    print_output();
    must(ioperm(EXIT, 4, 1) == 0, "ioperm");
    outl(0x10, EXIT);
    return 0;
}
