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

/// Sets soft and hard limit of a resource (`RLIMIT_AS` is 9 on Linux, and so on: see getrlimit(2)).
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

/// Gives freed memory back to the system.
static inline void vitrine_trim_heap(void) { malloc_trim(0); }

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

#endif
