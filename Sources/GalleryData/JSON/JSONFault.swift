/// Where and why bytes are not JSON.
struct JSONFault: Error, Hashable {
  /// From 0; the count of bytes where they end too early.
  var offset: Int
  /// For people, in lower case, such as `expected a comma`.
  var reason: String
}

/// A place as editors count: lines and columns from 1, columns in code points.
struct TextPlace: Hashable {
  var line: Int
  var column: Int

  /// - Complexity: O(*offset*); asked once, for a message.
  init(offset: Int, in bytes: [UInt8]) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.line = line
    self.column = column
  }
}
