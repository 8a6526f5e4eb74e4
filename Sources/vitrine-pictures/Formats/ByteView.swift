import Glibc

/// Bytes of a file, read with bounds checks: anything outside is nil, whatever the offset.
struct ByteView {
  let bytes: UnsafeRawBufferPointer

  static var empty: ByteView { ByteView(bytes: UnsafeRawBufferPointer(start: nil, count: 0)) }

  var count: Int { bytes.count }

  func uint8(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[offset] : nil
  }

  func uint16(_ offset: Int, bigEndian: Bool) -> Int? {
    number(offset, count: 2, bigEndian: bigEndian)
  }

  func uint32(_ offset: Int, bigEndian: Bool) -> Int? {
    number(offset, count: 4, bigEndian: bigEndian)
  }

  /// A number of 8 bytes; nil also beyond `Int`.
  func uint64(_ offset: Int, bigEndian: Bool) -> Int? {
    number(offset, count: 8, bigEndian: bigEndian)
  }

  /// - Parameter count: The number of its bytes, at most 8; 0 bytes give 0.
  /// - Returns: nil also beyond `Int`.
  func number(_ offset: Int, count: Int, bigEndian: Bool) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    var value: UInt64 = 0
    for index in 0..<count {
      value = value << 8 | UInt64(bytes[bigEndian ? offset + index : offset + count - 1 - index])
    }
    return Int(exactly: value)
  }

  func starts(with text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, bytes.count - offset >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount
    where bytes[offset + index] != text.utf8Start[index] { return false }
    return true
  }

  /// The part from an offset on, of at most this length; empty if there is none.
  func part(from offset: Int, count: Int = .max) -> ByteView {
    let start = min(max(0, offset), bytes.count)
    let length = min(max(0, count), bytes.count - start)
    return ByteView(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
  }

  /// Where this part of a file begins in it.
  func offset(in file: ByteView) -> Int {
    guard let own = bytes.baseAddress, let start = file.bytes.baseAddress else { return 0 }
    return start.distance(to: own)
  }

  /// Where a text comes next.
  func offset(of text: StaticString, from start: Int = 0) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var offset = start
    while offset < count,
      let found = memchr(base + offset, Int32(text.utf8Start[0]), count - offset)
    {
      offset = base.distance(to: UnsafeRawPointer(found))
      if starts(with: text, at: offset) { return offset }
      offset += 1
    }
    return nil
  }
}

extension [UInt8] {
  /// A number as files contain it.
  init(_ value: Int, count: Int, bigEndian: Bool = true) {
    self = (0..<count).map {
      UInt8(truncatingIfNeeded: value >> (8 * (bigEndian ? count - 1 - $0 : $0)))
    }
  }

  /// Lends a view of the bytes.
  func withView<Result, Failure>(
    _ body: (ByteView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { (buffer) throws(Failure) in
      try body(ByteView(bytes: UnsafeRawBufferPointer(buffer)))
    }
  }
}
