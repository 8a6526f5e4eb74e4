#include "CTags.h"

#include <gexiv2/gexiv2.h>

#include <cstring>

namespace {

GExiv2Metadata *tags(void *metadata) { return static_cast<GExiv2Metadata *>(metadata); }

template <typename Result, typename Call>
Result guarded(Result nothing, Call call) noexcept {
  try {
    return call();
  } catch (...) {
    return nothing;
  }
}

// For an empty tag, gexiv2 0.14 returns the text of the next one that isn't empty.
bool exists(void *metadata, const char *tag) { return gexiv2_metadata_try_has_tag(tags(metadata), tag, nullptr) != 0; }

}  // namespace

int vitrine_tags_open(void *metadata, const unsigned char *bytes, size_t count) {
  return guarded(0, [&] { return gexiv2_metadata_open_buf(tags(metadata), bytes, (glong)count, nullptr) ? 1 : 0; });
}

int vitrine_tags_has(void *metadata, const char *tag) {
  return guarded(0, [&] { return exists(metadata, tag) ? 1 : 0; });
}

int vitrine_tags_has_in_packet(void *metadata, const char *element) {
  return guarded(0, [&] {
    char *packet = gexiv2_metadata_try_generate_xmp_packet(tags(metadata), (GExiv2XmpFormatFlags)0, 0, nullptr);
    int found = packet != nullptr && strstr(packet, element) != nullptr ? 1 : 0;
    g_free(packet);
    return found;
  });
}

char *vitrine_tags_text(void *metadata, const char *tag) {
  return guarded((char *)nullptr, [&]() -> char * {
    if (!exists(metadata, tag)) return nullptr;
    return gexiv2_metadata_try_get_tag_string(tags(metadata), tag, nullptr);
  });
}

char *vitrine_tags_interpreted(void *metadata, const char *tag) {
  return guarded((char *)nullptr, [&]() -> char * {
    if (!exists(metadata, tag)) return nullptr;
    return gexiv2_metadata_try_get_tag_interpreted_string(tags(metadata), tag, nullptr);
  });
}

char **vitrine_tags_texts(void *metadata, const char *tag) {
  return guarded((char **)nullptr, [&] { return gexiv2_metadata_try_get_tag_multiple(tags(metadata), tag, nullptr); });
}

int vitrine_tags_position(void *metadata, double *longitude, double *latitude) {
  return guarded(0, [&] {
    // Not the call for all three, which fails without an altitude.
    return gexiv2_metadata_try_get_gps_longitude(tags(metadata), longitude, nullptr) &&
                   gexiv2_metadata_try_get_gps_latitude(tags(metadata), latitude, nullptr)
               ? 1
               : 0;
  });
}

size_t vitrine_tags_previews(void *metadata, struct vitrine_tags_preview *previews, size_t limit) {
  return guarded((size_t)0, [&] {
    GExiv2PreviewProperties **found = gexiv2_metadata_get_preview_properties(tags(metadata));
    size_t count = 0;
    // From small to large, by the number of pixels (exiv2's PreviewManager).
    for (; found != nullptr && found[count] != nullptr && count < limit; count++) {
      const char *type = gexiv2_preview_properties_get_mime_type(found[count]);
      previews[count].is_jpeg = type != nullptr && strcmp(type, "image/jpeg") == 0;
      previews[count].is_tiff = type != nullptr && strcmp(type, "image/tiff") == 0;
      previews[count].width = gexiv2_preview_properties_get_width(found[count]);
      previews[count].height = gexiv2_preview_properties_get_height(found[count]);
    }
    return count;
  });
}

void *vitrine_tags_preview_file(void *metadata, size_t index, const unsigned char **bytes, size_t *count) {
  return guarded((void *)nullptr, [&]() -> void * {
    GExiv2PreviewProperties **found = gexiv2_metadata_get_preview_properties(tags(metadata));
    for (size_t i = 0; found != nullptr && found[i] != nullptr; i++) {
      if (i != index) continue;
      GExiv2PreviewImage *image = gexiv2_metadata_try_get_preview_image(tags(metadata), found[i], nullptr);
      if (image == nullptr) return nullptr;
      guint32 size = 0;
      *bytes = gexiv2_preview_image_get_data(image, &size);
      *count = size;
      return image;
    }
    return nullptr;
  });
}

int vitrine_tags_size(void *metadata, unsigned *width, unsigned *height) {
  return guarded(0, [&] {
    gint columns = gexiv2_metadata_get_pixel_width(tags(metadata));
    gint rows = gexiv2_metadata_get_pixel_height(tags(metadata));
    if (columns <= 0 || rows <= 0) return 0;
    *width = (unsigned)columns;
    *height = (unsigned)rows;
    return 1;
  });
}
