#ifndef CWEBP_SHIM_H
#define CWEBP_SHIM_H

#include <webp/demux.h>

// The functions in <webp/demux.h> that check the library's version are static inline and use macros that Swift does not
// see.

/// A decoder for all frames of an animation in order, in RGBA. NULL if it is not an animation. The bytes must outlive
/// it.
static inline WebPAnimDecoder *vitrine_webp_open(const uint8_t *bytes, size_t count) {
  WebPData data = {bytes, count};
  WebPAnimDecoderOptions options;
  if (!WebPAnimDecoderOptionsInit(&options)) return NULL;
  options.color_mode = MODE_RGBA;
  options.use_threads = 0;
  return WebPAnimDecoderNew(&data, &options);
}

#endif
