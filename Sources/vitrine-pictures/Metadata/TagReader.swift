import CGexiv2
import CTags
import PictureProtocol

/// The tags of one file, read with gexiv2; nil and empty texts mean that a tag is missing.
///
/// Values come from files: their length is limited, otherwise they are unchanged.
final class TagReader {
  /// More than one if the parts of a file are read separately.
  private(set) var sources: [UnsafeMutablePointer<GExiv2Metadata>] = []
  /// Those of them that are an XMP packet alone.
  private var packets: Set<UnsafeMutablePointer<GExiv2Metadata>> = []
  private var mentionedLists: Set<String> = []

  /// The properties of programs that exiv2 doesn't know, whatever a file calls their namespaces. Call before files are read.
  static func registerNamespaces() {
    for tag in MarkTag.properties {
      guard let namespace = tag.namespace else { continue }
      gexiv2_metadata_try_register_xmp_namespace(namespace, tag.prefix, nil)
    }
  }

  /// Reads the EXIF, IPTC and XMP data of a picture, of an XMP file, or of such parts of a file.
  /// - Returns: nil if there is nothing that exiv2 can read.
  init?(_ parts: ByteView...) {
    for part in parts {
      guard let metadata = gexiv2_metadata_new() else { continue }
      let bytes = part.bytes.assumingMemoryBound(to: UInt8.self).baseAddress
      if vitrine_tags_open(metadata, bytes, part.count) != 0 {
        sources.append(metadata)
        if Self.isPacket(part) {
          packets.insert(metadata)
          // Writing a packet takes as long as reading it.
          mentionedLists.formUnion(
            ["subject", "creator"].filter { part.bytes.firstRange(of: ":\($0)".utf8) != nil })
        }
      } else {
        g_object_unref(metadata)
      }
    }
    if sources.isEmpty { return nil }
  }

  /// Whether it begins like XML, after a byte-order mark and blanks.
  private static func isPacket(_ part: ByteView) -> Bool {
    part.bytes.prefix(64).first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
      == UInt8(ascii: "<")
  }

  deinit {
    for metadata in sources { g_object_unref(metadata) }
  }

  /// Whether exiv2 has made a date of EXIF or IPTC from a property of a packet: it is in this computer's zone then, without its
  /// own, and has a day even if only the year is known.
  private func isMade(_ tag: String, in metadata: UnsafeMutablePointer<GExiv2Metadata>) -> Bool {
    (tag.hasPrefix("Iptc.") || tag.hasPrefix("Exif.") && tag.contains(".Date"))
      && packets.contains(metadata)
  }

  /// Whether there is a tag, also one without a text.
  func has(_ tag: String) -> Bool { sources.contains { vitrine_tags_has($0, tag) != 0 } }

  /// Whether there is a list of Dublin Core, also one without an item, which gexiv2 doesn't find.
  func hasList(_ name: String) -> Bool {
    has("Xmp.dc.\(name)")
      || mentionedLists.contains(name)
        && packets.contains { vitrine_tags_has_in_packet($0, "<dc:\(name)>") != 0 }
  }

  /// The first of the tags that has a text.
  func text(_ tags: String...) -> String? {
    for tag in tags {
      for metadata in sources where !isMade(tag, in: metadata) {
        guard let found = vitrine_tags_text(metadata, tag) else { continue }
        defer { g_free(found) }
        guard let text = Self.clean(found) else { continue }
        guard tag.hasPrefix("Xmp."), Self.alternative(text) != nil else { return text }
        if let text = localizedText(tag) { return text }
      }
    }
    return nil
  }

  /// The first of the tags that says something: cameras write `----` for a lens that they don't know.
  func name(_ tags: String...) -> String? {
    for tag in tags {
      if let text = text(tag), !CameraPlaceholder.contains(text) { return text }
    }
    return nil
  }

  /// The same, in exiv2's words: lenses from the cameras' own notes.
  func interpreted(_ tag: String) -> String? {
    for metadata in sources {
      if let found = vitrine_tags_interpreted(metadata, tag) {
        defer { g_free(found) }
        return Self.clean(found)
      }
    }
    return nil
  }

  /// All values of a tag with several.
  func texts(_ tag: String, withEmpty: Bool = false) -> [String] {
    var texts: [String] = []
    for metadata in sources {
      guard let found = vitrine_tags_texts(metadata, tag) else { continue }
      defer { g_strfreev(found) }
      let first = found[0].flatMap { Self.clean($0) } ?? ""
      if Self.alternative(first) != nil {
        texts += alternatives(of: tag, in: metadata)
        continue
      }
      if first.hasPrefix("type=\"") {
        // Of a list with an item that is more than a text, such as one with a language, exiv2 makes a tag of each.
        let items = (1...PhotoMetadata.keywordLimit).lazy.map { "\(tag)[\($0)]" }.prefix(while: has)
        texts += items.compactMap { text($0) }
        continue
      }
      var index = 0
      while let value = found[index], texts.count < PhotoMetadata.keywordLimit {
        if let text = Self.clean(value) ?? (withEmpty ? "" : nil) { texts.append(text) }
        index += 1
      }
    }
    return texts
  }

  /// The texts of a property in several languages, each behind its own. One by one, gexiv2 cuts them at their commas.
  private func alternatives(
    of tag: String, in metadata: UnsafeMutablePointer<GExiv2Metadata>
  ) -> [String] {
    guard let found = vitrine_tags_text(metadata, tag) else { return [] }
    defer { g_free(found) }
    guard let text = Self.clean(found) else { return [] }
    var parts: [String] = []
    var rest = text[...]
    while let next = rest.firstRange(of: ", lang=\"") {
      parts.append(String(rest[..<next.lowerBound]))
      rest = rest[next.lowerBound...].dropFirst(2)
    }
    return parts + [String(rest)]
  }

  /// A text that may exist in several languages: the default one, else the first in the order of their names. Empty
  /// ones are absent.
  func localizedText(_ tag: String) -> String? {
    let texts = texts(tag)
    let alternatives = texts.compactMap(Self.alternative)
    let stated = alternatives.filter { !$0.text.isEmpty }
    // exiv2 calls the language of a text without one `x-repair`, and has it after the default one.
    let defaults = ["x-default", "x-repair"]
    if let text = stated.first(where: { defaults.contains($0.language) })?.text { return text }
    // exiv2 has an order of its own.
    return stated.min { $0.language < $1.language }?.text
      ?? (alternatives.isEmpty ? texts.first : nil)
  }

  /// Of `lang="de-AT" Servus`; the text is empty for an empty alternative.
  private static func alternative(_ text: String) -> (language: String, text: String)? {
    guard text.hasPrefix("lang=\"") else { return nil }
    let rest = text.dropFirst(6)
    guard let end = rest.firstIndex(of: "\"") else { return nil }
    var words = rest[rest.index(after: end)...].drop(while: \.isWhitespace)
    while words.last?.isWhitespace == true { words.removeLast() }
    return (String(rest[..<end]), String(words))
  }

  /// A number, from `1/200`, `1.8` or `50`.
  func number(_ tags: String...) -> Double? {
    for tag in tags {
      if let found = text(tag).flatMap(Self.number) { return found }
    }
    return nil
  }

  /// As EXIF and XMP write it: `1/200`, `18/10`, `1.8` or `50`; nil for anything else, and below 0.
  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let numerator = UInt32(parts[0]), let denominator = UInt32(parts[1]) {
      return denominator > 0 ? Double(numerator) / Double(denominator) : nil
    }
    guard parts.count == 1, let value = Double(text), value >= 0, value < 4_000_000 else {
      return nil
    }
    return value
  }

  func wholeNumber(_ tags: String...) -> Int32? {
    for tag in tags {
      // Some tags have several values, such as two ISO speeds; the first counts.
      if let first = text(tag)?.split(separator: " ").first, let value = Int32(first) {
        return value
      }
    }
    return nil
  }

  /// The user's stars and label.
  private(set) lazy var marks = StatedMarks { tag in
    if tag.namespace == nil { return text(tag.key).map { [$0] } ?? [] }
    return texts(tag.key, withEmpty: true).map { Self.alternative($0)?.text ?? $0 }
  }

  /// Where it was taken, if that is a place on earth.
  var position: GeoPosition? {
    for metadata in sources {
      var longitude = 0.0
      var latitude = 0.0
      if vitrine_tags_position(metadata, &longitude, &latitude) != 0,
        let position = GeoPosition(latitude: latitude, longitude: longitude)
      {
        return position
      }
    }
    return nil
  }

  /// A text without blanks around it; read as Latin-1 unless it is UTF-8, as older programs write it.
  private static func clean(_ pointer: UnsafePointer<CChar>) -> String? {
    var bytes: [UInt8] = []
    var index = 0
    while pointer[index] != 0, index <= PictureProtocolLimits.textBytes {
      bytes.append(UInt8(bitPattern: pointer[index]))
      index += 1
    }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    let start = bytes.firstIndex { !isBlank($0) } ?? bytes.count
    guard start < bytes.count else { return nil }
    let kept = bytes[start...]
    // Being cut within a character does not make it Latin-1.
    if index > PictureProtocolLimits.textBytes { return String(decoding: kept, as: UTF8.self) }
    return String(validating: kept, as: UTF8.self)
      ?? String(String.UnicodeScalarView(kept.map { Unicode.Scalar($0) }))
  }
}

extension TagReader {
  /// A text of Windows' own tags (`XPTitle`, `XPKeywords`): UTF-16, little-endian, as bytes.
  ///
  /// Not in exiv2's words: it supports only UCS-2 and returns the bytes as numbers if the text contains an emoji (exiv2
  /// 0.27).
  func utf16Text(_ tag: String) -> String? {
    guard let numbers = text(tag) else { return nil }
    let parts = numbers.split(separator: " ")
    let bytes = parts.compactMap { UInt8($0) }
    guard bytes.count == parts.count, bytes.count > 1 else { return interpreted(tag) }
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    return text.isEmpty ? nil : text
  }
}
