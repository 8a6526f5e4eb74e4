#define _GNU_SOURCE
#include "CTerminalRestore.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

// Sanitizers have this function themselves.
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

/// libdispatch waits a second after each.
enum { FAILURE_LIMIT = 5 };

// The C library's function, for libdispatch, which otherwise tries for ever to start a thread, on the main thread, too. A
// program comes before the libraries; where a linker binds it otherwise, nothing changes.
int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  static atomic_int failures;
  static int (*_Atomic original)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!original) original = dlsym(RTLD_NEXT, "pthread_create");
  int code = original(thread, attributes, start, argument);
  if (code == 0) {
    atomic_store(&failures, 0);
  } else if (atomic_fetch_add(&failures, 1) + 1 == FAILURE_LIMIT) {
    terminal_end_now(
        1, 1, "vitrine: can't start another thread (see 'ulimit -u' and 'ulimit -v')\n");
  }
  return code;
}

#endif
