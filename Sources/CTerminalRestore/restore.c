#define _GNU_SOURCE
#include "CTerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static const int crash_signals[] = {SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE};
enum { CRASH_SIGNALS = sizeof crash_signals / sizeof *crash_signals };

static struct sigaction former_actions[CRASH_SIGNALS];
static struct termios former_modes;
static uint8_t restore_bytes[TERMINAL_RESTORE_CAPACITY];
static size_t restore_count;
static int restore_fd = -1;
static atomic_int is_armed;
static atomic_int is_over;
static int is_installed;

/// A terminal that accepts nothing for this long is left as it is.
enum { WAIT_MILLISECONDS = 200 };

static void write_restore_bytes(void) {
  size_t done = 0;
  while (done < restore_count) {
    ssize_t n = write(restore_fd, restore_bytes + done, restore_count - done);
    if (n > 0) {
      done += (size_t)n;
    } else if (n < 0 && errno == EINTR) {
      continue;
    } else if (n < 0 && errno == EAGAIN) {
      struct pollfd ready = {restore_fd, POLLOUT, 0};
      if (poll(&ready, 1, WAIT_MILLISECONDS) <= 0) return;
      if (ready.revents & (POLLERR | POLLHUP)) return;
    } else {
      return;
    }
  }
}

void terminal_restore_now(int with_modes) {
  if (!atomic_exchange(&is_armed, 0)) return;
  // In the background, tcsetattr stops the process with SIGTTOU unless that is blocked.
  sigset_t output, former;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, &former);
  write_restore_bytes();
  // TCSANOW: the draining variants wait for ever for a terminal that has stopped reading.
  if (with_modes) {
    while (tcsetattr(restore_fd, TCSANOW, &former_modes) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &former, NULL);
}

/// The pages that the process has mapped, read as a signal handler may; 0 if unknown.
static unsigned long long mapped_bytes(void) {
  char text[32] = "";
  int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t count = read(fd, text, sizeof text - 1);
  close(fd);
  unsigned long long pages = 0;
  for (ssize_t i = 0; i < count && text[i] >= '0' && text[i] <= '9'; i++) {
    pages = pages * 10 + (unsigned long long)(text[i] - '0');
  }
  return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}

/// Under a limit, a request for much memory fails while some is left: a list that grows asks for as much as it has.
static int is_out_of_memory(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0) return 0;
  if (limit.rlim_cur != RLIM_INFINITY) return mapped_bytes() > limit.rlim_cur / 2;
  enum { BYTES = 32 << 20 };
  void *bytes = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) return errno == ENOMEM;
  munmap(bytes, BYTES);
  return 0;
}

static void on_crash(int signal_number) {
  int saved_errno = errno;
  if (is_out_of_memory()) terminal_end_now(1, 1, "vitrine: out of memory (see 'ulimit -v')\n");
  terminal_restore_now(1);
  for (int i = 0; i < CRASH_SIGNALS; i++) {
    if (crash_signals[i] == signal_number) sigaction(signal_number, &former_actions[i], NULL);
  }
  errno = saved_errno;
  // Blocked until this handler returns; then the original action handles it, at the faulting instruction.
  raise(signal_number);
}

static void at_exit(void) { terminal_restore_now(1); }

void terminal_end_now(int status, int with_modes, const char *words) {
  sigset_t output;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &output, NULL);
  terminal_restore_now(with_modes);
  // Standard error may be a terminal that has stopped reading.
  struct pollfd ready = {STDERR_FILENO, POLLOUT, 0};
  if (*words && poll(&ready, 1, WAIT_MILLISECONDS) > 0 && ready.revents & POLLOUT) {
    if (write(STDERR_FILENO, words, strlen(words)) < 0) {
    }
  }
  _exit(status);
}

void terminal_restore_catch_crashes(void) {
  terminal_restore_use_alternate_stack();
  if (is_installed) return;
  is_installed = 1;
  atexit(at_exit);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < CRASH_SIGNALS; i++) {
    sigaction(crash_signals[i], &action, &former_actions[i]);
  }
}

void terminal_restore_arm(
    int fd, const struct termios *modes, const uint8_t *bytes, size_t count) {
  atomic_store(&is_armed, 0);
  restore_fd = fd;
  former_modes = *modes;
  restore_count = count < sizeof restore_bytes ? count : sizeof restore_bytes;
  memcpy(restore_bytes, bytes, restore_count);
  terminal_restore_catch_crashes();
  atomic_store(&is_armed, 1);
}

void terminal_restore_disarm(void) {
  atomic_store(&is_armed, 0);
  atomic_store(&is_over, 1);
}

int terminal_restore_is_lent(void) { return !atomic_load(&is_armed) && !atomic_load(&is_over); }

void terminal_restore_use_alternate_stack(void) {
  static _Thread_local int has_stack;
  if (has_stack) return;
  has_stack = 1;
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && !(current.ss_flags & SS_DISABLE)) return;
  // Never freed: the thread may need it until it ends, and there are only as many as threads that draw.
  stack_t stack = {.ss_sp = malloc(64 * 1024), .ss_size = 64 * 1024, .ss_flags = 0};
  if (stack.ss_sp && sigaltstack(&stack, NULL) != 0) free(stack.ss_sp);
}
