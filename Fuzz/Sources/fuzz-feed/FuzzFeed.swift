import Foundation
import GalleryDomain

@testable import FeedFormats
@testable import GalleryData

/// Any bytes are a feed, or a fault with a position inside them; no photo has unclean text, and an index agrees with
/// its photos.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFeed(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do throws(FeedFault) {
    let document = try FeedDocument(bytes)
    let mapping = FeedPhotoMapping(directory: Array("/f".utf8), zone: .gmt)
    let photos = (0..<document.photoCount).compactMap { document.photo(at: $0, mapping: mapping) }
    precondition(photos.count == document.photoCount)
    precondition(Set(photos.map(\.id)).count == photos.count)
    _ = document.skippedCount(in: 0..<document.photoCount)
    for photo in photos.prefix(50) { check(photo) }
    if let last = photos.last {
      precondition(document.row(of: last.id, mapping: mapping) == photos.count - 1)
    }
  } catch {
    if case .malformed(let offset, _) = error {
      precondition((0...count).contains(offset))
      _ = TextPosition(offset: offset, in: bytes)
    }
  }
  return 0
}

private func check(_ photo: Photo) {
  let texts = [photo.id, photo.name, photo.camera, photo.lens, photo.author].compactMap(\.self)
  for text in texts + photo.tags {
    precondition(TextCleaner.line(text).utf8.elementsEqual(text.utf8))
  }
  let line = PhotoJSONLine.text(photo, zone: .gmt)
  precondition(!line.contains("\n"))
  let json = try? JSONSerialization.jsonObject(with: Data(line.utf8))
  precondition(
    (json as? [String: Any])?.count == PhotoRecord.members(of: photo, zone: .gmt).count)
}
