import GalleryDomain

/// Whether bytes begin as a feed of 500px, told by the first photo alone: what comes behind it may be large.
package enum FeedFileShape {
  /// What makes a photo one of 500px, or of ours.
  private static let marks: Set<String> = ["name", "for_sale", "image_url", "images"]
  /// What only photos of other services have that come in a list of this name.
  private static let otherMarks: Set<String> = ["src", "photographer", "img_src"]

  /// Only the beginning is looked at, which holds the first photo.
  private static let byteLimit = 1 << 20

  package static func matches(_ bytes: [UInt8]) -> Bool {
    let beginning = Array(bytes.prefix(byteLimit))
    var reader = JSONReader(beginning, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard reader.peek() == UInt8(ascii: "{") else { return false }
    var keys: Set<String> = []
    // The reading ends by a fault as soon as enough is known.
    try? reader.readObject { (reader, key) throws(JSONFault) in
      guard JSONText.decode(key, in: reader.bytes) == "photos" else {
        return try reader.skipValue()
      }
      guard reader.peek() == UInt8(ascii: "[") else { throw reader.fault("`photos` is not a list") }
      try reader.readArray { (reader) throws(JSONFault) in
        guard reader.peek() == UInt8(ascii: "{") else { throw reader.fault("not an object") }
        try reader.readObject { (reader, key) throws(JSONFault) in
          keys.insert(JSONText.decode(key, in: reader.bytes))
          try reader.skipValue()
        }
        throw reader.fault("enough")
      }
    }
    return !keys.isDisjoint(with: marks) && keys.isDisjoint(with: otherMarks)
  }
}
