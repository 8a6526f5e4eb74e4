import Foundation
import GalleryDomain

/// Ids for the photos of one post: the post's own id for the first one; for the others, the name of the picture is
/// appended (`https://blog.example/?p=7#harbour.jpg`), so that ids stay the same when a picture is inserted before
/// them.
struct PictureIDs {
  private let item: String?
  private var known: Set<String> = []

  /// - Parameter item: nil for a post without an id, whose photos are identified by their pictures' URLs.
  init(item: String?) {
    self.item = item
  }

  /// - Parameter name: The source's name for the picture; nil for its file name.
  mutating func next(_ url: URL, name: String? = nil) -> Photo.ID {
    guard let item else { return url.absoluteString }
    guard !known.isEmpty else {
      known.insert(item)
      return item
    }
    let own = CleanText.line(name ?? HTMLPicture.lastPart(of: url.absoluteString)) ?? "picture"
    var id = "\(item)#\(own)"
    var number = 2
    while !known.insert(id).inserted {
      id = "\(item)#\(own)-\(number)"
      number += 1
    }
    return id
  }
}
