/// gexiv2 without exceptions.
///
/// exiv2 throws its own errors, which gexiv2 catches, but also exceptions from the C++ library: overflows, lengths that
/// are too large, lack of memory. Those end a process that isn't written in C++. Here they become results: nothing was
/// found.
#ifndef C_TAGS_H
#define C_TAGS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads the tags of a picture, or of an XMP file, into a `GExiv2Metadata`. Returns 1, or 0 if exiv2 does not recognise
/// anything.
int vitrine_tags_open(void *metadata, const unsigned char *bytes, size_t count);

/// Whether a tag exists, with a value or without, but for lists without an item. Returns 1 or 0.
int vitrine_tags_has(void *metadata, const char *tag);

/// Whether the XMP data, as exiv2 writes it, has a text such as `<dc:subject>`. Returns 1 or 0.
int vitrine_tags_has_in_packet(void *metadata, const char *element);

/// The value of a tag, to be freed with g_free(); NULL if it does not exist.
char *vitrine_tags_text(void *metadata, const char *tag);

/// The same in exiv2's wording.
char *vitrine_tags_interpreted(void *metadata, const char *tag);

/// All values of a tag, to be freed with g_strfreev(); NULL if it does not exist.
char **vitrine_tags_texts(void *metadata, const char *tag);

/// The position where it was taken, in degrees. Returns 1, or 0 if there is none.
int vitrine_tags_position(void *metadata, double *longitude, double *latitude);

/// A preview in a picture file, as described by its tags.
struct vitrine_tags_preview {
  /// Not 0 for a JPEG or a TIFF, respectively; both are 0 for other formats.
  int is_jpeg;
  int is_tiff;
  unsigned width;
  unsigned height;
};

/// The previews, the smallest first, at most `limit` of them; returns their number.
size_t vitrine_tags_previews(void *metadata, struct vitrine_tags_preview *previews, size_t limit);

/// The file of a preview by its index, to be released with g_object_unref(), which also frees its bytes. NULL if it is
/// not available.
void *vitrine_tags_preview_file(void *metadata, size_t index, const unsigned char **bytes, size_t *count);

/// The size of the picture itself, in pixels as stored. Returns 1, or 0 if it is unknown.
int vitrine_tags_size(void *metadata, unsigned *width, unsigned *height);

#ifdef __cplusplus
}
#endif

#endif
