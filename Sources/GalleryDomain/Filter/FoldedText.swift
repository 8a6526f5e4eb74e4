import Foundation

/// A text to search for, ignoring case, accents and width: the one meaning of *is in* for searches, filters, completion and marks.
public struct FoldedText: Hashable, Sendable {
  package let bytes: [UInt8]
  let pattern: FoldedPattern

  public init(_ text: String) {
    bytes = Array(Self.folded(text).utf8)
    pattern = FoldedPattern(bytes)
  }

  /// Whether it occurs in a text. If it folds to nothing, it occurs in every text.
  ///
  /// Nearly all texts are ASCII, which is searched without folding: 5 ns for a title; folding costs 1 µs.
  public func isContained(in text: String) -> Bool {
    var text = text
    return text.withUTF8(isContained)
  }

  /// The same for a text in UTF-8.
  func isContained(in utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    if let isContained = pattern.isContained(in: utf8) { return isContained }
    guard pattern.isASCII, FoldedPattern.isASCII(utf8) else {
      return Self.bytes(
        of: Self.folded(String(decoding: utf8, as: UTF8.self)), contain: bytes)
    }
    return utf8.indices.contains { isEqual(to: utf8, at: $0) }
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
        line.append(FoldedPattern.lowercased(letter))
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

  private func isEqual(to utf8: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard start + bytes.count <= utf8.count else { return false }
    return bytes.indices.allSatisfy { FoldedPattern.lowercased(utf8[start + $0]) == bytes[$0] }
  }

  /// Where a text contains it: the best of all places.
  package enum Place: Int, Comparable, Sendable {
    case whole, wordStart, inside, nowhere

    package static func < (one: Place, other: Place) -> Bool { one.rawValue < other.rawValue }
  }

  func place(in text: String) -> Place {
    var text = text
    return text.withUTF8(place)
  }

  /// The same for a text in UTF-8.
  func place(in utf8: UnsafeBufferPointer<UInt8>) -> Place {
    if let place = pattern.place(in: utf8) { return place }
    guard pattern.isASCII, FoldedPattern.isASCII(utf8) else {
      return placeInFolded(Self.folded(String(decoding: utf8, as: UTF8.self)))
    }
    let starts = utf8.indices.filter { isEqual(to: utf8, at: $0) }
    guard let first = starts.first else { return .nowhere }
    if utf8.count == bytes.count { return .whole }
    let isStart = first == 0 || starts.contains { !FoldedPattern.isAlphanumeric(utf8[$0 - 1]) }
    return isStart ? .wordStart : .inside
  }

  private func placeInFolded(_ text: String) -> Place {
    var text = text
    return text.withUTF8 { Self.place(of: bytes, inFolded: $0) }
  }

  private static func bytes(of text: String, contain bytes: [UInt8]) -> Bool {
    var text = text
    return text.withUTF8 { place(of: bytes, inFolded: $0) != .nowhere }
  }

  /// Where a folded text contains another one, byte by byte. What follows a character beyond ASCII begins no word.
  package static func place(
    of bytes: [UInt8], inFolded text: UnsafeBufferPointer<UInt8>
  ) -> Place {
    bytes.withUnsafeBufferPointer { place(of: $0, inFolded: text) }
  }

  /// - Parameter separator: Stands before and after each text of a list; nil if it is one text.
  package static func place(
    of bytes: UnsafeBufferPointer<UInt8>, inFolded text: UnsafeBufferPointer<UInt8>,
    separatedBy separator: UInt8? = nil
  ) -> Place {
    guard let first = bytes.first, let word = bytes.baseAddress else { return .inside }
    guard text.count >= bytes.count, let base = text.baseAddress else { return .nowhere }
    var (start, found): (Int, Place) = (0, .nowhere)
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
        if isFirst || before < 0x80 && !FoldedPattern.isAlphanumeric(before) {
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

  /// Whether it equals a text in UTF-8.
  func isWhole(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard FoldedPattern.isASCII(utf8) else {
      return isWhole(String(decoding: utf8, as: UTF8.self))
    }
    return utf8.elementsEqual(bytes) { FoldedPattern.lowercased($0) == $1 }
  }

  /// Whether a text begins with it.
  func isPrefix(of text: String) -> Bool {
    Self.folded(text).utf8.starts(with: bytes)
  }

  /// Whether a text in UTF-8 begins with it.
  func isPrefix(of utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard FoldedPattern.isASCII(utf8) else {
      return isPrefix(of: String(decoding: utf8, as: UTF8.self))
    }
    return isEqual(to: utf8, at: 0)
  }

  /// Whether a sign of ASCII is in it, which JSON may write in another way.
  var containsSign: Bool { bytes.contains { $0 < 0x80 && !FoldedPattern.isAlphanumeric($0) } }
  var containsSeparator: Bool { bytes.contains(FilePath.separator) }
  var endsWithSeparator: Bool { bytes.last == FilePath.separator }

  /// In normalization form C, so that equal texts have equal bytes: bytes are what is compared, here and in databases.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return String(decoding: text.utf8.map(FoldedPattern.lowercased), as: UTF8.self)
    }
    return text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
    ).precomposedStringWithCanonicalMapping
  }
}

/// What texts are looked through for: a `FoldedText` as numbers, which threads that look for it at the same time don't have to count
/// the references to.
struct FoldedPattern: BitwiseCopyable, Hashable, Sendable {
  private let count: Int
  let isASCII: Bool
  /// Which of its bytes is in the fewest texts; 0 if it is empty.
  private let rarest: Int
  /// That byte, and the bit in which its two cases differ, eight times.
  private let letters: UInt64
  private let caseBits: UInt64
  /// Its first sixteen bytes, and which bits of a text are compared with them.
  private let (head, headBits): (UInt64, UInt64)
  private let (second, secondBits): (UInt64, UInt64)

  /// What is in names and titles, the most frequent first.
  private static let frequent = Array(" 0123456789eatoinsrhldcumgpf_-./ybwvkxjqz".utf8)
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  init(_ bytes: [UInt8]) {
    count = bytes.count
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    // All of what is compared at once.
    let ranks = bytes.prefix(16).map { Self.frequent.firstIndex(of: $0) ?? Self.frequent.count }
    rarest = ranks.indices.max { ranks[$0] < ranks[$1] } ?? 0
    let letter = bytes.isEmpty ? 0 : bytes[rarest]
    letters = Self.ones &* UInt64(letter)
    caseBits = (0x61...0x7A).contains(letter) ? Self.ones &* 0x20 : 0
    func word(_ bytes: ArraySlice<UInt8>) -> (UInt64, UInt64) {
      var (word, bits): (UInt64, UInt64) = (0, 0)
      for byte in bytes.reversed() {
        (word, bits) = (word << 8 | UInt64(byte), bits << 8 | 0xFF)
      }
      return (word, bits)
    }
    (head, headBits) = word(bytes.prefix(8))
    (second, secondBits) = word(bytes.dropFirst(8).prefix(8))
  }

  /// Whether it occurs in a text; nil if that isn't certain, because one of both isn't ASCII or this is long.
  @inline(__always)
  func isContained(in utf8: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard count > 0 else { return true }
    guard isASCII else { return Self.isASCII(utf8) ? false : nil }
    var isFound = false
    guard
      let isPlain = occurrences(
        in: utf8,
        { _ in
          isFound = true
          return true
        })
    else {
      return Self.isASCII(utf8) && count <= 16 ? true : nil
    }
    return isPlain ? isFound : nil
  }

  /// Where a text contains it; nil if that isn't certain, because one of both isn't ASCII or this is long.
  @inline(__always)
  func place(in utf8: UnsafeBufferPointer<UInt8>) -> FoldedText.Place? {
    guard count <= 16 else { return nil }
    guard count > 0, isASCII else {
      return Self.isASCII(utf8) ? (count == 0 ? .inside : .nowhere) : nil
    }
    var place = FoldedText.Place.nowhere
    let isPlain = occurrences(in: utf8) { start in
      if start > 0, Self.isAlphanumeric(utf8[start - 1]) {
        place = .inside
        return false
      }
      place = utf8.count == count ? .whole : .wordStart
      return true
    }
    return isPlain ?? Self.isASCII(utf8) ? place : nil
  }

  /// Where its beginning is in a text, as far as that is ASCII: from the beginning to the end, until `found` returns true.
  ///
  /// Eight bytes at a time are looked through for its rarest letter: 5 ns for a title, where `memchr` for each case takes 20.
  ///
  /// - Returns: Whether the text is ASCII; nil if it wasn't looked through to its end.
  @inline(__always)
  private func occurrences(
    in utf8: UnsafeBufferPointer<UInt8>, _ found: (Int) -> Bool
  ) -> Bool? {
    guard utf8.count >= 8 else { return occurrences(inShort: utf8, found) }
    let text = UnsafeRawBufferPointer(utf8)
    var (seen, place, next): (UInt64, Int, Int) = (0, 0, 0)
    while true {
      let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      seen |= word
      let difference = (word | caseBits) ^ letters
      // Each byte that is the letter, and sometimes one after it that isn't.
      var letterBits = (difference &- Self.ones) & ~difference & Self.highBits
      while letterBits != 0 {
        let letter = place + letterBits.trailingZeroBitCount / 8
        // The last eight bytes begin with some that have been seen.
        if letter >= next, isEqual(to: text, at: letter - rarest), found(letter - rarest) {
          return nil
        }
        letterBits &= letterBits &- 1
      }
      next = place + 8
      guard next < text.count else { return seen & Self.highBits == 0 }
      place = min(next, text.count - 8)
    }
  }

  /// - Parameter utf8: Less than eight bytes.
  private func occurrences(
    inShort utf8: UnsafeBufferPointer<UInt8>, _ found: (Int) -> Bool
  ) -> Bool? {
    var word: UInt64 = 0
    for byte in utf8.reversed() { word = word << 8 | UInt64(byte) }
    let isPlain = word & Self.highBits == 0
    word = Self.lowercased(word)
    guard utf8.count >= count else { return isPlain }
    for start in 0...(utf8.count - count) where (word >> (8 * start) ^ head) & headBits == 0 {
      if found(start) { return nil }
    }
    return isPlain
  }

  /// - Parameter text: At least eight bytes.
  @inline(__always)
  private func isEqual(to text: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard start >= 0, start + count <= text.count,
      (Self.lowercased(Self.word(of: text, at: start)) ^ head) & headBits == 0
    else { return false }
    return count <= 8
      || (Self.lowercased(Self.word(of: text, at: start + 8)) ^ second) & secondBits == 0
  }

  /// Eight bytes of a text, or what is left of it.
  @inline(__always)
  private static func word(of text: UnsafeRawBufferPointer, at start: Int) -> UInt64 {
    let place = min(start, text.count - 8)
    let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    return word &>> UInt64(8 * (start - place))
  }

  /// Eight bytes at a time.
  static func isASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(utf8)
    guard bytes.count >= 8 else { return utf8.allSatisfy { $0 < 0x80 } }
    var (place, seen): (Int, UInt64) = (0, 0)
    while true {
      seen |= bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard place + 8 < bytes.count else { return seen & highBits == 0 }
      place = min(place + 8, bytes.count - 8)
    }
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// The same for eight bytes.
  @inline(__always)
  private static func lowercased(_ word: UInt64) -> UInt64 {
    let low = word & ~highBits
    // Their high bits: from A on, and after Z.
    let (fromA, afterZ) = (low &+ ones &* (0x80 - 0x41), low &+ ones &* (0x7F - 0x5A))
    let capitals = (fromA ^ afterZ) & ~word & highBits
    return word | capitals >> 2
  }
}
