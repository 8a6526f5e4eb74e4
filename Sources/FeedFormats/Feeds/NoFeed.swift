import Foundation
import GalleryDomain
import PictureProtocol

extension PhotoSourceError {
  /// The reader that could not read it.
  package enum FeedReader {
    case any
    case syndication
    /// A preset, by name.
    case preset(String)
  }

  /// The error for bytes that are not a feed, with what they are instead, judging by the beginning.
  package static func notAFeed(
    _ bytes: [UInt8], name: String, reader: FeedReader = .any
  ) -> PhotoSourceError {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let beginning = TextCleaner.line(
      bytes: bytes[start...].prefix(400), limit: TextLimit(characters: 40))
    return .notAFeed(name: name, beginning: beginning, content: content(bytes[start...], reader))
  }

  private static func content(_ bytes: ArraySlice<UInt8>, _ reader: FeedReader) -> ForeignContent {
    if PictureFormat(beginning: bytes) != nil { return .picture }
    let text = String(decoding: bytes.prefix(4_096), as: UTF8.self).lowercased()
      .trimmingCharacters(in: .whitespacesAndNewlines)
    if ["<!doctype html", "<html", "<head", "<title", "<body"].contains(where: text.hasPrefix)
      || text.hasPrefix("<?xml") && text.contains("<html")
    {
      // Apache, nginx, lighttpd and others; Python's server; Node's `serve`.
      let marks = [">index of", ">directory listing for", ">files within", ">directory: "]
      return marks.contains(where: text.contains) ? .directoryIndex : .webPage
    }
    switch reader {
    case .preset(let preset) where text.hasPrefix("<"): return .xml(preset: preset)
    case .syndication where text.hasPrefix("{") || text.hasPrefix("["): return .json
    default: return .unknown
    }
  }

  /// The error for a text that breaks off or is wrong somewhere.
  ///
  /// - Parameter name: The name of the file or the host.
  package static func malformed(
    _ fault: TextFault, in bytes: [UInt8], name: String
  ) -> PhotoSourceError {
    let position = TextPosition(offset: fault.offset, in: bytes)
    return .malformed(
      name: name, line: position.line, column: position.column,
      reason: TextCleaner.line(fault.reason, limit: .field))
  }
}

/// Where and why bytes are not JSON, or not XML.
package struct TextFault: Error, Hashable {
  /// In bytes of UTF-8, from 0; the number of bytes if they end too early.
  package var offset: Int
  /// For users, in lower case, such as `expected a comma`.
  package var reason: String
}

/// A position as editors show it: lines and columns from 1, columns in code points.
package struct TextPosition: Hashable {
  package var line: Int
  package var column: Int

  /// - Complexity: O(*offset*); computed once, for a message.
  package init(offset: Int, in bytes: [UInt8]) {
    (line, column) = (1, 1)
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}
