// What libraries of Debian 12 ask for of glibc 2.35 and 2.36, so that they also run with 2.34 (Ubuntu 22.04 has 2.35, RHEL 9 has 2.34).
// `scripts/lower-glibc` takes the versions off these symbols; where the system's glibc has them, either definition does.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#pragma GCC visibility push(default)

void arc4random_buf(void *buffer, size_t count) {
  unsigned char *next = buffer;
  while (count > 0) {
    ssize_t taken = getrandom(next, count, 0);
    // Only interruptions are possible: the buffer is valid and no flag is given.
    if (taken <= 0) continue;
    next += taken;
    count -= (size_t)taken;
  }
}

uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

struct search {
  uintptr_t address;
  struct dl_find_object *result;
};

static int find(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  uintptr_t start = UINTPTR_MAX, end = 0;
  const ElfW(Phdr) *frames = NULL;
  int contains = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[i];
    uintptr_t first = object->dlpi_addr + header->p_vaddr, last = first + header->p_memsz;
    if (header->p_type == PT_GNU_EH_FRAME) frames = header;
    if (header->p_type != PT_LOAD) continue;
    if (first < start) start = first;
    if (last > end) end = last;
    if (search->address >= first && search->address < last) contains = 1;
  }
  if (!contains) return 0;
  if (frames == NULL) return -1;
  memset(search->result, 0, sizeof *search->result);
  search->result->dlfo_map_start = (void *)start;
  search->result->dlfo_map_end = (void *)end;
  search->result->dlfo_eh_frame = (void *)(object->dlpi_addr + frames->p_vaddr);
  return 1;
}

/// For libgcc's search of a function's exception handlers, which reads `dlfo_eh_frame` only; `dlfo_link_map` is NULL.
int _dl_find_object(void *address, struct dl_find_object *result) {
  struct search search = {(uintptr_t)address, result};
  return dl_iterate_phdr(find, &search) == 1 ? 0 : -1;
}
