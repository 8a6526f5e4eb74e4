#ifndef CVIPS_SHIM_H
#define CVIPS_SHIM_H

#include <vips/vips.h>

// Swift cannot call variadic functions, and every saver of libvips is one. Each function here is
// one saver with the few options that the sample gallery uses: it answers 0 and a buffer that the
// caller frees with g_free(), or -1 with the reason in vips_error_buffer().

/// An image of 8-bit RGB samples; the pixels are copied.
static inline VipsImage *cvips_image_from_rgb(
    const void *pixels, size_t length, int width, int height) {
  VipsImage *image = vips_image_new_from_memory_copy(
      pixels, length, width, height, 3, VIPS_FORMAT_UCHAR);
  if (image) image->Type = VIPS_INTERPRETATION_sRGB;
  return image;
}

/// A JPEG with its metadata, best Huffman tables, chroma at half size below quality 90.
static inline int cvips_save_jpeg(
    VipsImage *image, int quality, int progressive, void **bytes, size_t *length) {
  return vips_jpegsave_buffer(
      image, bytes, length, "Q", quality, "optimize_coding", TRUE,
      "interlace", progressive ? TRUE : FALSE, NULL);
}

/// A PNG of at most 256 colours.
static inline int cvips_save_png(
    VipsImage *image, int bits, double dither, void **bytes, size_t *length) {
  return vips_pngsave_buffer(
      image, bytes, length, "palette", TRUE, "bitdepth", bits, "dither", dither,
      "compression", 9, "effort", 8, NULL);
}

/// A lossy WebP.
static inline int cvips_save_webp(
    VipsImage *image, int quality, void **bytes, size_t *length) {
  return vips_webpsave_buffer(image, bytes, length, "Q", quality, "effort", 5, NULL);
}

/// An AVIF.
static inline int cvips_save_avif(
    VipsImage *image, int quality, void **bytes, size_t *length) {
  return vips_heifsave_buffer(
      image, bytes, length, "Q", quality, "compression",
      VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "effort", 4, NULL);
}

/// A GIF of 2 to the power of `bits` colours.
static inline int cvips_save_gif(
    VipsImage *image, int bits, double dither, void **bytes, size_t *length) {
  return vips_gifsave_buffer(
      image, bytes, length, "bitdepth", bits, "dither", dither, "effort", 8, NULL);
}

#endif
