import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

let utc = TimeZone.gmt

private func file() throws -> PresetFormat {
  PresetFormat(
    preset: try PresetFixture.preset("500px"), file: "feed.json", environment: { _ in nil })
}

private func answer(_ bytes: [UInt8]) -> HTTPResponse {
  HTTPResponse(status: 200, body: bytes, url: URL(filePath: "/feeds/feed.json"))
}

/// A feed's bytes, as if they were `/feeds/feed.json`.
func feed(_ bytes: [UInt8]) throws -> FeedPage {
  try file().decode(
    answer(bytes), of: FeedPageRequest(),
    in: FeedContext(directory: Array("/feeds".utf8), zone: utc, now: .distantPast))
}

func photos(_ json: String) throws -> [Photo] { try feed(Array(json.utf8)).photos }

/// The only photo in a feed with these members, an id and, unless they have another, a picture.
func photo(_ members: String) throws -> Photo {
  let picture = #""image_url":"http://x/y""#
  let photos = try photos(
    #"{"photos":[{"id":1,\#(picture)\#(members.isEmpty ? "" : ",")\#(members)}]}"#)
  return try #require(photos.first)
}
