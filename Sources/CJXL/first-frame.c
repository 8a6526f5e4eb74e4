#define _GNU_SOURCE
#include "CJXL.h"

#include <dlfcn.h>
#include <stddef.h>

// <jxl/decode.h>, which isn't needed for more than this.
typedef struct JxlDecoderStruct JxlDecoder;
enum { JXL_DEC_SUCCESS = 0, JXL_DEC_ERROR = 1, JXL_DEC_FULL_IMAGE = 0x1000 };

static int stops_after_first_frame = 0;

void vitrine_jxl_stop_after_first_frame(void) { stops_after_first_frame = 1; }

/// libvips' module finds this in place of libjxl's own function, because the program exports it (Package.swift).
int JxlDecoderProcessInput(JxlDecoder *decoder) {
  static int (*process)(JxlDecoder *) = NULL;
  if (process == NULL) process = (int (*)(JxlDecoder *))dlsym(RTLD_NEXT, "JxlDecoderProcessInput");
  if (process == NULL) return JXL_DEC_ERROR;
  int status = process(decoder);
  return status == JXL_DEC_FULL_IMAGE && stops_after_first_frame ? JXL_DEC_SUCCESS : status;
}
