#define _GNU_SOURCE
#include "CTerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/// The C library's own, for cancelled threads, of which there are none here. It takes no action for it from a program.
enum { LIBRARY_SIGNAL = 32 };

static uint64_t bit(int signal_number) { return UINT64_C(1) << (signal_number - 1); }

static int pipe_ends[2] = {-1, -1};
static _Atomic uint64_t arrived;

/// What the watchdog waits for; -1 without one.
static int watch_fd = -1;
static uint64_t watched;
static _Atomic uint64_t watched_arrived;

static void record(int signal_number) {
  // The bit carries the information, the byte only wakes the reader: a full pipe loses nothing, and bursts become one.
  if (!(atomic_fetch_or(&arrived, bit(signal_number)) & bit(signal_number))) {
    uint8_t byte = 0;
    if (write(pipe_ends[1], &byte, 1) < 0) {
    }
  }
}

static void on_signal(int signal_number) {
  int saved_errno = errno;
  record(signal_number);
  if (watched & bit(signal_number)) {
    atomic_fetch_or(&watched_arrived, bit(signal_number));
    uint64_t one = 1;
    if (write(watch_fd, &one, sizeof one) < 0) {
    }
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

/// Time is counted in slices: if the process was stopped, one of them may be over when it is continued, but the main
/// thread still has the others.
enum { SLICE_MILLISECONDS = 500, UNTAKEN_SLICES = 4, ENDING_SLICES = 20 };

static int terminal_fd;
static uint64_t caught;

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void end(int signal_number, int is_taken) {
  char cause[32], words[128] = "";
  snprintf(cause, sizeof cause, "signal %d", signal_number);
  if (signal_number == SIGINT) strcpy(cause, "Ctrl-C");
  if (signal_number == SIGTERM) strcpy(cause, "SIGTERM");
  if (signal_number == SIGQUIT) strcpy(cause, "SIGQUIT");
  if (signal_number == SIGHUP) strcpy(cause, "SIGHUP");
  // Nothing is printed on another program's terminal.
  if (!terminal_restore_is_lent())
    snprintf(words, sizeof words, "vitrine: %s; ended by %s\n",
             is_taken ? "took too long to exit" : "stopped responding", cause);
  pid_t group = tcgetpgrp(terminal_fd);
  terminal_end_now(128 + signal_number, group < 0 || group == getpgrp(), words);
}

static void change_mask(int how, uint64_t signals) {
  sigset_t set;
  sigemptyset(&set);
  for (int number = 1; number <= 64; number++)
    if (signals & bit(number)) sigaddset(&set, number);
  pthread_sigmask(how, &set, NULL);
}

static void *watch(void *unused) {
  terminal_restore_use_alternate_stack();
  change_mask(SIG_UNBLOCK, caught);
  // POLLHUP alone: the keys are the main thread's.
  struct pollfd ready[] = {{watch_fd, POLLIN, 0}, {terminal_fd, 0, 0}};
  int first = 0, untaken = 0, taken = 0;
  long long start = milliseconds();
  for (;;) {
    long long left = start + SLICE_MILLISECONDS - milliseconds();
    poll(ready, 2, !first ? -1 : left > 0 ? (int)left : 0);
    if (ready[1].revents) {
      // Without job control there is no SIGHUP. Where there is, it is one reason.
      ready[1].fd = -1;
      atomic_fetch_or(&watched_arrived, bit(SIGHUP));
      record(SIGHUP);
    }
    uint64_t count;
    if (read(watch_fd, &count, sizeof count) < 0) {
    }
    uint64_t signals = atomic_exchange(&watched_arrived, 0);
    if (!first) {
      for (int number = 64; number > 0; number--)
        if (signals & bit(number)) first = number;
      if (signals & bit(SIGTERM) && first != SIGHUP) first = SIGTERM;
      start = milliseconds();
      continue;
    }
    long long passed = milliseconds() - start;
    if (passed < SLICE_MILLISECONDS) continue;
    start += passed;
    // This thread was delayed, or the process was stopped, and the main thread with it.
    if (passed > 2 * SLICE_MILLISECONDS) continue;
    if (atomic_load(&arrived) & watched) {
      if (++untaken >= UNTAKEN_SLICES) end(first, 0);
    } else {
      untaken = 0;
      if (++taken >= ENDING_SLICES) end(first, 1);
    }
  }
  return unused;
}

int terminal_watch_start(int fd, uint64_t endings, uint64_t all) {
  watch_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (watch_fd < 0) return errno;
  terminal_fd = fd;
  watched = endings;
  caught = all;
  // In both threads: otherwise reading or writing in the background would stop the process.
  change_mask(SIG_BLOCK, bit(SIGTTIN) | bit(SIGTTOU));
  pthread_t thread;
  int code = pthread_create(&thread, NULL, watch, NULL);
  if (code != 0) return code;
  pthread_detach(thread);
  change_mask(SIG_BLOCK, caught);
  return 0;
}
