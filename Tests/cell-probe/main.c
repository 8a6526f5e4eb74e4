// Shuts itself in as a picture worker does, by the worker's own function, and tries what a decoder that was taken over
// might try: each in a process of its own, with descriptors in hand that no worker has.
//
//   cell-probe          shut in
//   cell-probe open     not shut in: what the system says by itself
//
// Prints "cell FILTER LANDLOCK", and a line for each attempt: its name, a tab, and "worked", "error N" or "killed N".

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// What is in hand.
enum { SOCKET = 0, PARENT = 3, FILE_READ = 4, ROOT = 5, TERMINAL = 6, FIRST_FREE = 7 };

struct attempt {
  const char *name;
  long call;
  long arguments[6];
  /// In place of a call, where one does not do.
  long (*function)(void);
};

static char secret[] = "/tmp/cell-probe.XXXXXX";
static char page[4096] __attribute__((aligned(4096)));

static long make_page_executable(void) { return mprotect(page, sizeof page, PROT_READ | PROT_EXEC); }

static long map_file_executable(void) {
  return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, FILE_READ, 0) == MAP_FAILED ? -1 : 0;
}

static long map_memory_executable(void) {
  int protection = PROT_READ | PROT_WRITE | PROT_EXEC;
  return mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
}

#ifdef __x86_64__
/// getpid of the 32-bit system, whose numbers mean other calls.
static long call_as_32_bits(void) {
  long result = 20;
  __asm__ volatile("int $0x80" : "+a"(result)::"memory", "r8", "r9", "r10", "r11");
  return result;
}
#endif

static int run(const struct attempt *attempt, int is_open) {
  pid_t own = getpid();
  long result = attempt->function ? attempt->function()
                                  : syscall(attempt->call, attempt->arguments[0], attempt->arguments[1],
                                            attempt->arguments[2], attempt->arguments[3], attempt->arguments[4],
                                            attempt->arguments[5]);
  int code = result == -1 ? errno : 0;
  // A process too many is not to go on with the list.
  if (is_open && getpid() != own) _exit(0);
  return code;
}

static void report(const struct attempt *attempt, int is_open) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    for (int fd = FIRST_FREE; fd < 64; fd++) close(fd);
    // A process on the stack below crashes where it is let live; the Swift runtime would tell the test's pipe about it.
    signal(SIGSEGV, SIG_DFL);
    if (!is_open) vitrine_close_cell();
    _exit(run(attempt, is_open));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    printf("%s\tkilled %d\n", attempt->name, WTERMSIG(status));
  } else if (WEXITSTATUS(status) == 0) {
    printf("%s\tworked\n", attempt->name);
  } else {
    printf("%s\terror %d\n", attempt->name, WEXITSTATUS(status));
  }
}

static void take(int fd, int place) {
  if (fd < 0 || dup2(fd, place) < 0) {
    perror("cell-probe: preparing");
    exit(70);
  }
  if (fd != place) close(fd);
}

static void prepare(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int pair[2];
  int file = mkstemp(secret);
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (file < 0 || terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0 ||
      socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
    perror("cell-probe: preparing");
    exit(70);
  }
  // Out of the way of the places below.
  file = fcntl(file, F_DUPFD, 70);
  terminal = fcntl(terminal, F_DUPFD, 70);
  take(pair[0], SOCKET);
  take((int)syscall(SYS_pidfd_open, getpid(), 0), PARENT);
  take(open("/proc/self/exe", O_RDONLY), FILE_READ);
  take(open("/", O_RDONLY | O_DIRECTORY), ROOT);
  take(open(ptsname(terminal), O_RDWR | O_NOCTTY), TERMINAL);
}

#define AT(path) AT_FDCWD, (long)(path)
#define CALL(name, ...) {#name, SYS_##name, {__VA_ARGS__}, NULL}
#define NAMED(name, call, ...) {name, SYS_##call, {__VA_ARGS__}, NULL}

int main(int count, char **words) {
  int is_open = count == 2 && strcmp(words[1], "open") == 0;
  prepare();
  long parent = getpid();
  char parent_memory[64], parent_environment[64];
  snprintf(parent_memory, sizeof parent_memory, "/proc/%ld/mem", parent);
  snprintf(parent_environment, sizeof parent_environment, "/proc/%ld/environ", parent);
  char *none[] = {NULL};
  struct sockaddr_un address = {AF_UNIX, "\0cell-probe"};
  struct rlimit limit = {0, 0};
  struct iovec piece = {page, sizeof page};
  struct sched_param parameters = {0};
  struct clone_args process = {.exit_signal = SIGCHLD};
  uint64_t how[3] = {O_RDONLY, 0, 0};
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(0, &processors);
  struct attempt attempts[] = {
      // The user's files.
      NAMED("open a file of the user", openat, AT(secret), O_RDONLY),
      NAMED("open a file of the system", openat, AT("/etc/passwd"), O_RDONLY),
      NAMED("open below a folder in hand", openat, ROOT, (long)"etc/passwd", O_RDONLY),
      NAMED("list a folder", openat, AT("/tmp"), O_RDONLY | O_DIRECTORY),
      NAMED("open a file to write", openat, AT(secret), O_WRONLY),
      NAMED("open a file to read and write", openat, AT(secret), O_RDWR),
      NAMED("open the null device to write", openat, AT("/dev/null"), O_WRONLY),
      NAMED("create a file", openat, AT("/tmp/cell-probe.new"), O_RDONLY | O_CREAT | O_EXCL, 0600),
      NAMED("empty a file", openat, AT(secret), O_RDONLY | O_TRUNC),
      NAMED("make a file without a name", openat, AT("/tmp"), O_TMPFILE | O_RDWR, 0600),
      CALL(openat2, AT(secret), (long)how, sizeof how),
      NAMED("open the terminal", openat, AT("/dev/tty"), O_RDWR),
      NAMED("open the parent's memory", openat, AT(parent_memory), O_RDONLY),
      NAMED("open the parent's environment", openat, AT(parent_environment), O_RDONLY),
      NAMED("open its own memory", openat, AT("/proc/self/mem"), O_RDWR),
      CALL(renameat2, AT(secret), AT("/tmp/cell-probe.other"), 0),
      CALL(unlinkat, AT("/tmp/cell-probe.absent"), 0),
      CALL(linkat, AT(secret), AT("/tmp/cell-probe.link"), 0),
      CALL(symlinkat, (long)"/etc/passwd", AT("/tmp/cell-probe.link")),
      CALL(mkdirat, AT("/tmp/cell-probe.folder"), 0700),
      CALL(mknodat, AT("/tmp/cell-probe.pipe"), S_IFIFO | 0600, 0),
      CALL(fchmodat, AT(secret), 0644),
      CALL(fchmod, FILE_READ, 0755),
      CALL(fchownat, AT(secret), -1, -1, 0),
      CALL(truncate, (long)secret, 0),
      CALL(ftruncate, FILE_READ, 0),
      CALL(utimensat, AT(secret), 0, 0),
      CALL(setxattr, (long)secret, (long)"user.probe", (long)"1", 1, 0),
      CALL(chdir, (long)"/tmp"),
      CALL(chroot, (long)"/tmp"),
      CALL(inotify_init1, 0),
      CALL(fanotify_init, 0, 0),
      CALL(name_to_handle_at, AT(secret), 0, 0, 0),
      CALL(open_by_handle_at, ROOT, 0, 0),
      // Other processes, the one above all that has the terminal.
      CALL(pidfd_open, parent, 0),
      CALL(pidfd_getfd, PARENT, TERMINAL, 0),
      CALL(pidfd_send_signal, PARENT, 0, 0, 0),
      NAMED("ptrace the parent", ptrace, 0x4206 /* PTRACE_SEIZE */, parent, 0, 0),
      NAMED("be traced", ptrace, 0 /* PTRACE_TRACEME */, 0, 0, 0),
      CALL(process_vm_readv, parent, (long)&piece, 1, (long)&piece, 1, 0),
      CALL(process_vm_writev, parent, (long)&piece, 1, (long)&piece, 1, 0),
      CALL(process_madvise, PARENT, (long)&piece, 1, 20 /* MADV_COLD */, 0),
      CALL(kcmp, parent, parent, 0, 0, 0),
      CALL(kill, parent, 0),
      NAMED("kill everybody", kill, -1, 0),
      CALL(tkill, parent, 0),
      NAMED("tgkill the parent", tgkill, parent, parent, 0),
      CALL(rt_sigqueueinfo, parent, 0, 0),
      CALL(rt_tgsigqueueinfo, parent, parent, 0, 0),
      NAMED("have the kernel signal the parent", fcntl, SOCKET, F_SETOWN, parent),
      NAMED("choose what it signals", fcntl, SOCKET, F_SETSIG, SIGKILL),
      NAMED("read the parent's limits", prlimit64, parent, RLIMIT_NOFILE, 0, (long)&limit),
      NAMED("set its own limits", prlimit64, 0, RLIMIT_CORE, (long)&limit, 0),
      CALL(setrlimit, RLIMIT_CORE, (long)&limit),
      NAMED("slow the parent down", setpriority, PRIO_PROCESS, parent, 10),
      CALL(sched_setscheduler, parent, SCHED_OTHER, (long)&parameters),
      CALL(sched_setparam, parent, (long)&parameters),
      CALL(sched_setaffinity, parent, sizeof processors, (long)&processors),
      CALL(setsid),
      CALL(setpgid, 0, 0),
      // Programs and processes.
      CALL(execve, (long)"/bin/true", (long)none, (long)none),
      CALL(execveat, ROOT, (long)"bin/true", (long)none, (long)none, 0),
#ifdef SYS_fork
      CALL(fork),
#endif
      NAMED("clone a process", clone, SIGCHLD, 0, 0, 0, 0),
      NAMED("clone a process in this memory", clone, CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, (long)page + 4096, 0, 0, 0),
      NAMED("clone into another view", clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0),
      CALL(clone3, (long)&process, sizeof process),
      CALL(memfd_create, (long)"probe", 0),
      {"make a page executable", 0, {0}, make_page_executable},
      {"map a file as a program", 0, {0}, map_file_executable},
      {"map memory as a program", 0, {0}, map_memory_executable},
      CALL(pkey_mprotect, (long)page, sizeof page, PROT_READ | PROT_EXEC, -1),
      CALL(personality, 0x0400000 /* READ_IMPLIES_EXEC */),
      // The network, and other ways to talk.
      NAMED("socket of the network", socket, AF_INET, SOCK_STREAM, 0),
      NAMED("socket of this machine", socket, AF_UNIX, SOCK_STREAM, 0),
      NAMED("socket of the kernel", socket, AF_NETLINK, SOCK_RAW, 0),
      CALL(socketpair, AF_UNIX, SOCK_STREAM, 0, (long)page),
      CALL(connect, SOCKET, (long)&address, sizeof address),
      CALL(bind, SOCKET, (long)&address, sizeof address),
      CALL(sendto, SOCKET, (long)page, 1, MSG_NOSIGNAL, 0, 0),
      CALL(shmget, 0x7069, 4096, 0600),
      CALL(shmat, 0, 0, 0),
      CALL(msgget, 0x7069, 0600),
      CALL(semget, 0x7069, 1, 0600),
      CALL(mq_open, (long)"cell-probe", O_RDONLY, 0, 0),
      CALL(keyctl, 0, -3, 0, 0, 0),
      CALL(add_key, (long)"user", (long)"probe", (long)"1", 1, -2),
      CALL(request_key, (long)"user", (long)"probe", 0, -2),
      // The terminal, by a descriptor in hand.
      NAMED("type into the terminal", ioctl, TERMINAL, TIOCSTI, (long)"x"),
      NAMED("paste into the console", ioctl, TERMINAL, 0x541C /* TIOCLINUX */, (long)"\3"),
      NAMED("take the terminal", ioctl, TERMINAL, TIOCSCTTY, 1),
      NAMED("change the terminal", ioctl, TERMINAL, TIOCSWINSZ, (long)page),
      // Its own cell.
      NAMED("let others look in", prctl, PR_SET_DUMPABLE, 1, 0, 0, 0),
      NAMED("let the parent trace", prctl, PR_SET_PTRACER, parent, 0, 0, 0),
      NAMED("choose when to die", prctl, PR_SET_PDEATHSIG, 0, 0, 0, 0),
      NAMED("filter by prctl", prctl, PR_SET_SECCOMP, 2, 0, 0, 0),
      CALL(seccomp, 1, 0, 0),
      // The kernel.
      CALL(bpf, 0, (long)page, 0),
      CALL(perf_event_open, (long)page, 0, -1, -1, 0),
      CALL(userfaultfd, 0),
      CALL(io_uring_setup, 1, (long)page),
      CALL(io_uring_enter, SOCKET, 0, 0, 0, 0, 0),
      CALL(unshare, CLONE_NEWUSER),
      CALL(setns, PARENT, CLONE_NEWNS),
      CALL(mount, 0, (long)"/tmp/cell-probe.absent", (long)"tmpfs", 0, 0),
      CALL(umount2, (long)"/tmp/cell-probe.absent", 0),
      CALL(fsopen, (long)"tmpfs", 0),
      CALL(open_tree, AT("/tmp"), 0),
      CALL(move_mount, -1, 0, -1, 0, 0),
      CALL(pivot_root, (long)"/tmp/cell-probe.absent", (long)"/tmp/cell-probe.absent"),
      CALL(setuid, 0),
      CALL(setgroups, 0, 0),
      CALL(capset, 0, 0),
      CALL(swapon, (long)"/tmp/cell-probe.absent", 0),
      CALL(swapoff, (long)"/tmp/cell-probe.absent"),
      CALL(reboot, 0, 0, 0, 0),
      CALL(init_module, 0, 0, (long)""),
      CALL(finit_module, -1, (long)"", 0),
      CALL(delete_module, (long)"cell_probe_absent", O_NONBLOCK),
      CALL(kexec_load, 0, 0, 0, -1),
      CALL(acct, (long)"/tmp/cell-probe.absent"),
      CALL(syslog, 99, 0, 0),
      CALL(sethostname, 0, -1),
      CALL(settimeofday, 0, 1),
      CALL(clock_settime, 99, 0),
      CALL(quotactl, -1, 0, 0, 0),
#ifdef __x86_64__
      CALL(iopl, 99),
      CALL(ioperm, 0, 0, 1),
      CALL(modify_ldt, 99, 0, 0),
      CALL(open, (long)secret, O_RDWR),
      {"a call of 32 bits", 0, {0}, call_as_32_bits},
      {"a call of x32", 0x40000000 | 39, {0}, NULL},
#endif
      {"a call that no kernel has", 1000, {0}, NULL},
  };
  struct vitrine_cell cell = {0, 0};
  pid_t child = is_open ? -1 : fork();
  if (child == 0) {
    cell = vitrine_close_cell();
    _exit(cell.landlock_version << 1 | (cell.filters_calls != 0));
  }
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)) {
    cell.filters_calls = WEXITSTATUS(status) & 1;
    cell.landlock_version = WEXITSTATUS(status) >> 1;
  }
  printf("cell %d %d\n", cell.filters_calls, cell.landlock_version);
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) report(&attempts[i], is_open);
  // What could be made without the lock.
  char *made[] = {"new", "other", "link", "pipe"};
  for (size_t i = 0; i < 4; i++) {
    char path[64];
    snprintf(path, sizeof path, "/tmp/cell-probe.%s", made[i]);
    unlink(path);
  }
  rmdir("/tmp/cell-probe.folder");
  unlink(secret);
  return 0;
}
