/// Finds the end of terminal control sequences (ECMA-48, 5.3–5.6), so that the whole sequence is dropped and not only
/// its first character.
struct EscapeSequence {
  /// A longer sequence is treated as text that follows a stray introducer.
  private static let stringLimit = 4_096
  private static let sequenceLimit = 64

  /// The next string terminator, remembered so that unterminated strings take linear time.
  private var nextTerminator: Range<Int>?
  private var searchedUpTo = 0

  /// - Returns: The index after the escape sequence whose ESC is at `start`.
  mutating func end(
    ofEscapeAt start: Int, in scalars: ArraySlice<Unicode.Scalar>
  ) -> Int {
    var index = start + 1
    guard index < scalars.endIndex else { return index }
    switch scalars[index].value {
    case 0x5B:  // [
      return end(ofControlSequenceAt: index, in: scalars)
    case 0x5D, 0x50, 0x58, 0x5E, 0x5F:  // ] P X ^ _
      return end(ofControlStringAt: index, in: scalars)
    case 0x20...0x2F:
      while index < scalars.endIndex, (0x20...0x2F).contains(scalars[index].value),
        index - start < Self.sequenceLimit
      {
        index += 1
      }
      return isFinal(at: index, from: 0x30, in: scalars) ? index + 1 : index
    case 0x30...0x7E:
      return index + 1
    default:
      return index
    }
  }

  /// - Returns: The index after the parameters and the final byte; `start` is at `[` or C1 CSI.
  func end(
    ofControlSequenceAt start: Int, in scalars: ArraySlice<Unicode.Scalar>
  ) -> Int {
    var index = start + 1
    while index < scalars.endIndex, (0x20...0x3F).contains(scalars[index].value),
      index - start < Self.sequenceLimit
    {
      index += 1
    }
    return isFinal(at: index, from: 0x40, in: scalars) ? index + 1 : index
  }

  /// - Returns: The index after the string and its terminator. If there is no terminator within the limit, the index
  ///   after the introducer only, so that a stray one does not swallow the text.
  mutating func end(
    ofControlStringAt start: Int, in scalars: ArraySlice<Unicode.Scalar>
  ) -> Int {
    findTerminator(from: start + 1, in: scalars)
    guard let terminator = nextTerminator, terminator.lowerBound - start <= Self.stringLimit
    else { return start + 1 }
    return terminator.upperBound
  }

  private func isFinal(
    at index: Int, from lowest: UInt32, in scalars: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    index < scalars.endIndex && (lowest...0x7E).contains(scalars[index].value)
  }

  /// BEL, ESC \ or C1 ST.
  private mutating func findTerminator(
    from start: Int, in scalars: ArraySlice<Unicode.Scalar>
  ) {
    if let known = nextTerminator, known.lowerBound >= start { return }
    nextTerminator = nil
    var index = max(start, searchedUpTo)
    while index < scalars.endIndex {
      let value = scalars[index].value
      if value == 0x07 || value == 0x9C {
        nextTerminator = index..<index + 1
      } else if value == 0x1B, index + 1 < scalars.endIndex, scalars[index + 1].value == 0x5C {
        nextTerminator = index..<index + 2
      }
      index += 1
      if nextTerminator != nil { break }
    }
    searchedUpTo = index
  }
}
