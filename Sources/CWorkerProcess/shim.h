#ifndef CWORKERPROCESS_SHIM_H
#define CWORKERPROCESS_SHIM_H

// What Swift cannot say by itself about its own process: prctl and fcntl are variadic, limits have enum
// arguments in C, and a signal handler must be plain C.

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

/// No program that this one starts may gain privileges. Returns 0, or -1 with `errno`.
static inline int vitrine_forbid_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// Soft and hard limits; see getrlimit(2).

static inline int vitrine_limit_address_space(unsigned long long bytes) {
  struct rlimit limit = {bytes, bytes};
  return setrlimit(RLIMIT_AS, &limit);
}

static inline int vitrine_limit_file_size(unsigned long long bytes) {
  struct rlimit limit = {bytes, bytes};
  return setrlimit(RLIMIT_FSIZE, &limit);
}

static inline int vitrine_limit_open_files(unsigned long long count) {
  struct rlimit limit = {count, count};
  return setrlimit(RLIMIT_NOFILE, &limit);
}

static inline int vitrine_forbid_core_files(void) {
  struct rlimit limit = {0, 0};
  return setrlimit(RLIMIT_CORE, &limit);
}

/// One heap for all threads: an arena reserves 64 MiB of address space, which is limited.
static inline void vitrine_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

/// How much of the heap is taken from the system and not in use.
static inline long long vitrine_free_heap_bytes(void) { return (long long)mallinfo2().fordblks; }

/// Gives memory that is not in use back to the system. It takes a millisecond where there is much.
static inline void vitrine_give_memory_back(void) { malloc_trim(0); }

/// After so many seconds of CPU, SIGPROF ends the process (its default action); 0 calls it off.
static inline int vitrine_end_after_cpu_seconds(unsigned seconds) {
  struct itimerval timer = {{0, 0}, {seconds, 0}};
  return setitimer(ITIMER_PROF, &timer, NULL);
}

static inline void vitrine_ignore_signal(int number) { signal(number, SIG_IGN); }

static void vitrine_socket_changed(int number) {
  (void)number;
  int saved = errno;
  struct pollfd entry = {.fd = 0, .events = 0, .revents = 0};
  // Only async-signal-safe calls here.
  if (poll(&entry, 1, 0) == 1 && (entry.revents & (POLLHUP | POLLERR)) != 0) _exit(0);
  errno = saved;
}

/// Ends this process as soon as the other end of the socket on descriptor 0 is closed, even in the middle
/// of a decoder: the kernel says SIGIO when a socket changes.
///
/// Not PR_SET_PDEATHSIG: that follows the thread that started this process, and the main process starts
/// workers from threads that come and go.
static inline int vitrine_end_with_socket(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = vitrine_socket_changed;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGIO, &action, NULL) != 0) return -1;
  if (fcntl(0, F_SETOWN, getpid()) != 0) return -1;
  int flags = fcntl(0, F_GETFL);
  if (flags < 0 || fcntl(0, F_SETFL, flags | O_ASYNC) != 0) return -1;
  // It may have been closed before anybody listened.
  vitrine_socket_changed(SIGIO);
  return 0;
}

#if defined(__x86_64__)
#define VITRINE_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define VITRINE_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

#define VITRINE_LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, field))
#define VITRINE_ANSWER(code) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (code))
#define VITRINE_REFUSE(call, code) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), VITRINE_ANSWER(code)
/// Refuses a call if any of these bits of an argument is set, and allows it otherwise.
#define VITRINE_REFUSE_BITS(call, argument, bits)                                               \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), VITRINE_LOAD(args[argument]),              \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1), VITRINE_ANSWER(EPERM),                \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/// From now on no system call opens a connection, starts a program or a process, or creates, changes or
/// removes a file: it fails with EPERM. A decoder that was taken over can read, and talk to the main
/// process, but to nobody else.
///
/// A list of what is refused, not of what is allowed: the libraries' needs differ from version to
/// version, and a forgotten call must not cost the pictures. Returns 0, or -1 where the kernel or the
/// architecture has no such filter. Needs vitrine_forbid_new_privileges() before.
static inline int vitrine_refuse_system_calls(void) {
#ifdef VITRINE_AUDIT_ARCH
  struct sock_filter filter[] = {
      VITRINE_LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VITRINE_AUDIT_ARCH, 1, 0),
      VITRINE_ANSWER(EPERM),
      VITRINE_LOAD(nr),
#ifdef __x86_64__
      // The x32 numbers of the same calls.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      VITRINE_ANSWER(EPERM),
      VITRINE_REFUSE(__NR_fork, EPERM),
      VITRINE_REFUSE(__NR_vfork, EPERM),
      VITRINE_REFUSE(__NR_creat, EPERM),
      VITRINE_REFUSE(__NR_unlink, EPERM),
      VITRINE_REFUSE(__NR_rename, EPERM),
      VITRINE_REFUSE(__NR_mkdir, EPERM),
      VITRINE_REFUSE(__NR_rmdir, EPERM),
      VITRINE_REFUSE(__NR_link, EPERM),
      VITRINE_REFUSE(__NR_symlink, EPERM),
      VITRINE_REFUSE(__NR_chmod, EPERM),
      VITRINE_REFUSE(__NR_chown, EPERM),
      VITRINE_REFUSE(__NR_lchown, EPERM),
      VITRINE_REFUSE(__NR_mknod, EPERM),
#endif
      VITRINE_REFUSE(__NR_socket, EPERM),
      VITRINE_REFUSE(__NR_socketpair, EPERM),
      VITRINE_REFUSE(__NR_connect, EPERM),
      VITRINE_REFUSE(__NR_bind, EPERM),
      VITRINE_REFUSE(__NR_execve, EPERM),
      VITRINE_REFUSE(__NR_execveat, EPERM),
      VITRINE_REFUSE(__NR_ptrace, EPERM),
      VITRINE_REFUSE(__NR_process_vm_readv, EPERM),
      VITRINE_REFUSE(__NR_process_vm_writev, EPERM),
      VITRINE_REFUSE(__NR_kill, EPERM),
      VITRINE_REFUSE(__NR_unlinkat, EPERM),
      VITRINE_REFUSE(__NR_renameat, EPERM),
      VITRINE_REFUSE(__NR_renameat2, EPERM),
      VITRINE_REFUSE(__NR_mkdirat, EPERM),
      VITRINE_REFUSE(__NR_linkat, EPERM),
      VITRINE_REFUSE(__NR_symlinkat, EPERM),
      VITRINE_REFUSE(__NR_mknodat, EPERM),
      VITRINE_REFUSE(__NR_truncate, EPERM),
      VITRINE_REFUSE(__NR_fchmod, EPERM),
      VITRINE_REFUSE(__NR_fchmodat, EPERM),
      VITRINE_REFUSE(__NR_fchown, EPERM),
      VITRINE_REFUSE(__NR_fchownat, EPERM),
      VITRINE_REFUSE(__NR_utimensat, EPERM),
      // Does whatever is refused here behind the filter's back.
      VITRINE_REFUSE(__NR_io_uring_setup, EPERM),
      // Its flags are behind a pointer. The C library then takes openat and clone.
      VITRINE_REFUSE(__NR_openat2, ENOSYS),
      VITRINE_REFUSE(__NR_clone3, ENOSYS),
      // Threads yes, processes no.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
      VITRINE_LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x00010000 /* CLONE_THREAD */, 1, 0),
      VITRINE_ANSWER(EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
#ifdef __x86_64__
      VITRINE_REFUSE_BITS(__NR_open, 1, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC),
#endif
      VITRINE_REFUSE_BITS(__NR_openat, 2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {(unsigned short)(sizeof filter / sizeof filter[0]), filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
  return -1;
#endif
}

#endif
