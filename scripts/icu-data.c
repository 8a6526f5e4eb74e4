/* Writes the part of ICU's data that Vitrine uses, as assembler source: scripts/build links it in place of the 34 MB
   that Swift's static Foundation brings, most of them names in 700 languages, collations and converters.

     cc -DDATA=icudt76_dat icu-data.c icu_packaged_data.cpp.o && ./a.out > data.s

   The form of the data (a header, then a table of contents sorted by name): ICU's ucmndata.h, *DataHeader* and
   *UDataOffsetTOC*. What is kept answers for time zones, calendars, normalization and the root locale; what is asked for
   and not there is an empty text, so that nothing of Foundation that prints in a language may be used (scripts/check-layers). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char DATA[];

struct header { uint16_t size; uint8_t magic1, magic2; };
struct entry { uint32_t name, data; };

static const char *const kept[] = {
  "en.res", "en_US.res", "en_US_POSIX.res", "icustd.res", "icuver.res", "keyTypeData.res", "langInfo.res",
  "likelySubtags.res", "metaZones.res", "nfkc.nrm", "nfkc_cf.nrm", "nfkc_scf.nrm", "numberingSystems.res", "pool.res",
  "res_index.res", "root.res", "supplementalData.res", "timezoneTypes.res", "uts46.nrm", "windowsZones.res",
  "zone/pool.res", "zone/root.res", "zoneinfo64.res",
};

static int is_kept(const char *name) {
  const char *slash = strchr(name, '/');
  for (size_t k = 0; slash != NULL && k < sizeof kept / sizeof *kept; k++)
    if (strcmp(slash + 1, kept[k]) == 0) return 1;
  return 0;
}

static void put_bytes(const char *bytes, size_t count) {
  for (size_t k = 0; k < count; k++) printf(k % 32 == 0 ? "\n.byte %d" : ",%d", (uint8_t)bytes[k]);
  putchar('\n');
}

int main(void) {
  struct header header;
  memcpy(&header, DATA, sizeof header);
  if (header.magic1 != 0xDA || header.magic2 != 0x27 || memcmp(DATA + 12, "CmnD", 4) != 0) {
    fprintf(stderr, "icu-data: not ICU's data\n");
    return 1;
  }
  const char *toc = DATA + header.size;
  uint32_t count;
  memcpy(&count, toc, sizeof count);
  const struct entry *entries = (const struct entry *)(toc + 4);
  uint32_t found = 0;
  for (uint32_t k = 0; k + 1 < count; k++) found += is_kept(toc + entries[k].name);
  if (found != sizeof kept / sizeof *kept) {
    fprintf(stderr, "icu-data: %u of %zu parts are there\n", found, sizeof kept / sizeof *kept);
    return 1;
  }
  puts(".section .rodata\n.balign 16\n.globl vitrine_icu_data\nvitrine_icu_data:");
  put_bytes(DATA, header.size);
  /* The assembler counts the offsets, which are from the table's start. */
  printf("toc:\n.long %u\n", found);
  for (uint32_t k = 0; k + 1 < count; k++)
    if (is_kept(toc + entries[k].name)) printf(".long name%u-toc, data%u-toc\n", k, k);
  for (uint32_t k = 0; k + 1 < count; k++)
    if (is_kept(toc + entries[k].name)) printf("name%u: .asciz \"%s\"\n", k, toc + entries[k].name);
  for (uint32_t k = 0; k + 1 < count; k++) {
    if (!is_kept(toc + entries[k].name)) continue;
    printf(".balign 16\ndata%u:", k);
    put_bytes(toc + entries[k].data, entries[k + 1].data - entries[k].data);
  }
  printf(".section .note.GNU-stack,\"\",%%progbits\n");
  return 0;
}
