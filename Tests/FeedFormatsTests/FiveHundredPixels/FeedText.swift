import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

let utc = TimeZone.gmt

/// The photos in a feed's text, as if from `/feeds/feed.json`.
func photos(_ json: String, zone: TimeZone = utc) throws -> [Photo] {
  let document = try FeedDocument(Array(json.utf8))
  let mapping = FeedPhotoMapping(directory: Array("/feeds".utf8), zone: zone)
  return (0..<document.photoCount).compactMap { document.photo(at: $0, mapping: mapping) }
}

/// The only photo in a feed with these members and an id.
func photo(_ members: String) throws -> Photo {
  let photos = try photos(#"{"photos":[{"id":1\#(members.isEmpty ? "" : ",")\#(members)}]}"#)
  return try #require(photos.first)
}
