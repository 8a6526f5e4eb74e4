// Paths as bytes, and what files say, belong to modules below, which the workers use as well; a module that imports the domain
// has them, too. The attribute is underscored, but Swift has no other way to do this.
import Foundation
@_exported import PhotoFacts

@_exported import enum Files.FilePath
@_exported import enum Files.StableHash

/// A file, named by the bytes of its path.
///
/// File names are bytes, not text. A name that is not UTF-8 or that contains control characters is cleaned for display,
/// but the file is opened by these bytes.
public struct FileReference: Hashable, Sendable {
  /// The absolute path, without a zero byte.
  public let path: [UInt8]

  /// - Returns: nil if the path is empty or contains a zero byte.
  public init?(path: [UInt8]) {
    guard !path.isEmpty, !path.contains(0) else { return nil }
    self.path = path
  }

  public init?(path: String) {
    self.init(path: Array(path.utf8))
  }

  /// A `file:` URL with everything but `/` and unreserved characters percent-encoded (RFC 3986).
  public var url: URL? { URL(string: urlText) }

  /// The URL as text; ten times faster than the URL.
  var urlText: String {
    let scheme = "file://".utf8
    return String(unsafeUninitializedCapacity: scheme.count + 3 * path.count) { buffer in
      var count = 0
      func append(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      for byte in scheme { append(byte) }
      for byte in path {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: append(byte)
        default:
          append(UInt8(ascii: "%"))
          for digit in [byte >> 4, byte & 0xF] { append(digit + (digit < 10 ? 0x30 : 0x37)) }
        }
      }
      return count
    }
  }
}

extension FilePath {
  /// The last component, cleaned for display; `?` if nothing is left of it.
  package static func shownName(_ file: FileReference) -> String {
    let name = TextCleaner.line(bytes: lastComponent(file.path), limit: .field)
    return name.isEmpty ? "?" : name
  }
}
