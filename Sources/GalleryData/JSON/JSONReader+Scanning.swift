extension JSONReader {
  /// Passes a string; `index` is at its opening quote.
  mutating func scanString() throws(JSONFault) -> JSONToken {
    let start = index + 1
    var hasEscapes = false
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "\""):
        index = place + 1
        return JSONToken(start: start, end: place, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        place += try escapeLength(at: place)
      case 0..<0x20:
        index = place
        throw fault("a control character in a string")
      case 0x80...0xFF:
        let length = UTF8Sequence.length(at: place, in: bytes)
        if length == 0 { foundInvalidUTF8 = true }
        place += max(length, 1)
      default:
        place += 1
      }
    }
    index = bytes.count
    throw fault("inside a string")
  }

  private mutating func escapeLength(at place: Int) throws(JSONFault) -> Int {
    guard place + 1 < bytes.count else {
      index = bytes.count
      throw fault("inside a string")
    }
    switch bytes[place + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      guard JSONText.codeUnit(at: place + 2, in: bytes) != nil else {
        index = min(place + 6, bytes.count) == bytes.count ? bytes.count : place
        throw fault("expected four hex digits")
      }
      return 6
    default:
      index = place
      throw fault("invalid escape")
    }
  }

  /// Passes a number and gives its text; the digits stay as they are.
  mutating func scanNumber() throws(JSONFault) -> Range<Int> {
    let start = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "0") {
      index += 1
    } else {
      try scanDigits()
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      try scanDigits()
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count,
        bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      try scanDigits()
    }
    return start..<index
  }

  private mutating func scanDigits() throws(JSONFault) {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    guard index > start else { throw fault("expected a digit") }
  }

  /// Passes `true`, `false` or `null`.
  mutating func scanWord() throws(JSONFault) -> JSONValue {
    switch index < bytes.count ? bytes[index] : 0 {
    case UInt8(ascii: "t") where passes("true"): return .bool(true)
    case UInt8(ascii: "f") where passes("false"): return .bool(false)
    case UInt8(ascii: "n") where passes("null"): return .null
    default: throw fault("expected a value")
    }
  }

  private mutating func passes(_ word: String) -> Bool {
    let letters = word.utf8
    guard bytes.count - index >= letters.count,
      letters.elementsEqual(bytes[index..<index + letters.count])
    else { return false }
    index += letters.count
    return true
  }
}
