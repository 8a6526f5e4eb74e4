import Foundation
import GalleryDomain

@testable import FeedFormats

/// Any bytes are RSS or Atom, or a fault with a position inside them; no photo has unclean text, and no address leaves
/// the web.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXML(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let url = URL(string: "https://feeds.example/a/feed.xml") else { return 0 }
  _ = SyndicationFormat.recognises(bytes, contentType: nil)
  for feed in FeedDiscovery.feeds(in: bytes, of: url) { checkWeb(feed) }
  let format = SyndicationFormat(url: url)
  let response = HTTPResponse(status: 200, body: bytes, url: url)
  do throws(PhotoSourceError) {
    let page = try format.decode(
      response, of: FeedPageRequest(),
      in: FeedContext(url: url, zone: .gmt, now: Date(timeIntervalSince1970: 1_700_000_000)))
    precondition(Set(page.photos.map(\.id)).count == page.photos.count)
    for photo in page.photos.prefix(50) { check(photo) }
    if case .continuation(.url(let next)) = page.next { checkWeb(next) }
  } catch {
    switch error {
    case .malformed(_, let line, let column, _): precondition(line > 0 && column > 0)
    case .notAFeed, .encodingUnknown: break
    default: preconditionFailure("\(error)")
    }
  }
  return 0
}

private func check(_ photo: Photo) {
  let texts = [photo.id, photo.name, photo.author, photo.dateText, photo.licence?.name]
  for text in texts.compactMap(\.self) + photo.tags {
    // Addresses that are ids are longer than other lines.
    let cleaned = TextCleaner.line(text, limit: TextLimit(characters: 100_000))
    precondition(cleaned.utf8.elementsEqual(text.utf8))
  }
  precondition(!photo.id.isEmpty)
  precondition(photo.imageURL != nil)
  let urls = [
    photo.imageURL, photo.thumbnailURL, photo.pageURL, photo.licence?.url, photo.purchase?.url,
  ]
  for url in urls.compactMap(\.self) { checkWeb(url) }
}

private func checkWeb(_ url: URL) {
  precondition(["http", "https"].contains(url.scheme?.lowercased() ?? ""))
  precondition(url.host()?.isEmpty == false)
}
