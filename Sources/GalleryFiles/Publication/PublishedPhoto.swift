import Digests
import GalleryData
import GalleryDomain

/// A photo with the names of its pictures in the feed's folder.
struct PublishedPhoto: Sendable {
  var id: Photo.ID
  var photo: Photo
  var thumbnail: FeedPictureName
  var picture: FeedPictureName

  /// The id that a photo has in the feed, and that orders name it by: its path in the folder that is published. Of a photo
  /// elsewhere only the names of its file and of its folder are published: a code of the folder's path with a key of the user's
  /// distinguishes two of one name, stays the same whatever else is published, and says nothing about the path.
  static func id(
    of photo: Photo, _ file: FileReference, publishesPaths: Bool, key: [UInt8]
  ) -> Photo.ID {
    if publishesPaths, !photo.id.hasPrefix("/") { return photo.id }
    let parts = photo.id.split(separator: "/").suffix(2)
    let code = Digest.sha256.code(of: FilePath.directory(of: file.path), key: key)
    let hash = Digest.hex(Array(code.prefix(8)))
    return (parts.dropLast() + ["\(hash)/\(parts.last ?? "")"]).joined(separator: "-")
  }
}

/// The name of a picture in a feed's folder.
///
/// It is made from the state of the file, so that an existing picture need not be made again, and a changed one has a
/// different URL, which no cache on the way has stored.
struct FeedPictureName: Hashable, Sendable {
  static let thumbnailFolder = "thumbnails"
  static let pictureFolder = "pictures"

  let folder: String
  /// `0123456789abcdef0123456789abcdef-2048.jpg`.
  let name: String

  /// Relative to the feed, with nothing to escape.
  var path: String { "\(folder)/\(name)" }

  init(folder: String, id: Photo.ID, stamp: FileStamp, side: Int) {
    self.folder = folder
    let text = "\(id)\0\(stamp.byteCount)\0\(stamp.modifiedSeconds)\0\(stamp.modifiedNanoseconds)"
    // Two hashes of 64 bits: among a million photos no two share a name.
    let hashes = [0xCBF2_9CE4_8422_2325, 0x9AE1_6A3B_2F90_404F].map {
      StableHash.hex(StableHash.hash(text.utf8, from: $0))
    }
    name = "\(hashes.joined())-\(side).jpg"
  }

  /// Whether a name could have been made here.
  static func isOwn(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 32, parts[1].hasSuffix(".jpg") else {
      return false
    }
    let digits = parts[1].dropLast(4).utf8
    return parts[0].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      && (1...5).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
