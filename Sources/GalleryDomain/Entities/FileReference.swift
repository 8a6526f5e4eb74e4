// Paths as bytes, and what files say, belong to modules below, which the workers use as well; a module that imports the domain
// has them, too. The attribute is underscored, but Swift has no other way to do this.
import Foundation
@_exported import PhotoFacts

@_exported import enum Files.FilePath
@_exported import enum Files.PercentEncoding
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
  var urlText: String { PercentEncoding.text(path, keeping: .path, after: "file://") }
}

extension FilePath {
  /// The last component, cleaned for display; `?` if nothing is left of it.
  package static func shownName(_ file: FileReference) -> String {
    let name = TextCleaner.line(bytes: lastComponent(file.path), limit: .field)
    return name.isEmpty ? "?" : name
  }
}
