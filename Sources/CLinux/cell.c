// The worker's cell: which system calls it may make (seccomp), and which files it may open (Landlock).
//
// The filter is a list of permitted calls. A call that is not on it has one of three results, depending on what such a
// call would mean:
//
// - *The process is killed* for calls that no decoder makes but an intruder starts with: starting a program, inspecting
//   another process, mounting, keyrings, io_uring. That costs one photo, and the intruder gets no second attempt.
// - *The call fails with a specific error* for calls that libraries try but can do without: the C library contacts a
//   name service over a socket, GIO creates a file monitor, an allocator a file in memory.
// - *The call fails with ENOSYS, and its number is reported* (`vitrine_next_unlisted_call`) for everything else.
//   Another version of a library may make calls that were never seen here. Libraries have to work on older kernels, so
//   the picture usually appears anyway, and the log says which call to look into.
//
// A filter sees the registers of a call, never the memory that they point to. Paths are therefore up to Landlock, and
// calls with arguments in memory (clone3, openat2) don't exist here: the C library then falls back to clone and openat.

#define _GNU_SOURCE
#include "CLinux.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef __NR_futex_waitv
#define __NR_futex_waitv 449
#endif

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCHITECTURE

_Static_assert(__BYTE_ORDER == __LITTLE_ENDIAN, "the low half of an argument comes first");

#define COUNT(list) (sizeof(list) / sizeof *(list))

/// Permitted with any arguments. The kernel caches these in a bit map and does not run the filter for them.
static const int allowed_calls[] = {
    // Open descriptors.
    __NR_read, __NR_readv, __NR_pread64, __NR_write, __NR_writev, __NR_lseek, __NR_close, __NR_dup, __NR_dup3,
    __NR_sendmsg, __NR_recvmsg, __NR_ppoll, __NR_pselect6, __NR_eventfd2, __NR_fadvise64, __NR_getdents64, __NR_fstat,
    __NR_fstatfs,
    // Names; opening is a different matter. Whether a file exists is visible.
    __NR_newfstatat, __NR_statx, __NR_statfs, __NR_faccessat, __NR_faccessat2, __NR_readlinkat, __NR_getcwd,
    // Memory, except for making it executable.
    __NR_brk, __NR_munmap, __NR_mremap, __NR_madvise, __NR_mincore, __NR_membarrier,
    // Threads and waiting.
    __NR_futex, __NR_futex_waitv, __NR_set_robust_list, __NR_get_robust_list, __NR_set_tid_address, __NR_rseq,
    __NR_sched_yield, __NR_sched_getaffinity, __NR_sched_getparam, __NR_sched_getscheduler, __NR_sched_getattr,
    __NR_sched_get_priority_max, __NR_sched_get_priority_min, __NR_getcpu, __NR_exit, __NR_exit_group,
    // Signals to itself.
    __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_rt_sigpending, __NR_sigaltstack,
    __NR_restart_syscall,
    // Time.
    __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_nanosleep, __NR_gettimeofday, __NR_setitimer,
    __NR_getitimer, __NR_times,
    // Its own identity and state.
    __NR_getpid, __NR_gettid, __NR_getppid, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_getresuid,
    __NR_getresgid, __NR_getpriority, __NR_getrusage, __NR_getrandom, __NR_uname, __NR_sysinfo,
#ifdef __x86_64__
    __NR_poll, __NR_select, __NR_dup2, __NR_access, __NR_stat, __NR_lstat, __NR_readlink, __NR_getrlimit, __NR_time,
    __NR_arch_prctl,
#endif
};

/// Libraries try these and can do without them.
static const int refused_calls[] = {
    // Name services, the system's log, a message bus.
    __NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4, __NR_sendto,
    __NR_recvfrom, __NR_setsockopt, __NR_getsockopt, __NR_getsockname,
    __NR_getpeername, __NR_sendmmsg, __NR_recvmmsg,
    // Their own caches; file monitors.
    __NR_unlinkat, __NR_renameat2, __NR_mkdirat, __NR_linkat, __NR_symlinkat, __NR_mknodat, __NR_truncate,
    __NR_ftruncate, __NR_fallocate, __NR_fchmod, __NR_fchmodat, __NR_fchown, __NR_fchownat, __NR_utimensat, __NR_flock,
    __NR_fsync, __NR_inotify_init1,
    // Other processes, and scheduling.
    __NR_kill, __NR_tkill, __NR_setpriority, __NR_sched_setaffinity, __NR_sched_setscheduler, __NR_sched_setparam,
    __NR_sched_setattr, __NR_setrlimit,
    // Shared memory and queues.
    __NR_shmget, __NR_shmat, __NR_msgget, __NR_semget, __NR_mq_open,
#ifdef __NR_renameat
    __NR_renameat,
#endif
#ifdef __x86_64__
    __NR_fork, __NR_vfork, __NR_creat, __NR_unlink, __NR_rename, __NR_mkdir, __NR_rmdir, __NR_link, __NR_symlink,
    __NR_chmod, __NR_chown, __NR_lchown, __NR_mknod, __NR_utime, __NR_utimes, __NR_futimesat, __NR_inotify_init,
#endif
};

/// Reported as missing in this kernel: libraries have a fallback.
static const int absent_calls[] = {__NR_clone3, __NR_openat2, __NR_memfd_create};

/// Only an intruder would make these calls.
static const int deadly_calls[] = {
    // Programs, and other processes' memory and descriptors.
    __NR_execve, __NR_execveat, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_process_madvise,
    __NR_pidfd_open, __NR_pidfd_getfd, __NR_pidfd_send_signal, __NR_kcmp, __NR_rt_sigqueueinfo,
    __NR_rt_tgsigqueueinfo,
    // Ways around a filter, and large attack surfaces of the kernel.
    __NR_io_uring_setup, __NR_io_uring_enter, __NR_io_uring_register, __NR_bpf, __NR_perf_event_open,
    __NR_userfaultfd, __NR_personality, __NR_seccomp, __NR_memfd_secret, __NR_remap_file_pages,
    __NR_name_to_handle_at, __NR_open_by_handle_at, __NR_fanotify_init, __NR_fanotify_mark,
    // Keys of the session.
    __NR_keyctl, __NR_add_key, __NR_request_key,
    // Other views of the system.
    __NR_unshare, __NR_setns, __NR_chroot, __NR_pivot_root, __NR_mount, __NR_umount2, __NR_move_mount, __NR_open_tree,
    __NR_fsopen, __NR_fsconfig, __NR_fsmount, __NR_fspick, __NR_mount_setattr,
    // Another user.
    __NR_setuid, __NR_setgid, __NR_setreuid, __NR_setregid, __NR_setresuid, __NR_setresgid, __NR_setgroups,
    __NR_setfsuid, __NR_setfsgid, __NR_capset,
    // The machine.
    __NR_reboot, __NR_swapon, __NR_swapoff, __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load,
    __NR_acct, __NR_quotactl, __NR_syslog, __NR_sethostname, __NR_setdomainname, __NR_settimeofday,
    __NR_clock_settime, __NR_adjtimex, __NR_clock_adjtime, __NR_vhangup,
#ifdef __NR_kexec_file_load
    __NR_kexec_file_load,
#endif
#ifdef __x86_64__
    __NR_iopl, __NR_ioperm, __NR_modify_ldt,
#endif
};

/// Names of threads and of memory, which GLib and the C library give.
static const uint32_t allowed_process_options[] = {PR_SET_NAME, PR_GET_NAME, 0x53564d41 /* PR_SET_VMA */};
/// Whether it is a terminal, and how much can be read. Not TIOCSTI or TIOCLINUX, which type into one.
static const uint32_t allowed_device_requests[] = {TCGETS, FIONREAD, TIOCGWINSZ};
/// Not F_SETOWN or F_SETSIG: the kernel would send signals to others in the name of this process.
static const uint32_t allowed_descriptor_commands[] = {F_GETFD,         F_SETFD, F_GETFL, F_SETFL,
                                                       F_DUPFD_CLOEXEC, F_DUPFD};

/// What pthread_create passes to clone: a thread of this process. Its other flags only say where things are.
enum { THREAD_FLAGS = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM };
enum {
  THREAD_OPTIONS =
      CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | 0x00400000 /* CLONE_DETACHED */
};

/// All flags that make opening more than reading. `O_TMPFILE` in <fcntl.h> is two bits, one of them O_DIRECTORY.
enum { WRITING_FLAGS = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY) };

// MARK: The filter

struct program {
  struct sock_filter code[700];
  unsigned short count;
};

static void emit(struct program *program, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
  // The lists above are constants: either the result fits, or starting the first worker fails.
  if (program->count == COUNT(program->code)) _exit(70);
  program->code[program->count++] = (struct sock_filter){code, if_true, if_false, value};
}

static void load(struct program *program, size_t offset) {
  emit(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(struct program *program, uint32_t action) { emit(program, BPF_RET | BPF_K, action, 0, 0); }

static void compare(struct program *program, uint32_t value, unsigned if_equal, unsigned if_not) {
  emit(program, BPF_JMP | BPF_JEQ | BPF_K, value, (uint8_t)if_equal, (uint8_t)if_not);
}

static uint32_t error(int code) { return SECCOMP_RET_ERRNO | (uint32_t)code; }

/// The low half of an argument, the only part that the kernel uses for an `int` parameter.
static size_t low(int argument) { return offsetof(struct seccomp_data, args) + 8 * (size_t)argument; }

static void answer_all(struct program *program, const int *calls, size_t count, uint32_t action) {
  for (size_t i = 0; i < count; i++) {
    compare(program, (uint32_t)calls[i], 0, 1);
    answer(program, action);
  }
}

/// Permits a call if these bits of an argument have this value.
static void allow_bits(struct program *program, int call, int argument, uint32_t bits, uint32_t value, int otherwise) {
  compare(program, (uint32_t)call, 0, 5);
  load(program, low(argument));
  emit(program, BPF_ALU | BPF_AND | BPF_K, bits, 0, 0);
  compare(program, value, 0, 1);
  answer(program, SECCOMP_RET_ALLOW);
  answer(program, error(otherwise));
}

/// Permits a call if an argument is one of these values; at most 250.
static void allow_values(struct program *program, int call, int argument, const uint32_t *values, size_t count,
                         int otherwise) {
  compare(program, (uint32_t)call, 0, (unsigned)count + 3);
  load(program, low(argument));
  for (size_t i = 0; i < count; i++) compare(program, values[i], (unsigned)(count - i), 0);
  answer(program, error(otherwise));
  answer(program, SECCOMP_RET_ALLOW);
}

/// It can read its own limits, but not set any or read those of other processes.
static void allow_reading_limits(struct program *program) {
  compare(program, __NR_prlimit64, 0, 8);
  load(program, low(0));
  compare(program, 0, 0, 5);
  load(program, low(2));
  compare(program, 0, 0, 3);
  load(program, low(2) + 4);
  compare(program, 0, 0, 1);
  answer(program, SECCOMP_RET_ALLOW);
  answer(program, error(EPERM));
}

static void build(struct program *program) {
  load(program, offsetof(struct seccomp_data, arch));
  compare(program, OWN_ARCHITECTURE, 1, 0);
  answer(program, SECCOMP_RET_KILL_PROCESS);
  load(program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  // The x32 numbers of the same calls.
  emit(program, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  answer(program, SECCOMP_RET_KILL_PROCESS);
#endif
  allow_bits(program, __NR_mmap, 2, PROT_EXEC, 0, EPERM);
  allow_bits(program, __NR_mprotect, 2, PROT_EXEC, 0, EPERM);
  allow_values(program, __NR_fcntl, 1, allowed_descriptor_commands, COUNT(allowed_descriptor_commands), EPERM);
  allow_bits(program, __NR_openat, 2, WRITING_FLAGS, O_RDONLY, EACCES);
#ifdef __x86_64__
  allow_bits(program, __NR_open, 1, WRITING_FLAGS, O_RDONLY, EACCES);
#endif
  allow_bits(program, __NR_clone, 0, ~(uint32_t)THREAD_OPTIONS, THREAD_FLAGS, EPERM);
  allow_values(program, __NR_prctl, 0, allowed_process_options, COUNT(allowed_process_options), EPERM);
  allow_values(program, __NR_ioctl, 1, allowed_device_requests, COUNT(allowed_device_requests), EPERM);
  allow_reading_limits(program);
  // For abort(3).
  uint32_t own_process = (uint32_t)getpid();
  allow_values(program, __NR_tgkill, 0, &own_process, 1, EPERM);
  answer_all(program, allowed_calls, COUNT(allowed_calls), SECCOMP_RET_ALLOW);
  answer_all(program, refused_calls, COUNT(refused_calls), error(EPERM));
  answer_all(program, absent_calls, COUNT(absent_calls), error(ENOSYS));
  answer_all(program, deadly_calls, COUNT(deadly_calls), SECCOMP_RET_KILL_PROCESS);
  answer(program, SECCOMP_RET_TRAP);
}

// MARK: Unlisted calls

enum { TOLD_CALLS = 1024, WORD = 8 * sizeof(unsigned long) };
static atomic_ulong tried_calls[TOLD_CALLS / WORD];
static unsigned long told_calls[TOLD_CALLS / WORD];

/// The call was not made. Records its number, and returns the error of a kernel that does not have it.
static void unlisted_call(int signal, siginfo_t *info, void *context) {
  (void)signal;
  unsigned number = (unsigned)info->si_syscall;
  if (number < TOLD_CALLS) atomic_fetch_or(&tried_calls[number / WORD], 1ul << number % WORD);
  mcontext_t *registers = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  registers->gregs[REG_RAX] = -ENOSYS;
#else
  registers->regs[0] = (unsigned long long)-ENOSYS;
#endif
}

static int filter_calls(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = unlisted_call;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGSYS, &action, NULL) != 0) return 0;
  struct program program = {.count = 0};
  build(&program);
  struct sock_fprog filter = {program.count, program.code};
  // For all threads, so that a thread that a library started early is no way out.
  return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0;
}

int vitrine_next_unlisted_call(void) {
  for (unsigned number = 0; number < TOLD_CALLS; number++) {
    unsigned long bit = 1ul << number % WORD;
    if ((atomic_load(&tried_calls[number / WORD]) & bit & ~told_calls[number / WORD]) == 0) continue;
    told_calls[number / WORD] |= bit;
    return (int)number;
  }
  return -1;
}

#else

static int filter_calls(void) { return 0; }
int vitrine_next_unlisted_call(void) { return -1; }

#endif

// MARK: Landlock

// Debian 12's <linux/landlock.h> has two of seven versions. Numbers and layouts are from the kernel's "Landlock:
// unprivileged access control"; they never change.

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, RULE_PATH_BENEATH = 1 };
enum { READ_FILE = 1 << 2, READ_FOLDER = 1 << 3 };

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scoped;
};

struct path_rule {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

/// What decoding reads after the sandbox is closed: only files that any user may read anyway.
static const char *const readable_paths[] = {
    // Fonts, for text in SVG, and the font caches.
    "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/var/cache/fontconfig",
    "/usr/share/texmf/fonts", "/usr/share/ghostscript/fonts", "/usr/share/X11/fonts",
    // The same on systems with a package store.
    "/nix/store", "/gnu/store", "/run/current-system/sw/share/X11/fonts",
    // Colour profiles by name.
    "/usr/share/color/icc",
    // The types of pictures inside an SVG.
    "/usr/share/mime",
    // For choosing a number of threads.
    "/sys/devices/system/cpu/online", "/sys/devices/system/cpu/possible"};

static void allow_reading(int rules, const char *path) {
  int folder = open(path, O_PATH | O_CLOEXEC);
  if (folder < 0) return;
  struct path_rule rule = {READ_FILE | READ_FOLDER, folder};
  if (syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0) != 0) {
    // A file cannot be listed.
    rule.allowed = READ_FILE;
    syscall(ADD_RULE, rules, RULE_PATH_BENEATH, &rule, 0);
  }
  close(folder);
}

/// - Returns: The version in effect, 0 for none.
static int bound_files(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
  if (version < 1) return 0;
  struct ruleset handled = {0, 0, 0};
  // 13 rights in the first version, then one each: linking to other folders (2), truncating (3), device requests (5).
  handled.files = (1 << 13) - 1;
  if (version >= 2) handled.files |= 1 << 13;
  if (version >= 3) handled.files |= 1 << 14;
  if (version >= 5) handled.files |= 1 << 15;
  // TCP: binding and connecting.
  if (version >= 4) handled.network = 3;
  // Other processes' abstract sockets, and signals to other processes.
  if (version >= 6) handled.scoped = 3;
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int rules = (int)syscall(CREATE_RULESET, &handled, size, 0);
  if (rules < 0) return 0;
  for (size_t i = 0; i < sizeof readable_paths / sizeof *readable_paths; i++) allow_reading(rules, readable_paths[i]);
  int holds = syscall(RESTRICT_SELF, rules, 0) == 0;
  close(rules);
  return holds ? (int)version : 0;
}

struct vitrine_cell vitrine_close_cell(void) {
  struct vitrine_cell cell = {0, 0};
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  // Both mechanisms need it: a privileged program could be tricked by calls that fail.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return cell;
  cell.landlock_version = bound_files();
  cell.filters_calls = filter_calls();
  return cell;
}
