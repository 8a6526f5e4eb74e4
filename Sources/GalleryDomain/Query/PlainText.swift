/// Text that cleaning leaves as it is.
enum PlainText {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether it is printable ASCII with single spaces between words.
  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    hasOneWord(text) || hasWords(text)
  }

  /// Eight bytes at a time; names seldom have spaces.
  ///
  /// - Returns: Whether it is at least eight bytes of printable ASCII without spaces.
  static func hasOneWord(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 8 else { return false }
    let bytes = UnsafeRawBufferPointer(text)
    var (place, unusual): (Int, UInt64) = (0, 0)
    while true {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let low = word & ~highBits
      // Their high bits: of bytes up to 0x20, of 0x7F, and of those that are not ASCII.
      unusual |= ~(low &+ (ones &* 0x5F)) | (low &+ ones) | word
      guard place + 8 < text.count else { return (unusual & highBits) == 0 }
      place = min(place + 8, text.count - 8)
    }
  }

  private static func hasWords(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous: UInt8 = 0x20
    for byte in text {
      guard (0x20...0x7E).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
      previous = byte
    }
    return previous != 0x20
  }
}
