#include "driver.h"

#include <stddef.h>
#include <stdint.h>

extern int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *, size_t));
extern int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The linker looks for a main of each target's own name.
#define TARGET(name)                                                    \
  int name##_main(int argc, char **argv) {                              \
    return LLVMFuzzerRunDriver(&argc, &argv, LLVMFuzzerTestOneInput);   \
  }

TARGET(fuzz_cleaner)
TARGET(fuzz_input)
TARGET(fuzz_lines)
TARGET(fuzz_listing)
TARGET(fuzz_picture)
TARGET(fuzz_protocol)
TARGET(fuzz_sftp)
TARGET(fuzz_xml)
