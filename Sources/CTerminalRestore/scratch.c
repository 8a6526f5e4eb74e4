#define _GNU_SOURCE
#include "CTerminalRestore.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FIRST_CAPACITY = 1 << 14, USUAL_CAPACITY = 1 << 20 };

static int scratch_fd = -1;
static uint8_t *scratch_bytes;
static size_t scratch_count, scratch_capacity;

int terminal_scratch_file(void) {
  int fd = memfd_create("vitrine-frame", MFD_CLOEXEC);
  if (fd >= 0) {
    scratch_fd = fd;
    scratch_count = 0;
  }
  return fd;
}

const uint8_t *terminal_scratch_take(int fd, size_t *count) {
  *count = fd == scratch_fd ? scratch_count : 0;
  if (fd == scratch_fd) scratch_count = 0;
  return scratch_bytes;
}

static ssize_t keep(const void *bytes, size_t count) {
  if (scratch_count == 0 && scratch_capacity > USUAL_CAPACITY) {
    // A huge frame is rare; its memory is not kept.
    free(scratch_bytes);
    scratch_bytes = NULL;
    scratch_capacity = 0;
  }
  if (count > scratch_capacity - scratch_count) {
    size_t capacity = scratch_capacity ? scratch_capacity : FIRST_CAPACITY;
    while (capacity - scratch_count < count) capacity *= 2;
    uint8_t *larger = realloc(scratch_bytes, capacity);
    if (!larger) {
      errno = ENOMEM;
      return -1;
    }
    scratch_bytes = larger;
    scratch_capacity = capacity;
  }
  memcpy(scratch_bytes + scratch_count, bytes, count);
  scratch_count += count;
  return (ssize_t)count;
}

// The C library's function, for every library that this program loads: ncurses finds this one, because a program comes
// before the libraries. It is the same system call for all files but one, which belongs to the main thread.
ssize_t write(int fd, const void *bytes, size_t count) {
  if (fd >= 0 && fd == scratch_fd) return keep(bytes, count);
  return syscall(SYS_write, fd, bytes, count);
}
