import TerminalKit

/// Bytes written into memory that is there: every frame has dozens of sequences, and an array checks at each byte whose it is.
///
/// What doesn't fit is dropped.
nonisolated struct CompactWriter {
  /// More than a move and a change of looks take, both ways of it.
  static let slack = 256

  private let memory: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    self.memory = memory
  }

  mutating func append(_ byte: UInt8) {
    guard count < memory.count else { return }
    memory[count] = byte
    count += 1
  }

  mutating func append(contentsOf bytes: [UInt8], _ range: Range<Int>) {
    let range = range.prefix(memory.count - count)
    _ = memory[count..<count + range.count].update(fromContentsOf: bytes[range])
    count += range.count
  }

  /// Removes a part; what follows moves up.
  mutating func remove(_ range: Range<Int>) {
    for index in range.upperBound..<count { memory[index - range.count] = memory[index] }
    count -= range.count
  }

  /// - Parameter number: Not negative.
  mutating func append(decimal number: Int) {
    var divisor = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }

  /// A sequence whose number is 1 if it is omitted.
  mutating func append(move number: Int, by final: UInt8) {
    append(0x1B)
    append(UInt8(ascii: "["))
    if number > 1 { append(decimal: number) }
    append(final)
  }

  /// A number of a sequence, behind a semicolon if it isn't the first.
  mutating func append(parameter number: Int, after needsSeparator: inout Bool) {
    if needsSeparator { append(UInt8(ascii: ";")) }
    needsSeparator = true
    append(decimal: number)
  }

  /// - Parameters:
  ///   - number: The parameter of the default colour.
  ///   - bright: That of the first bright colour, less its index.
  mutating func append(
    _ color: Color, default number: Int, bright: Int, after needsSeparator: inout Bool
  ) {
    switch color {
    case .default: append(parameter: number, after: &needsSeparator)
    case .ansi(let index):
      append(
        parameter: Int(index) + (index < 8 ? number - 9 : bright), after: &needsSeparator)
    case .indexed(let index):
      for value in [number - 1, 5, Int(index)] {
        append(parameter: value, after: &needsSeparator)
      }
    case .rgb(let red, let green, let blue):
      for value in [number - 1, 2, Int(red), Int(green), Int(blue)] {
        append(parameter: value, after: &needsSeparator)
      }
    }
  }
}
