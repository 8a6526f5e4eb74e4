import Foundation
import GalleryDomain

/// Addresses in stored baskets: http, https and file.
enum BasketAddress {
  /// - Returns: nil for an address of another scheme.
  static func text(_ url: URL?) -> String? {
    guard let url else { return nil }
    return StoredAddress.text(url) ?? (isFile(url.absoluteString) ? url.absoluteString : nil)
  }

  static func url(_ text: String?) -> URL? {
    guard let text else { return nil }
    return StoredAddress.url(text) ?? (isFile(text) ? URL(string: text) : nil)
  }

  /// The file that `FileReference.url` was made of.
  static func file(_ text: String) -> FileReference? {
    guard isFile(text) else { return nil }
    var path: [UInt8] = []
    var rest = text.utf8.dropFirst(scheme.utf8.count)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        path.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      path.append(high << 4 | low)
    }
    return path.first == UInt8(ascii: "/") ? FileReference(path: path) : nil
  }

  private static let scheme = "file://"

  private static func isFile(_ text: String) -> Bool { text.hasPrefix(scheme) }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8(truncatingIfNeeded: $0) }
  }
}
