import GalleryData
import GalleryDomain

/// What an edit of a sidecar changed, to restore it byte for byte unless another program has changed it since.
struct SidecarPatch: Hashable, Sendable {
  /// The most bytes that an undo may keep for one photo.
  private static let byteLimit = 64 * 1_024

  private let prefixCount: Int
  private let suffixCount: Int
  /// The replaced bytes; nil if there was no file.
  private let old: [UInt8]?
  /// A hash of the file afterwards; nil if it was deleted.
  private let after: UInt64?

  /// - Returns: nil if too much would have to be kept.
  init?(before: [UInt8]?, after: [UInt8]?) {
    self.after = after.map { StableHash.hash($0) }
    guard let before else {
      (prefixCount, suffixCount, old) = (0, 0, nil)
      return
    }
    let other = after ?? []
    let limit = min(before.count, other.count)
    var prefix = 0
    while prefix < limit, before[prefix] == other[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < limit - prefix,
      before[before.count - 1 - suffix] == other[other.count - 1 - suffix]
    { suffix += 1 }
    let middle = Array(before[prefix..<(before.count - suffix)])
    guard middle.count <= Self.byteLimit else { return nil }
    (prefixCount, suffixCount, old) = (prefix, suffix, middle)
  }

  /// Whether a file is as the edit left it.
  func isAfter(_ bytes: [UInt8]?) -> Bool { bytes.map { StableHash.hash($0) } == after }

  /// The file as it was before. Only for a file that `isAfter`.
  func before(_ bytes: [UInt8]?) -> [UInt8]? {
    guard let old else { return nil }
    let bytes = bytes ?? []
    return Array(bytes.prefix(prefixCount)) + old + Array(bytes.suffix(suffixCount))
  }
}
