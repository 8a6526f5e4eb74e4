#define _GNU_SOURCE
#include "CTerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The C library's own, for cancelled threads, of which there are none here. It takes no action for it from a program.
enum { LIBRARY_SIGNAL = 32 };

static uint64_t bit(int signal_number) { return UINT64_C(1) << (signal_number - 1); }

static int pipe_ends[2] = {-1, -1};
static _Atomic uint64_t arrived;

static int watch_fd = -1;
static _Atomic uint64_t watched;
static _Atomic uint64_t watched_arrived;

static void on_signal(int signal_number) {
  int saved_errno = errno;
  // The bit carries the information, the byte only wakes the reader: a full pipe loses nothing, and bursts become one.
  if (!(atomic_fetch_or(&arrived, bit(signal_number)) & bit(signal_number))) {
    uint8_t byte = 0;
    if (write(pipe_ends[1], &byte, 1) < 0) {
    }
  }
  if (atomic_load(&watched) & bit(signal_number)) {
    atomic_fetch_or(&watched_arrived, bit(signal_number));
    terminal_watch_wake();
  }
  errno = saved_errno;
}

static void on_discarded(int signal_number) { (void)signal_number; }

static void set_action(int signal_number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  // One at a time, so that they are recorded in the order of their numbers: SIGTERM before SIGCONT.
  sigfillset(&action.sa_mask);
  sigaction(signal_number, &action, NULL);
}

int terminal_signals_open(void) {
  if (pipe_ends[0] < 0 && pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  return pipe_ends[0];
}

void terminal_signals_catch(int signal_number) {
  if (signal_number > 0 && signal_number <= 64) set_action(signal_number, on_signal);
}

void terminal_signals_ignore_library(void) {
  // struct kernel_sigaction of the kernel's ABI, in which the handler comes first and SIG_IGN needs nothing else.
  struct { void (*handler)(int); unsigned long rest[3]; } action = {.handler = SIG_IGN};
  syscall(SYS_rt_sigaction, LIBRARY_SIGNAL, &action, NULL, sizeof(uint64_t));
}

void terminal_signals_discard(int signal_number) { set_action(signal_number, on_discarded); }

void terminal_signals_default(int signal_number) { set_action(signal_number, SIG_DFL); }

uint64_t terminal_signals_take(void) {
  uint8_t bytes[64];
  while (read(pipe_ends[0], bytes, sizeof bytes) > 0) {
  }
  return atomic_exchange(&arrived, 0);
}

int terminal_watch_open(uint64_t signals) {
  if (watch_fd < 0) watch_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (watch_fd >= 0) atomic_store(&watched, signals);
  return watch_fd;
}

void terminal_watch_wake(void) {
  uint64_t one = 1;
  if (write(watch_fd, &one, sizeof one) < 0) {
  }
}

uint64_t terminal_watch_take(void) {
  uint64_t count;
  if (read(watch_fd, &count, sizeof count) < 0) {
  }
  return atomic_exchange(&watched_arrived, 0);
}
