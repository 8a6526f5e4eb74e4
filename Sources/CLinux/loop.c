#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

// libdispatch's entry points for run loops, which CoreFoundation uses. They are exported but in no header. Weak, because
// the worker links this file, too, but has no loop and no libdispatch.
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));
extern void _dispatch_main_queue_callback_4CF(void *unused) __attribute__((weak));

int vitrine_loop_open(void) {
  int queue = _dispatch_get_main_queue_handle_4CF();
  int loop = epoll_create1(EPOLL_CLOEXEC);
  if (loop < 0) return -1;
  // An eventfd, which libdispatch writes to when the queue is no longer empty. Each write is an edge, so it never has to
  // be read; its counter has room for 2^64 of them.
  struct epoll_event wanted = {.events = EPOLLIN | EPOLLET, .data.fd = -1};
  if (epoll_ctl(loop, EPOLL_CTL_ADD, queue, &wanted) == 0) return loop;
  int code = errno;
  close(loop);
  errno = code;
  return -1;
}

int vitrine_loop_watch(int loop, int descriptor, int kinds) {
  struct epoll_event wanted = {.events = 0, .data.fd = descriptor};
  if (kinds & VITRINE_INPUT) wanted.events |= EPOLLIN;
  if (kinds & VITRINE_OUTPUT) wanted.events |= EPOLLOUT;
  // A descriptor that is watched for nothing would still report that its other end is gone.
  if (kinds == 0) return epoll_ctl(loop, EPOLL_CTL_DEL, descriptor, &wanted);
  int result = epoll_ctl(loop, EPOLL_CTL_MOD, descriptor, &wanted);
  if (result < 0 && errno == ENOENT)
    result = epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &wanted);
  return result;
}

int vitrine_loop_wait(int loop, struct vitrine_ready *ready, int capacity, int milliseconds) {
  struct epoll_event events[VITRINE_READY_LIMIT];
  int limit = capacity < VITRINE_READY_LIMIT ? capacity : VITRINE_READY_LIMIT;
  int count = epoll_wait(loop, events, limit, milliseconds);
  int used = 0;
  for (int index = 0; index < count; index++) {
    if (events[index].data.fd < 0) continue;
    unsigned found = events[index].events;
    // The next read or write reports an error or a hang-up.
    if (found & (EPOLLERR | EPOLLHUP)) found |= EPOLLIN | EPOLLOUT;
    ready[used].descriptor = events[index].data.fd;
    ready[used].kinds =
        (found & EPOLLIN ? VITRINE_INPUT : 0) | (found & EPOLLOUT ? VITRINE_OUTPUT : 0);
    used++;
  }
  return used;
}

void vitrine_drain_main_queue(void) { _dispatch_main_queue_callback_4CF(NULL); }
