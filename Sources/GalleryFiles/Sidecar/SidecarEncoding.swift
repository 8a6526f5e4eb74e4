import FeedFormats
import GalleryData

/// What must be true of a sidecar's bytes before any of them are changed.
enum SidecarEncoding {
  private static let blanks: Set<UInt8> = [0x00, 0x09, 0x0A, 0x0D, 0x20]

  /// - Returns: Where the document begins after a byte-order mark.
  static func start(of bytes: [UInt8]) throws(SidecarFault) -> Int {
    guard bytes.contains(where: { !blanks.contains($0) }) else { throw SidecarFault("it is empty") }
    let isWide = [[0xFE, 0xFF], [0xFF, 0xFE], [0x00, 0x3C], [0x3C, 0x00]].contains(
      bytes.prefix(2).map(Int.init))
    if isWide { throw SidecarFault("it is UTF-16") }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if let name = declared(bytes[start...]), name != "utf-8", name != "utf8", name != "us-ascii" {
      throw SidecarFault("its encoding is not UTF-8")
    }
    var index = start
    while index < bytes.count {
      let length = bytes[index] < 0x80 ? 1 : UTF8Sequence.length(at: index, in: bytes)
      guard length > 0 else { throw SidecarFault("it is not UTF-8") }
      index += length
    }
    return start
  }

  /// The encoding that the XML declaration names, in lower case.
  private static func declared(_ bytes: ArraySlice<UInt8>) -> String? {
    let beginning = bytes.prefix(200).drop { blanks.contains($0) }
    guard beginning.starts(with: Array("<?xml".utf8)),
      let end = beginning.firstRange(of: Array("?>".utf8))?.lowerBound
    else { return nil }
    let text = String(decoding: beginning[..<end], as: UTF8.self).lowercased()
    guard let place = text.firstRange(of: "encoding") else { return nil }
    let parts = text[place.upperBound...].split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\"" || $0 == "'" })
    return parts.count >= 3 ? String(parts[1]) : nil
  }

  /// - Parameter prolog: What precedes the first element.
  static func checkProlog(_ prolog: ArraySlice<UInt8>) throws(SidecarFault) {
    if prolog.firstRange(of: Array("<!DOCTYPE".utf8)) != nil {
      throw SidecarFault("it has a document type, which XMP forbids")
    }
  }

  /// Only blanks, comments and instructions may follow the root, such as the end of the packet and its padding.
  static func checkEnd(of bytes: [UInt8], from start: Int) throws(SidecarFault) {
    var rest = bytes[start...]
    while true {
      rest = rest.drop { blanks.contains($0) }
      if rest.isEmpty { return }
      let end: [UInt8]
      if rest.starts(with: Array("<!--".utf8)) {
        end = Array("-->".utf8)
      } else if rest.starts(with: Array("<?".utf8)) {
        end = Array("?>".utf8)
      } else {
        throw SidecarFault("there is text after its end")
      }
      guard let close = rest.firstRange(of: end) else {
        throw SidecarFault("it is incomplete")
      }
      rest = rest[close.upperBound...]
    }
  }
}
