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
    let keys = keysOfFirst(bytes) ?? []
    return !keys.isDisjoint(with: marks) && keys.isDisjoint(with: otherMarks)
  }

  /// Whether it is a list of photos that has none: a shop may have sold all.
  package static func isEmpty(_ bytes: [UInt8]) -> Bool { keysOfFirst(bytes) == [] }

  /// The keys of the first photo, none of a list without photos; nil if there is no such list.
  private static func keysOfFirst(_ bytes: [UInt8]) -> Set<String>? {
    let beginning = Array(bytes.prefix(byteLimit))
    var reader = JSONReader(beginning, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard reader.peek() == UInt8(ascii: "{") else { return nil }
    var keys: Set<String>?
    // Reading ends with a fault as soon as enough is known.
    try? reader.readObject { (reader, key) throws(JSONFault) in
      guard JSONText.decode(key, in: reader.bytes) == "photos" else {
        return try reader.skipValue()
      }
      guard reader.peek() == UInt8(ascii: "[") else { throw reader.fault("`photos` is not a list") }
      try reader.readArray { (reader) throws(JSONFault) in
        guard reader.peek() == UInt8(ascii: "{") else { throw reader.fault("not an object") }
        keys = []
        try reader.readObject { (reader, key) throws(JSONFault) in
          keys?.insert(JSONText.decode(key, in: reader.bytes))
          try reader.skipValue()
        }
        throw reader.fault("enough")
      }
      keys = []
    }
    return keys
  }
}
