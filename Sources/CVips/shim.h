#ifndef CVIPS_SHIM_H
#define CVIPS_SHIM_H

#include <sys/mman.h>
#include <sys/resource.h>
#include <vips/vips.h>

// libvips' operations are variadic, which Swift cannot call; each one that is used has a function here. All of them
// return 0, or -1 with a text in vips_error_buffer(), unless they say otherwise.

/// Opens the picture in a buffer, which must outlive it, and reads its header. NULL on failure.
static inline VipsImage *vitrine_vips_open(const void *bytes, size_t count) {
  return vips_image_new_from_buffer(bytes, count, "", NULL);
}

/// A function that says whether to stop the work on a picture.
typedef gboolean (*VitrineVipsShouldStop)(void *context);

typedef struct {
  VitrineVipsShouldStop should_stop;
  void *context;
  /// Not 0 during a call: two of libvips' threads never call at the same time.
  gint is_asking;
} VitrineVipsWatch;

// The watch to call while pixels are made. Kept by GLib, not in a variable here: every file that includes this header
// would have its own.
#define VITRINE_WATCH_PLACE ((gconstpointer)&vips_init)

static inline void vitrine_vips_set_watch(VitrineVipsWatch *watch) {
  g_dataset_set_data(VITRINE_WATCH_PLACE, "vitrine-watch", watch);
}

static inline gboolean vitrine_vips_should_stop(void) {
  VitrineVipsWatch *watch =
      (VitrineVipsWatch *)g_dataset_get_data(VITRINE_WATCH_PLACE, "vitrine-watch");
  if (watch == NULL || !g_atomic_int_compare_and_exchange(&watch->is_asking, 0, 1)) return FALSE;
  gboolean stops = watch->should_stop(watch->context);
  g_atomic_int_set(&watch->is_asking, 0);
  return stops;
}

/// A file's bytes, which libvips reads piece by piece.
typedef struct {
  const char *bytes;
  gint64 count;
  gint64 position;
  gint64 next_question;
  /// Whether the bytes are a private mapping of a file that no one writes to, so that they can be read again; and up to
  /// where they have been released from memory.
  int is_mapped;
  gint64 released;
} VitrineVipsInput;

/// After this many bytes of a JPEG, ask whether to go on: about 2 ms of decoding.
#define VITRINE_BYTES_PER_QUESTION (128 << 10)

/// The part of a mapped file that was read is released in pieces of this size, a multiple of every page size.
#define VITRINE_BYTES_PER_RELEASE ((gint64)8 << 20)

static gint64 vitrine_vips_read(VipsSourceCustom *source, void *buffer, gint64 length, gpointer data) {
  (void)source;
  VitrineVipsInput *input = (VitrineVipsInput *)data;
  if (input->position >= input->next_question) {
    input->next_question = input->position + VITRINE_BYTES_PER_QUESTION;
    if (vitrine_vips_should_stop()) return -1;
  }
  while (input->is_mapped && input->position - input->released >= VITRINE_BYTES_PER_RELEASE) {
    madvise((void *)(input->bytes + input->released), VITRINE_BYTES_PER_RELEASE, MADV_DONTNEED);
    input->released += VITRINE_BYTES_PER_RELEASE;
  }
  gint64 count = input->count - input->position;
  if (count > length) count = length;
  if (count <= 0) return 0;
  memcpy(buffer, input->bytes + input->position, (size_t)count);
  input->position += count;
  return count;
}

static gint64 vitrine_vips_seek(VipsSourceCustom *source, gint64 offset, int whence, gpointer data) {
  (void)source;
  VitrineVipsInput *input = (VitrineVipsInput *)data;
  gint64 from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? input->position : input->count;
  gint64 position = from + offset;
  if (position < 0 || position > input->count) return -1;
  input->position = position;
  return position;
}

/// The same picture with this orientation.
static inline int vitrine_vips_with_orientation(VipsImage *in, int orientation, VipsImage **out) {
  if (vips_copy(in, out, NULL) != 0) return -1;
  vips_image_set_int(*out, VIPS_META_ORIENTATION, orientation);
  return 0;
}

/// Opens a JPEG at 1/`shrink` (1, 2, 4 or 8) of its size, to be read once from top to bottom. If `orientation` is above
/// 0, it replaces the file's. NULL on failure.
///
/// If `is_mapped` is set, the bytes are those of a whole mapped file.
///
/// Not from the buffer itself: libvips reports progress per row of the result, so for a small picture once at the end,
/// and for a progressive one after all scans. Reading happens in pieces, and can be stopped.
static inline VipsImage *vitrine_vips_open_jpeg(const void *bytes, size_t count, int is_mapped,
                                                int shrink, int orientation) {
  VipsSourceCustom *source = vips_source_custom_new();
  VitrineVipsInput *input = g_new0(VitrineVipsInput, 1);
  input->bytes = (const char *)bytes;
  input->count = (gint64)count;
  input->is_mapped = is_mapped;
  g_object_set_data_full(G_OBJECT(source), "vitrine-input", input, g_free);
  g_signal_connect(source, "read", G_CALLBACK(vitrine_vips_read), input);
  g_signal_connect(source, "seek", G_CALLBACK(vitrine_vips_seek), input);
  VipsImage *loaded = NULL;
  int opened = vips_jpegload_source(VIPS_SOURCE(source), &loaded, "shrink", shrink, "access",
                                    VIPS_ACCESS_SEQUENTIAL, NULL);
  g_object_unref(source);
  if (opened != 0) return NULL;
  if (orientation <= 0) return loaded;
  VipsImage *turned = NULL;
  int result = vitrine_vips_with_orientation(loaded, orientation, &turned);
  g_object_unref(loaded);
  return result == 0 ? turned : NULL;
}

/// Opens the picture in a buffer, which must outlive it, to be read once from top to bottom. NULL on failure.
static inline VipsImage *vitrine_vips_open_sequentially(const void *bytes, size_t count) {
  return vips_image_new_from_buffer(bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}

/// Opens all frames of an animation as one picture, each below the previous one, to be read once from top to bottom.
/// NULL on failure.
static inline VipsImage *vitrine_vips_open_strip(const void *bytes, size_t count) {
  return vips_image_new_from_buffer(bytes, count, "", "n", -1, "access", VIPS_ACCESS_SEQUENTIAL,
                                    NULL);
}

/// One frame of an animation, whose sRGB pixels are in `memory`, which must outlive it; with the profile and
/// orientation of `first`. NULL on failure.
static inline VipsImage *vitrine_vips_frame(VipsImage *first, const void *memory, size_t count,
                                            int width, int height, int bands) {
  VipsImage *frame =
      vips_image_new_from_memory(memory, count, width, height, bands, VIPS_FORMAT_UCHAR);
  if (frame == NULL) return NULL;
  frame->Type = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
  const void *profile = NULL;
  size_t length = 0;
  if (vips_image_get_typeof(first, VIPS_META_ICC_NAME) != 0 &&
      vips_image_get_blob(first, VIPS_META_ICC_NAME, &profile, &length) == 0)
    vips_image_set_blob_copy(frame, VIPS_META_ICC_NAME, profile, length);
  vips_image_set_int(frame, VIPS_META_ORIENTATION, vips_image_get_orientation(first));
  return frame;
}

/// Adds a reference to a picture that is also released elsewhere.
static inline VipsImage *vitrine_vips_share(VipsImage *image) {
  g_object_ref(image);
  return image;
}

/// The colour conversion: none, from the embedded profile to sRGB, or from plain CMYK to sRGB.
typedef enum {
  VITRINE_COLORS_AS_STORED,
  VITRINE_COLORS_BY_PROFILE,
  VITRINE_COLORS_CMYK
} VitrineColors;

/// The profile of a picture that has none, or NULL.
static inline const char *vitrine_vips_import_profile(VitrineColors colors) {
  return colors == VITRINE_COLORS_CMYK ? "cmyk" : NULL;
}

/// The profile to convert to, or NULL.
static inline const char *vitrine_vips_export_profile(VitrineColors colors) {
  return colors == VITRINE_COLORS_AS_STORED ? NULL : "srgb";
}

/// Decodes and scales to exactly this size, upright.
static inline int vitrine_vips_thumbnail(const void *bytes, size_t count, int width, int height,
                                         VitrineColors colors, VipsImage **out) {
  return vips_thumbnail_buffer((void *)bytes, count, out, width, "height", height, "size",
                               VIPS_SIZE_FORCE, "import_profile",
                               vitrine_vips_import_profile(colors), "export_profile",
                               vitrine_vips_export_profile(colors), "intent",
                               VIPS_INTENT_PERCEPTUAL, NULL);
}

/// Scales an opened picture to exactly this size, upright.
static inline int vitrine_vips_thumbnail_image(VipsImage *in, int width, int height,
                                               VitrineColors colors, VipsImage **out) {
  return vips_thumbnail_image(in, out, width, "height", height, "size", VIPS_SIZE_FORCE,
                              "import_profile", vitrine_vips_import_profile(colors),
                              "export_profile", vitrine_vips_export_profile(colors), "intent",
                              VIPS_INTENT_PERCEPTUAL, NULL);
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

static void vitrine_vips_eval(VipsImage *image, VipsProgress *progress, gpointer data) {
  (void)progress;
  (void)data;
  if (vitrine_vips_should_stop()) vips_image_set_kill(image, TRUE);
}

/// Computes the pixels into memory to be freed with g_free(), or returns NULL. `watch` is called from time to time and
/// must stay at its address until the end.
static inline void *vitrine_vips_pixels(VipsImage *image, VitrineVipsWatch *watch, size_t *count) {
  gulong handler = g_signal_connect(image, "eval", G_CALLBACK(vitrine_vips_eval), NULL);
  vips_image_set_progress(image, TRUE);
  vitrine_vips_set_watch(watch);
  void *pixels = vips_image_write_to_memory(image, count);
  // Its threads have ended: no more calls follow.
  vitrine_vips_set_watch(NULL);
  g_signal_handler_disconnect(image, handler);
  return pixels;
}

/// Computes the first rows of a picture that is read once from top to bottom, and discards them. Returns 0, or -1 on
/// failure or if `watch` says to stop.
///
/// libvips 8.14 jumps to a lower row in one step and keeps all rows above it in memory.
static inline int vitrine_vips_skip(VipsImage *image, int rows, VitrineVipsWatch *watch) {
  VipsRegion *region = vips_region_new(image);
  if (region == NULL) return -1;
  vitrine_vips_set_watch(watch);
  int result = 0;
  for (int y = 0; y < rows && result == 0; y += 64) {
    VipsRect strip = {0, y, 1, rows - y < 64 ? rows - y : 64};
    result = vips_region_prepare(region, &strip);
    if (result == 0 && vitrine_vips_should_stop()) result = -1;
  }
  vitrine_vips_set_watch(NULL);
  g_object_unref(region);
  return result;
}

static inline gboolean vitrine_vips_has_profile(VipsImage *image) {
  return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0;
}

/// An image of 8-bit sRGB samples that are not copied. NULL on failure.
static inline VipsImage *vitrine_vips_from_memory(const void *bytes, size_t count, int width,
                                                  int height, int bands) {
  VipsImage *image =
      vips_image_new_from_memory(bytes, count, width, height, bands, VIPS_FORMAT_UCHAR);
  if (image != NULL) image->Type = VIPS_INTERPRETATION_sRGB;
  return image;
}

/// A baseline JPEG without metadata from RGB pixels, in memory to be freed with g_free().
static inline int vitrine_vips_jpeg(const void *rgb, size_t count, int width, int height,
                                    int quality, void **bytes, size_t *length) {
  VipsImage *image = vitrine_vips_from_memory(rgb, count, width, height, 3);
  if (image == NULL) return -1;
  int result =
      vips_jpegsave_buffer(image, bytes, length, "Q", quality, "strip", TRUE, NULL);
  g_object_unref(image);
  return result;
}

typedef struct {
  const char *file_name;
  void *file_base;
  const char *symbol_name;
  void *symbol_address;
} VitrineAddressInfo;

// dladdr(3), which <dlfcn.h> hides without _GNU_SOURCE; with it, the module would define the C library's types
// differently from Swift's.
extern int vitrine_dladdr(const void *address, VitrineAddressInfo *info) __asm__("dladdr");

/// The path of the libvips that is in use, or NULL.
static inline const char *vitrine_vips_library_path(void) {
  VitrineAddressInfo info;
  return vitrine_dladdr((const void *)&vips_init, &info) != 0 ? info.file_name : NULL;
}

/// Loads one of libvips' loader modules. Not all of them are loaded at the start, because that takes half of the
/// start-up time and includes ImageMagick, Poppler and OpenSlide, which are never needed here.
static inline gboolean vitrine_vips_load_module(const char *path) {
  GModule *module = g_module_open(path, G_MODULE_BIND_LAZY);
  if (module == NULL) return FALSE;
  g_module_make_resident(module);
  return TRUE;
}

extern void *vitrine_dlsym(void *library, const char *name) __asm__("dlsym");

/// Makes ORC allocate the memory that it compiles loops into, which is impossible once the sandbox is closed: ORC would
/// end the process. It keeps what is freed, two pieces of 64 KiB; the loops for a picture take a few kilobytes. Does
/// nothing if libvips is built without ORC.
///
/// ORC prefers memory that it maps twice from a file in $HOME or /tmp. A worker may not write files, and one that was
/// killed between the creation of that file and its removal would leave it behind: without free descriptors ORC takes
/// anonymous memory at once.
///
/// Without these loops, a picture of 24 megapixels for a whole screen takes a quarter to a half longer.
static inline void vitrine_orc_reserve_memory(void) {
  // From <orc/orccode.h>, unchanged since 0.4.
  void *(*make)(void) = (void *(*)(void))vitrine_dlsym(NULL, "orc_code_new");
  void (*take)(void *, int) = (void (*)(void *, int))vitrine_dlsym(NULL, "orc_code_allocate_codemem");
  void (*give_back)(void *) = (void (*)(void *))vitrine_dlsym(NULL, "orc_code_free");
  if (make == NULL || take == NULL || give_back == NULL) return;
  struct rlimit descriptors;
  if (getrlimit(RLIMIT_NOFILE, &descriptors) != 0) return;
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, descriptors.rlim_max});
  void *pieces[2];
  for (int i = 0; i < 2; i++) {
    pieces[i] = make();
    // More than half of a piece, so that each allocation takes a piece of its own.
    take(pieces[i], 40000);
  }
  for (int i = 0; i < 2; i++) give_back(pieces[i]);
  setrlimit(RLIMIT_NOFILE, &descriptors);
}

/// Decompresses Brotli data into at most `*length` bytes and sets `*length` to the size. Returns 0 if the data is not
/// Brotli, if it is longer, and without libbrotli, which comes with libvips' module for JPEG XL.
static inline int vitrine_brotli_decompress(const unsigned char *data, size_t count,
                                            unsigned char *bytes, size_t *length) {
  // <brotli/decode.h>: BrotliDecoderDecompress, which returns BROTLI_DECODER_RESULT_SUCCESS, 1.
  int (*decompress)(size_t, const unsigned char *, size_t *, unsigned char *) =
      (int (*)(size_t, const unsigned char *, size_t *, unsigned char *))vitrine_dlsym(
          NULL, "BrotliDecoderDecompress");
  return decompress != NULL && decompress(count, data, length, bytes) == 1;
}

typedef struct {
  int code;
  int subcode;
  const char *message;
} VitrineHEIFError;

/// Loads libheif's decoders that are separate modules (from 1.14 on); otherwise that happens with the first picture.
/// Does nothing without libheif.
static inline void vitrine_heif_load_decoders(void) {
  // <libheif/heif.h>: struct heif_error heif_init(struct heif_init_params*), since 1.13. Looked up at run time, because
  // libheif comes with libvips' module.
  VitrineHEIFError (*init)(void *) = (VitrineHEIFError(*)(void *))vitrine_dlsym(NULL, "heif_init");
  if (init != NULL) init(NULL);
}

#endif
