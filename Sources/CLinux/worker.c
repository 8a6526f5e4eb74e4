#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static void limit(int resource, unsigned long long most) { setrlimit(resource, &(struct rlimit){most, most}); }

void vitrine_limit_worker(unsigned long long address_space, unsigned long long writable, unsigned long long open_files) {
  limit(RLIMIT_AS, address_space);
  limit(RLIMIT_DATA, writable);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, open_files);
  limit(RLIMIT_CORE, 0);
}

void vitrine_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

// sched_setattr(2), which the C library has no function for.
struct scheduling {
  uint32_t size;
  uint32_t policy;
  uint64_t flags;
  int32_t niceness;
  uint32_t priority;
  uint64_t runtime;
  uint64_t deadline;
  uint64_t period;
};

// Longer slices than other programs have (at most 3 ms). From Linux 6.12 on a program that wakes up with shorter ones
// does not wait for the end of this one; earlier kernels take no notice. Much longer ones make it wait when all processors are busy.
static void run_in_long_slices(int niceness) {
  struct scheduling scheduling = {
      .size = sizeof scheduling, .policy = SCHED_BATCH, .niceness = niceness, .runtime = 5 * 1000 * 1000};
  syscall(SYS_sched_setattr, 0, &scheduling, 0);
}

static int session_file = -1;
static char session_niceness[12];

int vitrine_give_way(int steps) {
  errno = 0;
  int niceness = nice(steps);
  if (niceness == -1 && errno != 0) niceness = steps;
  sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0});
  run_in_long_slices(niceness);
  // A session is a group of its own for the scheduler (sched(7), "The autogroup feature"), and each worker is one: its
  // nice value only counts among its own threads then. The file does not exist in other kernels.
  snprintf(session_niceness, sizeof session_niceness, "%d", niceness);
  session_file = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
  return vitrine_give_way_again();
}

int vitrine_give_way_again(void) {
  if (session_file < 0) return 0;
  // The kernel takes one change from all processes in a tenth of a second.
  if (write(session_file, session_niceness, strlen(session_niceness)) < 0 && errno == EAGAIN) return -1;
  close(session_file);
  session_file = -1;
  return 0;
}

long long vitrine_free_heap_bytes(void) { return (long long)mallinfo2().fordblks; }

void vitrine_give_memory_back(void) { malloc_trim(0); }

int vitrine_end_after_cpu_seconds(unsigned seconds) {
  struct itimerval timer = {{0, 0}, {seconds, 0}};
  return setitimer(ITIMER_PROF, &timer, NULL);
}

static void socket_changed(int number) {
  (void)number;
  int saved = errno;
  struct pollfd entry = {.fd = 0, .events = 0, .revents = 0};
  // Only async-signal-safe calls are allowed here.
  if (poll(&entry, 1, 0) == 1 && (entry.revents & (POLLHUP | POLLERR)) != 0) _exit(0);
  errno = saved;
}

int vitrine_end_with_socket(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = socket_changed;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGIO, &action, NULL) != 0) return -1;
  if (fcntl(0, F_SETOWN, getpid()) != 0) return -1;
  int flags = fcntl(0, F_GETFL);
  if (flags < 0 || fcntl(0, F_SETFL, flags | O_ASYNC) != 0) return -1;
  // It may have been closed before the handler was installed.
  socket_changed(SIGIO);
  return 0;
}
