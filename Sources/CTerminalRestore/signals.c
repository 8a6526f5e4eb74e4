#define _GNU_SOURCE
#include "CTerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static int pipe_ends[2] = {-1, -1};
static _Atomic uint64_t arrived;

static void on_signal(int signal_number) {
  int saved_errno = errno;
  // The bit carries the news, the byte only wakes: a full pipe loses nothing, storms become one.
  if (!(atomic_fetch_or(&arrived, UINT64_C(1) << signal_number) >> signal_number & 1)) {
    uint8_t byte = 0;
    if (write(pipe_ends[1], &byte, 1) < 0) {
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
  // One at a time, so that they are noted in the order of their numbers: SIGTERM before SIGCONT.
  sigfillset(&action.sa_mask);
  sigaction(signal_number, &action, NULL);
}

int terminal_signals_open(void) {
  if (pipe_ends[0] < 0 && pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  return pipe_ends[0];
}

void terminal_signals_catch(int signal_number) {
  if (signal_number > 0 && signal_number < 64) set_action(signal_number, on_signal);
}

void terminal_signals_discard(int signal_number) { set_action(signal_number, on_discarded); }

void terminal_signals_default(int signal_number) { set_action(signal_number, SIG_DFL); }

uint64_t terminal_signals_take(void) {
  uint8_t bytes[64];
  while (read(pipe_ends[0], bytes, sizeof bytes) > 0) {
  }
  return atomic_exchange(&arrived, 0);
}
