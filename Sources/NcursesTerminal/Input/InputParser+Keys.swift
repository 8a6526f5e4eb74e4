import TerminalKit

/// The meanings of sequences, from xterm's *ctlseqs* ("PC-Style Function Keys", "VT220-Style", "Mouse Tracking"), the
/// Linux console and rxvt; and `CSI u`, which some users have their terminals send for keys with modifiers.
nonisolated extension InputParser {
  func key(_ code: KeyCode, _ modifiers: Key.Modifiers = []) -> TerminalInput {
    .key(Key(code, modifiers: hasAlt ? modifiers.union(.alt) : modifiers))
  }

  func altKey(_ byte: UInt8) -> TerminalInput {
    .key(Key(.character(Character(Unicode.Scalar(byte))), modifiers: .alt))
  }

  /// The key that sends a control character.
  func controlKey(_ byte: UInt8) -> TerminalInput? {
    switch byte {
    case 0x00: key(.character(" "), .control)
    case 0x08, 0x7F: key(.backspace)
    case 0x09: key(.tab)
    case 0x0A, 0x0D: key(.enter)
    case 0x01...0x1A: key(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    case 0x1C...0x1F: key(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    default: nil
    }
  }

  /// The meaning of `CSI … final`; nil if it isn't input.
  func meaning(ofFinal final: UInt8) -> TerminalInput? {
    if let first = parameters.first, (UInt8(ascii: "<")...UInt8(ascii: "?")).contains(first) {
      return privateMeaning(first, final)
    }
    guard parameters.allSatisfy({ $0 >= UInt8(ascii: "0") }) else { return nil }
    let numbers = Self.numbers(parameters[...])
    switch final {
    case UInt8(ascii: "t"):
      guard numbers.count == 3 else { return nil }
      let size = PixelSize(width: numbers[2], height: numbers[1])
      return numbers[0] == 6
        ? .answer(.cellSize(size)) : numbers[0] == 4 ? .answer(.textAreaSize(size)) : nil
    case UInt8(ascii: "n"): return numbers == [0] ? .ready : nil
    case UInt8(ascii: "I"): return parameters.isEmpty ? .focusGained : nil
    default: return meaning(ofFinal: final, numbers)
    }
  }

  private func meaning(ofFinal final: UInt8, _ numbers: [Int]) -> TerminalInput? {
    guard let modifiers = pressedModifiers(at: 1) else { return nil }
    let first = numbers.first ?? 0
    switch final {
    case UInt8(ascii: "~"):
      if first == 27, numbers.count > 2 { return coded(numbers[2], modifiers) }
      return Self.numberedKeys[first].map { key($0, modifiers) }
    case UInt8(ascii: "u"): return coded(first, modifiers)
    case UInt8(ascii: "Z"): return key(.tab, modifiers.union(.shift))
    // With another first number, these are reports, such as the cursor's position.
    default:
      guard first <= 1, numbers.count <= 2 else { return nil }
      return Self.letteredKeys[final].map { key($0, modifiers) }
    }
  }

  /// The meaning of `ESC O … final`.
  func meaning(ofShift3 final: UInt8) -> TerminalInput? {
    let index = max(0, Self.fields(parameters[...]).count - 1)
    guard let modifiers = pressedModifiers(at: index) else { return nil }
    switch final {
    case UInt8(ascii: "M"): return key(.enter, modifiers)
    case UInt8(ascii: "I"): return key(.tab, modifiers)
    case UInt8(ascii: "X"): return key(.character("="), modifiers)
    // The numeric pad sends its characters, with 0x40 added.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      return key(.character(Character(Unicode.Scalar(final - 0x40))), modifiers)
    default: return Self.letteredKeys[final].map { key($0, modifiers) }
    }
  }

  private func privateMeaning(_ prefix: UInt8, _ final: UInt8) -> TerminalInput? {
    var rest = parameters.dropFirst()
    switch (prefix, final) {
    case (UInt8(ascii: "<"), UInt8(ascii: "M")), (UInt8(ascii: "<"), UInt8(ascii: "m")):
      let numbers = Self.numbers(rest)
      guard numbers.count == 3 else { return nil }
      return mouseReport(
        button: numbers[0], column: numbers[1], row: numbers[2],
        isRelease: final == UInt8(ascii: "m")
      ).map { .mouse($0) }
    case (UInt8(ascii: "?"), UInt8(ascii: "y")):
      guard rest.popLast() == UInt8(ascii: "$") else { return nil }
      let numbers = Self.numbers(rest)
      return numbers.count == 2 ? .privateMode(numbers[0], value: numbers[1]) : nil
    case (UInt8(ascii: "?"), UInt8(ascii: "c")): return .answer(.attributes(Self.numbers(rest)))
    case (UInt8(ascii: "?"), UInt8(ascii: "S")):
      let numbers = Self.numbers(rest)
      guard numbers.count >= 3, numbers[1] == 0 else { return nil }
      if numbers[0] == 1 { return .answer(.sixelColors(numbers[2])) }
      guard numbers[0] == 2, numbers.count == 4 else { return nil }
      return .answer(.sixelLimit(PixelSize(width: numbers[2], height: numbers[3])))
    default: return nil
    }
  }

  /// Buttons: 0–2, with 4, 8, 16 for modifiers, 32 for motion, 64 for the wheel.
  private func mouseReport(button: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
    guard column > 0, row > 0 else { return nil }
    let position = Point(column: column - 1, row: row - 1)
    let isControlled = button & 16 != 0
    switch button & ~0x1C {
    case 0: return MouseEvent(isRelease ? .release : .press, at: position)
    // Motion with the first button; without a button the number is 35.
    case 32 where !isRelease: return MouseEvent(.drag, at: position)
    case 64 where !isRelease:
      return MouseEvent(.wheelUp, at: position, isControlled: isControlled)
    case 65 where !isRelease:
      return MouseEvent(.wheelDown, at: position, isControlled: isControlled)
    default: return nil
    }
  }

  /// A key by its code point (`CSI u`, and xterm's `modifyOtherKeys`).
  private func coded(_ code: Int, _ modifiers: Key.Modifiers) -> TerminalInput? {
    switch code {
    case 0x08, 0x7F: return key(.backspace, modifiers)
    case 0x09: return key(.tab, modifiers)
    case 0x0D: return key(.enter, modifiers)
    case 0x1B: return key(.escape, modifiers)
    // Keys that are in no character set have codes for private use.
    case ..<0x20, 0x7F..<0xA0, 0xE000...0xF8FF: return nil
    default: break
    }
    guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
    // Capitals have no Shift.
    let isCapital = modifiers.contains(.shift) && scalar.properties.isLowercase
    let typed = isCapital ? scalar.properties.uppercaseMapping : "\(scalar)"
    guard typed.count == 1, let first = typed.first else { return nil }
    return key(.character(first), modifiers.subtracting(.shift))
  }

  /// The modifiers in a field of a key's sequence: 1 plus one bit each for Shift, Alt, Ctrl, Super, Hyper, Meta, Caps Lock and
  /// Num Lock. nil for a key that is released, as a field after a colon may say.
  private func pressedModifiers(at index: Int) -> Key.Modifiers? {
    let fields = Self.fields(parameters[...])
    let field = fields.indices.contains(index) ? fields[index] : []
    // 1 is a press, 2 a repetition, 3 a release.
    guard (1...2).contains(field.count > 1 ? field[1] ?? 1 : 1) else { return nil }
    let number = field.first.flatMap(\.self) ?? 1
    guard (2...256).contains(number) else { return [] }
    let bits = number - 1
    var modifiers: Key.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 0b11_1010 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// The numbers between semicolons, without what follows them after a colon.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    fields(bytes).map { $0[0] ?? 0 }
  }

  /// The numbers between colons, between semicolons; nil where there is none. Never overflows.
  private static func fields(_ bytes: ArraySlice<UInt8>) -> [[Int?]] {
    guard !bytes.isEmpty else { return [] }
    return bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
        var number: Int?
        for byte in digits {
          guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
          number = min((number ?? 0) * 10 + Int(byte - UInt8(ascii: "0")), 9_999_999)
        }
        return number
      }
    }
  }

  private static let letteredKeys: [UInt8: KeyCode] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "F"): .end, UInt8(ascii: "H"): .home,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  private static let numberedKeys: [Int: KeyCode] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12), 25: .function(13), 26: .function(14),
    28: .function(15), 29: .function(16), 31: .function(17), 32: .function(18),
    33: .function(19), 34: .function(20),
  ]
}
