#include "CTags.h"

#include <gexiv2/gexiv2.h>

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

}  // namespace

int vitrine_tags_open(void *metadata, const unsigned char *bytes, size_t count) {
  return guarded(0, [&] { return gexiv2_metadata_open_buf(tags(metadata), bytes, (glong)count, nullptr) ? 1 : 0; });
}

char *vitrine_tags_text(void *metadata, const char *tag) {
  return guarded((char *)nullptr, [&] { return gexiv2_metadata_try_get_tag_string(tags(metadata), tag, nullptr); });
}

char *vitrine_tags_interpreted(void *metadata, const char *tag) {
  return guarded((char *)nullptr,
                 [&] { return gexiv2_metadata_try_get_tag_interpreted_string(tags(metadata), tag, nullptr); });
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
