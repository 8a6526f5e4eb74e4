import Foundation
import GalleryDomain

/// Ids for the photos of one post: the post's own for the first, and for the others the names of their pictures behind
/// it (`https://blog.example/?p=7#harbour.jpg`), which stay the same when a picture is put before them.
struct PictureIDs {
  private let item: String?
  private var known: Set<String> = []

  /// - Parameter item: nil for a post without one, whose photos are called by their pictures' addresses.
  init(item: String?) {
    self.item = item
  }

  /// - Parameter name: What the source calls the picture; nil for its file's name.
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
