import GalleryDomain

/// Whether bytes start like a 500px feed, judging by the first photo only: what follows may be large.
package enum FeedFileShape {
  /// Keys that identify a photo from 500px, or from Vitrine.
  private static let marks: Set<String> = ["name", "for_sale", "image_url", "images"]
  /// Keys that only photos of other services have, in lists with the same name.
  private static let otherMarks: Set<String> = ["src", "photographer", "img_src"]

  /// Only the beginning is read, which contains the first photo.
  private static let byteLimit = 1 << 20

  package static func matches(_ bytes: [UInt8]) -> Bool {
    guard case .first(let keys) = start(of: bytes) else { return false }
    return !keys.isDisjoint(with: marks) && keys.isDisjoint(with: otherMarks)
  }

  /// Whether it is a list of photos that has none: a shop may have sold all.
  package static func isEmpty(_ bytes: [UInt8]) -> Bool {
    if case .empty = start(of: bytes) { true } else { false }
  }

  /// What `photos` begins with.
  private enum Start {
    case none
    case empty
    /// A photo with these keys, as far as they are there.
    case first(Set<String>)
  }

  private static func start(of bytes: [UInt8]) -> Start {
    let beginning = Array(bytes.prefix(byteLimit))
    var reader = JSONReader(beginning, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard reader.peek() == UInt8(ascii: "{") else { return .none }
    var start = Start.none
    // Reading ends with a fault as soon as enough is known.
    try? reader.readObject { (reader, key) throws(JSONFault) in
      guard JSONText.decode(key, in: reader.bytes) == "photos" else {
        return try reader.skipValue()
      }
      guard reader.peek() == UInt8(ascii: "[") else { throw reader.fault("`photos` is not a list") }
      try reader.readArray { (reader) throws(JSONFault) in
        guard reader.peek() == UInt8(ascii: "{") else { throw reader.fault("not an object") }
        var keys: Set<String> = []
        defer { start = .first(keys) }
        try reader.readObject { (reader, key) throws(JSONFault) in
          keys.insert(JSONText.decode(key, in: reader.bytes))
          try reader.skipValue()
        }
        throw reader.fault("enough")
      }
      start = .empty
    }
    return start
  }
}
