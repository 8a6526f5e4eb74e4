#ifndef CVIPS_SHIM_H
#define CVIPS_SHIM_H

#include <vips/vips.h>

// libvips' operations are variadic, which Swift cannot call; each one that is used has a function here.
// All return 0, or -1 with a text in vips_error_buffer(), unless they say otherwise.

/// Opens the picture in a buffer, which must outlive it, and reads its header. NULL on failure.
static inline VipsImage *vitrine_vips_open(const void *bytes, size_t count) {
  return vips_image_new_from_buffer(bytes, count, "", NULL);
}

/// Opens a JPEG at 1/`shrink` (1, 2, 4 or 8) of its size, to be read once from top to bottom. With an
/// `orientation` above 0, as if it had that one. NULL on failure.
static inline VipsImage *vitrine_vips_open_jpeg(const void *bytes, size_t count, int shrink,
                                                int orientation) {
  VipsImage *loaded = NULL;
  if (vips_jpegload_buffer((void *)bytes, count, &loaded, "shrink", shrink, "access",
                           VIPS_ACCESS_SEQUENTIAL, NULL) != 0)
    return NULL;
  if (orientation <= 0) return loaded;
  VipsImage *turned = NULL;
  int result = vips_copy(loaded, &turned, NULL);
  g_object_unref(loaded);
  if (result != 0) return NULL;
  vips_image_set_int(turned, VIPS_META_ORIENTATION, orientation);
  return turned;
}

/// Opens all pictures of an animation as one, each below the one before, to be read once from top to bottom.
/// NULL on failure.
static inline VipsImage *vitrine_vips_open_strip(const void *bytes, size_t count) {
  return vips_image_new_from_buffer(bytes, count, "", "n", -1, "access", VIPS_ACCESS_SEQUENTIAL,
                                    NULL);
}

/// One picture of a strip, whose pixels were fetched into `memory`, which must outlive it; with the strip's
/// colours, profile and orientation. NULL on failure.
static inline VipsImage *vitrine_vips_frame(VipsImage *strip, const void *memory, size_t count,
                                            int width, int height) {
  VipsImage *frame = vips_image_new_from_memory(memory, count, width, height, strip->Bands,
                                                strip->BandFmt);
  if (frame == NULL) return NULL;
  frame->Type = strip->Type;
  const void *profile = NULL;
  size_t length = 0;
  if (vips_image_get_typeof(strip, VIPS_META_ICC_NAME) != 0 &&
      vips_image_get_blob(strip, VIPS_META_ICC_NAME, &profile, &length) == 0)
    vips_image_set_blob_copy(frame, VIPS_META_ICC_NAME, profile, length);
  vips_image_set_int(frame, VIPS_META_ORIENTATION, vips_image_get_orientation(strip));
  return frame;
}

/// One more user of a picture that somebody else lets go of as well.
static inline VipsImage *vitrine_vips_share(VipsImage *image) {
  g_object_ref(image);
  return image;
}

/// What becomes of colours: nothing, from the embedded profile to sRGB, or from plain CMYK to sRGB.
typedef enum {
  VITRINE_COLORS_AS_STORED,
  VITRINE_COLORS_BY_PROFILE,
  VITRINE_COLORS_CMYK
} VitrineColors;

/// Decodes and scales to exactly this size, upright.
static inline int vitrine_vips_thumbnail(const void *bytes, size_t count, int width, int height,
                                         VitrineColors colors, VipsImage **out) {
  switch (colors) {
    case VITRINE_COLORS_AS_STORED:
      return vips_thumbnail_buffer((void *)bytes, count, out, width, "height", height, "size",
                                   VIPS_SIZE_FORCE, NULL);
    case VITRINE_COLORS_BY_PROFILE:
      return vips_thumbnail_buffer((void *)bytes, count, out, width, "height", height, "size",
                                   VIPS_SIZE_FORCE, "export_profile", "srgb", "intent",
                                   VIPS_INTENT_PERCEPTUAL, NULL);
    case VITRINE_COLORS_CMYK:
      return vips_thumbnail_buffer((void *)bytes, count, out, width, "height", height, "size",
                                   VIPS_SIZE_FORCE, "import_profile", "cmyk", "export_profile",
                                   "srgb", "intent", VIPS_INTENT_PERCEPTUAL, NULL);
  }
  return -1;
}

/// Scales an opened picture to exactly this size, upright.
static inline int vitrine_vips_thumbnail_image(VipsImage *in, int width, int height,
                                               VitrineColors colors, VipsImage **out) {
  switch (colors) {
    case VITRINE_COLORS_AS_STORED:
      return vips_thumbnail_image(in, out, width, "height", height, "size", VIPS_SIZE_FORCE, NULL);
    case VITRINE_COLORS_BY_PROFILE:
      return vips_thumbnail_image(in, out, width, "height", height, "size", VIPS_SIZE_FORCE,
                                  "export_profile", "srgb", "intent", VIPS_INTENT_PERCEPTUAL, NULL);
    case VITRINE_COLORS_CMYK:
      return vips_thumbnail_image(in, out, width, "height", height, "size", VIPS_SIZE_FORCE,
                                  "import_profile", "cmyk", "export_profile", "srgb", "intent",
                                  VIPS_INTENT_PERCEPTUAL, NULL);
  }
  return -1;
}

/// Scales a picture to exactly this size.
static inline int vitrine_vips_resize(VipsImage *in, int width, int height, VipsImage **out) {
  return vips_thumbnail_image(in, out, width, "height", height, "size", VIPS_SIZE_FORCE,
                              "no_rotate", TRUE, NULL);
}

static inline int vitrine_vips_crop(VipsImage *in, int x, int y, int width, int height,
                                    VipsImage **out) {
  return vips_extract_area(in, out, x, y, width, height, NULL);
}

static inline int vitrine_vips_to_srgb(VipsImage *in, VipsImage **out) {
  return vips_colourspace(in, out, VIPS_INTERPRETATION_sRGB, NULL);
}

static inline int vitrine_vips_to_bytes(VipsImage *in, VipsImage **out) {
  return vips_cast(in, out, VIPS_FORMAT_UCHAR, NULL);
}

static inline int vitrine_vips_add_opaque_alpha(VipsImage *in, VipsImage **out) {
  return vips_bandjoin_const1(in, out, 255, NULL);
}

static inline int vitrine_vips_first_bands(VipsImage *in, int count, VipsImage **out) {
  return vips_extract_band(in, out, 0, "n", count, NULL);
}

/// A function that says whether the work on a picture shall end.
typedef gboolean (*VitrineVipsShouldStop)(void *context);

typedef struct {
  VitrineVipsShouldStop should_stop;
  void *context;
} VitrineVipsWatch;

static void vitrine_vips_eval(VipsImage *image, VipsProgress *progress, gpointer data) {
  (void)progress;
  VitrineVipsWatch *watch = (VitrineVipsWatch *)data;
  if (watch->should_stop(watch->context)) vips_image_set_kill(image, TRUE);
}

/// Calculates the pixels into memory that g_free() gives back, or NULL. `watch` is asked now and then and
/// must stay where it is until the end.
static inline void *vitrine_vips_pixels(VipsImage *image, VitrineVipsWatch *watch, size_t *count) {
  gulong handler =
      g_signal_connect(image, "eval", G_CALLBACK(vitrine_vips_eval), watch);
  vips_image_set_progress(image, TRUE);
  void *pixels = vips_image_write_to_memory(image, count);
  g_signal_handler_disconnect(image, handler);
  return pixels;
}

static inline gboolean vitrine_vips_has_profile(VipsImage *image) {
  return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
}

typedef struct {
  const char *file_name;
  void *file_base;
  const char *symbol_name;
  void *symbol_address;
} VitrineAddressInfo;

// dladdr(3), which <dlfcn.h> hides without _GNU_SOURCE; with it the module would define the C library's
// types differently from Swift's own.
extern int vitrine_dladdr(const void *address, VitrineAddressInfo *info) __asm__("dladdr");

/// The path of the libvips that is in use, or NULL.
static inline const char *vitrine_vips_library_path(void) {
  VitrineAddressInfo info;
  return vitrine_dladdr((const void *)&vips_init, &info) != 0 ? info.file_name : NULL;
}

/// Loads one of libvips' loader modules. They are not loaded at the start because that is half of it, and
/// brings ImageMagick, Poppler and OpenSlide in, which are never wanted here.
static inline gboolean vitrine_vips_load_module(const char *path) {
  GModule *module = g_module_open(path, G_MODULE_BIND_LAZY);
  if (module == NULL) return FALSE;
  g_module_make_resident(module);
  return TRUE;
}

#endif
