/// gexiv2 for callers that no exception may reach.
///
/// exiv2 throws not only its own errors, which gexiv2 catches, but also what the C++ library throws: a sum that overflows, a
/// length that is too large, memory that is not there. Those end a process that is written in anything but C++. Here they
/// are answers: nothing was found.
#ifndef C_TAGS_H
#define C_TAGS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads the tags of a picture, or of an XMP file, into a `GExiv2Metadata`. 1, or 0 when there is nothing that exiv2
/// understands.
int vitrine_tags_open(void *metadata, const unsigned char *bytes, size_t count);

/// What a tag says, for g_free(); NULL when it is not there.
char *vitrine_tags_text(void *metadata, const char *tag);

/// The same in exiv2's words.
char *vitrine_tags_interpreted(void *metadata, const char *tag);

/// All that a tag says, for g_strfreev(); NULL when it is not there.
char **vitrine_tags_texts(void *metadata, const char *tag);

/// Where it was taken, in degrees. 1, or 0 when it does not say.
int vitrine_tags_position(void *metadata, double *longitude, double *latitude);

/// A preview that a picture carries, as its tags say it.
struct vitrine_tags_preview {
  /// Not 0 for a JPEG, and for a TIFF; both are 0 for what is neither.
  int is_jpeg;
  int is_tiff;
  unsigned width;
  unsigned height;
};

/// The previews, the smallest first, at most `limit` of them; their number.
size_t vitrine_tags_previews(void *metadata, struct vitrine_tags_preview *previews, size_t limit);

/// The file of a preview, by its place among them, for g_object_unref(); its bytes live as long. NULL when it cannot be had.
void *vitrine_tags_preview_file(void *metadata, size_t index, const unsigned char **bytes, size_t *count);

/// The size of the picture itself, in pixels as stored. 1, or 0 when it is not known.
int vitrine_tags_size(void *metadata, unsigned *width, unsigned *height);

#ifdef __cplusplus
}
#endif

#endif
