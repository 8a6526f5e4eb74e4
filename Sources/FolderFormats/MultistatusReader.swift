import FeedFormats
import Foundation
import GalleryDomain

/// Reads the answers of WebDAV servers (RFC 4918, 13), by namespaces, whatever their prefixes.
enum MultistatusReader {
  /// What an answer says about one file or folder.
  struct Response: Hashable {
    /// As written, with XML references resolved.
    var href = ""
    /// Whether the server says that it exists and may be read.
    var isFound = true
    /// nil if the answer doesn't say.
    var isFolder: Bool?
    var byteCount: Int?
    var modified: Date?
    /// With its quotation marks, as in headers.
    var entityTag: String?
    /// Nextcloud's and ownCloud's number for a file.
    var fileID: UInt64?
    /// Whether Nextcloud makes a smaller picture of it.
    var hasPreview = false
  }

  private static let dav = "DAV:"
  private static let owncloud = "http://owncloud.org/ns"
  private static let nextcloud = "http://nextcloud.org/ns"

  /// Reads the responses one by one without keeping any, since an answer may have a million.
  ///
  /// - Parameter body: Returns whether to continue.
  /// - Returns: Whether this is such an answer at all.
  /// - Complexity: O(*bytes*).
  static func visit(
    _ bytes: [UInt8], _ body: (Response) -> Bool
  ) throws(TextFault) -> Bool {
    var reader = XMLReader(bytes)
    guard case .start(let root)? = try reader.next(), isDAV(root, "multistatus") else {
      return false
    }
    while let tag = try reader.nextChild() {
      guard isDAV(tag, "response") else {
        try reader.skipElement()
        continue
      }
      for response in try readResponse(&reader) {
        guard body(response) else { return true }
      }
    }
    return true
  }

  /// Also reads a response with several addresses that share one status.
  private static func readResponse(_ reader: inout XMLReader) throws(TextFault) -> [Response] {
    var response = Response()
    var hrefs: [String] = []
    while let tag = try reader.nextChild() {
      switch (tag.name.namespace, tag.name.local) {
      case (dav, "href"):
        hrefs.append(try readText(&reader))
      case (dav, "status"):
        response.isFound = isSuccess(try readText(&reader))
      case (dav, "propstat"): try readProperties(&reader, of: &response)
      default: try reader.skipElement()
      }
    }
    // Without an address it can't be asked for, but it is there.
    return (hrefs.isEmpty ? [""] : hrefs).map { href in
      var named = response
      named.href = href
      return named
    }
  }

  /// Reads what one status says about some properties; only properties that exist count.
  private static func readProperties(
    _ reader: inout XMLReader, of response: inout Response
  ) throws(TextFault) {
    var found = response
    var isThere = true
    while let tag = try reader.nextChild() {
      switch (tag.name.namespace, tag.name.local) {
      case (dav, "prop"):
        while let property = try reader.nextChild() { try read(property, &reader, of: &found) }
      case (dav, "status"): isThere = isSuccess(try readText(&reader))
      default: try reader.skipElement()
      }
    }
    if isThere { response = found }
  }

  private static func read(
    _ property: XMLTag, _ reader: inout XMLReader, of response: inout Response
  ) throws(TextFault) {
    switch (property.name.namespace, property.name.local) {
    case (dav, "resourcetype"):
      var isFolder = false
      while let type = try reader.nextChild() {
        if isDAV(type, "collection") { isFolder = true }
        try reader.skipElement()
      }
      response.isFolder = isFolder
    case (dav, "getcontentlength"):
      response.byteCount = byteCount(try readText(&reader)) ?? response.byteCount
    case (owncloud, "size"):
      let size = byteCount(try readText(&reader))
      response.byteCount = response.byteCount ?? size
    case (dav, "getlastmodified"):
      response.modified = WrittenDate.date(try readText(&reader), zone: .gmt)
    case (dav, "getetag"): response.entityTag = entityTag(try readText(&reader))
    case (owncloud, "fileid"):
      let text = try readText(&reader)
      // A number with leading zeros would come back as a different text.
      response.fileID = isNumber(text) ? UInt64(text).flatMap { "\($0)" == text ? $0 : nil } : nil
    case (nextcloud, "has-preview"): response.hasPreview = try readText(&reader) == "true"
    default: try reader.skipElement()
    }
  }

  // MARK: Values

  private static func isNumber(_ text: String) -> Bool {
    (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  static func byteCount(_ text: String) -> Int? {
    isNumber(text) ? Int(text) : nil
  }

  /// `HTTP/1.1 200 OK`; no status counts as success.
  private static func isSuccess(_ status: String) -> Bool {
    let words = status.split(separator: " ", maxSplits: 2)
    guard words.count > 1, let code = Int(words[1]) else { return true }
    return (200...299).contains(code)
  }

  /// As in a header (RFC 9110, 8.8.3): WsgiDAV omits the quotation marks.
  private static func entityTag(_ text: String) -> String? {
    guard (1...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      return nil
    }
    let opaque = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
    if opaque.hasPrefix("\""), opaque.hasSuffix("\""), opaque.count > 1 { return text }
    return text.contains("\"") ? nil : "\"\(text)\""
  }

  // MARK: Steps

  private static func isDAV(_ tag: XMLTag, _ name: String) -> Bool {
    tag.name.namespace == dav && tag.name.local == name
  }

  private static func readText(_ reader: inout XMLReader) throws(TextFault) -> String {
    try reader.elementText(byteLimit: textLimit).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let textLimit = 16_384
}
