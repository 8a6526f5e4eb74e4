import Foundation
import Testing

@testable import sample_gallery

@Suite struct FeedTests {
  private func photos() throws -> [[String: Any]] {
    let data = Data(Feed(Catalogue.photographs).text.utf8)
    let feed = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(feed["photos"] as? [[String: Any]])
  }

  @Test func `the feed is JSON with a photo for each picture`() throws {
    #expect(try photos().count == Catalogue.photographs.count)
  }

  @Test func `ids and files are unique`() throws {
    let photos = try photos()

    #expect(Set(photos.compactMap { $0["id"] as? Int }).count == photos.count)
    #expect(Set(photos.compactMap { $0["image_url"] as? String }).count == photos.count)
  }

  @Test func `a price is stated exactly for photos that are for sale`() throws {
    for photo in try photos() {
      #expect((photo["price"] is String) == (photo["for_sale"] as? Bool == true))
    }
  }

  @Test func `each EXIF orientation is shown by a JPEG`() {
    let shown = Catalogue.photographs.filter { $0.file.hasSuffix(".jpg") }.map(\.orientation)

    #expect(Set(shown) == Set(Orientation.allCases))
  }

  @Test func `control characters and quotes in JSON are escaped`() {
    let text = JSONText.string("a\"\\\n\u{1B}é").written()

    #expect(text == #""a\"\\\n\u001bé""#)
  }
}
