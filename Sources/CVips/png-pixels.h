#ifndef CVIPS_PNG_PIXELS_H
#define CVIPS_PNG_PIXELS_H

// The fast path for a small PNG: libpng, which libvips uses itself, without libvips' pipeline and threads. Those cost 3
// ms of CPU time for a thumbnail of 256 pixels that takes 1 ms to unpack.

#include <png.h>
#include <stddef.h>
#include <string.h>

/// Unpacks a PNG into `width` × `height` RGBA pixels. Returns 0, or -1 if it is damaged or has another size.
static inline int vitrine_png_pixels(const void *bytes, size_t count, int width, int height,
                                     void *pixels, size_t pixels_size) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, bytes, count) == 0) return -1;
  image.format = PNG_FORMAT_RGBA;
  if ((int)image.width != width || (int)image.height != height ||
      PNG_IMAGE_SIZE(image) != pixels_size) {
    png_image_free(&image);
    return -1;
  }
  return png_image_finish_read(&image, NULL, pixels, 0, NULL) != 0 ? 0 : -1;
}

#endif
