import Foundation

/// A text to search for, ignoring case, accents and width.
struct FoldedText: Hashable, Sendable {
  private let folded: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    folded = Self.folded(text)
    bytes = Array(folded.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether it occurs in a text. If it folds to nothing, it occurs in every text.
  ///
  /// Nearly all texts are ASCII, which is searched without folding: 0.05 µs per title; folding costs 1 µs.
  func isContained(in text: String) -> Bool {
    guard !bytes.isEmpty else { return true }
    var text = text
    let found = text.withUTF8 { utf8 -> Bool? in
      guard Self.isASCII(utf8) else { return nil }
      return isASCII && contains(in: utf8)
    }
    return found ?? Self.folded(text).contains(folded)
  }

  /// The same for a text in UTF-8.
  func isContained(in utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return true }
    guard Self.isASCII(utf8) else {
      return Self.folded(String(decoding: utf8, as: UTF8.self)).contains(folded)
    }
    return isASCII && contains(in: utf8)
  }

  /// Where a text contains it: the best of all places.
  enum Place: Int, Comparable {
    case whole, wordStart, inside, nowhere

    static func < (one: Place, other: Place) -> Bool { one.rawValue < other.rawValue }
  }

  func place(in text: String) -> Place {
    var text = text
    let found = text.withUTF8 { utf8 -> Place? in
      Self.isASCII(utf8) ? placeInASCII(utf8) : nil
    }
    return found ?? placeInFolded(Self.folded(text))
  }

  /// The same for a text in UTF-8.
  func place(in utf8: UnsafeBufferPointer<UInt8>) -> Place {
    guard Self.isASCII(utf8) else {
      return placeInFolded(Self.folded(String(decoding: utf8, as: UTF8.self)))
    }
    return placeInASCII(utf8)
  }

  private func placeInASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Place {
    guard !bytes.isEmpty else { return .inside }
    guard isASCII, utf8.count >= bytes.count else { return .nowhere }
    var place = Place.nowhere
    for start in 0...(utf8.count - bytes.count) where Self.lowercased(utf8[start]) == bytes[0] {
      var index = 1
      while index < bytes.count, Self.lowercased(utf8[start + index]) == bytes[index] { index += 1 }
      guard index == bytes.count else { continue }
      if utf8.count == bytes.count { return .whole }
      if start == 0 || !Self.isAlphanumeric(utf8[start - 1]) { return .wordStart }
      place = .inside
    }
    return place
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private func placeInFolded(_ text: String) -> Place {
    guard !folded.isEmpty else { return .inside }
    if text == folded { return .whole }
    var place = Place.nowhere
    for range in text.ranges(of: folded) {
      guard range.lowerBound > text.startIndex else { return .wordStart }
      let before = text[text.index(before: range.lowerBound)]
      if !before.isLetter, !before.isNumber { return .wordStart }
      place = .inside
    }
    return place
  }

  /// Whether it equals a text.
  func isWhole(_ text: String) -> Bool { Self.folded(text) == folded }

  /// Whether it equals a text in UTF-8.
  func isWhole(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Self.isASCII(utf8) else {
      return isWhole(String(decoding: utf8, as: UTF8.self))
    }
    return utf8.elementsEqual(bytes) { Self.lowercased($0) == $1 }
  }

  /// Whether a text begins with it.
  func isPrefix(of text: String) -> Bool { Self.folded(text).hasPrefix(folded) }

  /// Whether a text in UTF-8 begins with it.
  func isPrefix(of utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Self.isASCII(utf8) else {
      return isPrefix(of: String(decoding: utf8, as: UTF8.self))
    }
    return utf8.count >= bytes.count && zip(utf8, bytes).allSatisfy { Self.lowercased($0) == $1 }
  }

  var containsSeparator: Bool { bytes.contains(FilePath.separator) }
  var endsWithSeparator: Bool { bytes.last == FilePath.separator }

  private func contains(in utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = utf8.baseAddress, utf8.count >= bytes.count else { return false }
    let end = utf8.count - bytes.count + 1
    /// Where the first letter is next, in one case; `end` for nowhere.
    func next(_ byte: UInt8, from start: Int) -> Int {
      guard start < end, let found = memchr(base + start, Int32(byte), end - start) else {
        return end
      }
      return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
    let (lower, upper) = (bytes[0], Self.uppercased(bytes[0]))
    var nextLower = next(lower, from: 0)
    var nextUpper = lower == upper ? end : next(upper, from: 0)
    while true {
      let start = min(nextLower, nextUpper)
      guard start < end else { return false }
      var index = 1
      while index < bytes.count, Self.lowercased(utf8[start + index]) == bytes[index] { index += 1 }
      if index == bytes.count { return true }
      if start == nextLower {
        nextLower = next(lower, from: start + 1)
      } else {
        nextUpper = next(upper, from: start + 1)
      }
    }
  }

  /// Eight bytes at a time.
  private static func isASCII(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(utf8)
    var place = 0
    while place + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { return false }
      place += 8
    }
    while place < bytes.count {
      guard bytes[place] < 0x80 else { return false }
      place += 1
    }
    return true
  }

  private static func uppercased(_ byte: UInt8) -> UInt8 {
    (0x61...0x7A).contains(byte) ? byte & ~0x20 : byte
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  static func folded(_ text: String) -> String {
    text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
