import Foundation

/// A text to search for, ignoring case, accents and width: the one meaning of *is in* for searches, filters, completion and marks.
public struct FoldedText: Hashable, Sendable {
  package let bytes: [UInt8]

  public init(_ text: String) {
    bytes = Array(Self.folded(text).utf8)
  }

  /// Whether it occurs in a text. If it folds to nothing, it occurs in every text.
  public func isContained(in text: String) -> Bool { match(in: text) != .nowhere }

  /// Whether it may occur in JSON: false only if that is ASCII, where nothing folds to several characters, and hasn't got it.
  func mayBeContained(inJSON json: UnsafeBufferPointer<UInt8>) -> Bool {
    guard json.allSatisfy({ $0 < 0x80 }), !containsSign else { return true }
    let lowercased = json.map(Self.lowercased)
    return lowercased.withUnsafeBufferPointer { Self.match(of: bytes, inFolded: $0) } != .nowhere
  }

  /// The characters of a text in which it is, from the beginning on; none if it folds to nothing.
  ///
  /// - Complexity: Some microseconds for a line that contains it, and about one more for each character that isn't ASCII.
  public func ranges(in text: String) -> [Range<String.Index>] {
    guard !bytes.isEmpty, isContained(in: text) else { return [] }
    // Folded one by one, so that it is known which character each byte comes from.
    var line: [UInt8] = []
    var origins: [Range<String.Index>] = []
    for index in text.indices {
      if let letter = text[index].asciiValue {
        line.append(Self.lowercased(letter))
      } else {
        line += Self.folded(String(text[index])).utf8
      }
      let character = index..<text.index(after: index)
      origins += repeatElement(character, count: line.count - origins.count)
    }
    var ranges: [Range<String.Index>] = []
    var start = 0
    while start + bytes.count <= line.count {
      let end = start + bytes.count
      guard line[start..<end].elementsEqual(bytes) else {
        start += 1
        continue
      }
      ranges.append(origins[start].lowerBound..<origins[end - 1].upperBound)
      start = end
    }
    return ranges
  }

  /// How a text contains it: the best of all matches.
  package enum Match: Int, Comparable, Sendable {
    case whole, wordStart, inside, nowhere

    package static func < (one: Match, other: Match) -> Bool { one.rawValue < other.rawValue }
  }

  func match(in text: String) -> Match {
    var text = Self.folded(text)
    return text.withUTF8 { Self.match(of: bytes, inFolded: $0) }
  }

  /// How a folded text contains another one, byte by byte. What follows a character beyond ASCII begins no word.
  package static func match(
    of bytes: [UInt8], inFolded text: UnsafeBufferPointer<UInt8>
  ) -> Match {
    bytes.withUnsafeBufferPointer { match(of: $0, inFolded: text) }
  }

  /// - Parameter separator: Is before and after each text of a list; nil if it is one text.
  package static func match(
    of bytes: UnsafeBufferPointer<UInt8>, inFolded text: UnsafeBufferPointer<UInt8>,
    separatedBy separator: UInt8? = nil
  ) -> Match {
    guard let first = bytes.first, let word = bytes.baseAddress else { return .inside }
    guard text.count >= bytes.count, let base = text.baseAddress else { return .nowhere }
    var (start, found): (Int, Match) = (0, .nowhere)
    while start <= text.count - bytes.count,
      let next = memchr(base + start, Int32(first), text.count - bytes.count - start + 1)
    {
      start = base.distance(to: next.assumingMemoryBound(to: UInt8.self))
      if memcmp(base + start, word, bytes.count) == 0 {
        let end = start + bytes.count
        let before = start == 0 ? separator ?? 0 : text[start - 1]
        let isFirst = separator.map { before == $0 } ?? (start == 0)
        let isLast = end == text.count || text[end] == separator
        if isFirst, isLast { return .whole }
        if isFirst || before < 0x80 && !isAlphanumeric(before) {
          // In a list, another text may be equal.
          found = .wordStart
          if separator == nil { return .wordStart }
        } else if found == .nowhere {
          found = .inside
        }
      }
      start += 1
    }
    return found
  }

  /// Whether it equals a text.
  func isWhole(_ text: String) -> Bool {
    Self.folded(text).utf8.elementsEqual(bytes)
  }

  /// Whether a text begins with it.
  func isPrefix(of text: String) -> Bool {
    Self.folded(text).utf8.starts(with: bytes)
  }

  /// Whether a sign of ASCII is in it, which JSON may write in another way.
  private var containsSign: Bool { bytes.contains { $0 < 0x80 && !Self.isAlphanumeric($0) } }
  var endsWithSeparator: Bool { bytes.last == FilePath.separator }

  /// In normalization form C, so that equal texts have equal bytes: bytes are what is compared, here and in databases.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return String(decoding: text.utf8.map(lowercased), as: UTF8.self)
    }
    return text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
    ).precomposedStringWithCanonicalMapping
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
