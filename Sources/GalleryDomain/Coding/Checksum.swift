/// A checksum at some bytes a nanosecond: four sums side by side, as XXH64 has them
/// (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), of bytes that come in any pieces.
package struct Checksum {
  private var sums: (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 4)
  /// What is left of the last piece: less than a block.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  private static let primes: (UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F
  )
  private static let blockByteCount = 32

  package init() {}

  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let sum = sum &+ word &* primes.1
    return (sum << 31 | sum >> 33) &* primes.0
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    byteCount += UInt64(bytes.count)
    var bytes = bytes[...]
    if !rest.isEmpty {
      let missing = bytes.prefix(Self.blockByteCount - rest.count)
      rest += missing
      bytes = bytes.dropFirst(missing.count)
      guard rest.count == Self.blockByteCount else { return }
      rest.withUnsafeBytes { addBlocks(of: $0) }
      rest = []
    }
    let blocks = bytes.prefix(bytes.count / Self.blockByteCount * Self.blockByteCount)
    addBlocks(of: UnsafeRawBufferPointer(rebasing: blocks))
    rest += bytes.dropFirst(blocks.count)
  }

  private mutating func addBlocks(of bytes: UnsafeRawBufferPointer) {
    var (one, two, three, four) = sums
    for place in stride(from: 0, to: bytes.count, by: Self.blockByteCount) {
      func word(_ offset: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: place + offset, as: UInt64.self)
      }
      one = Self.mixed(one, word(0))
      two = Self.mixed(two, word(8))
      three = Self.mixed(three, word(16))
      four = Self.mixed(four, word(24))
    }
    sums = (one, two, three, four)
  }

  package var value: UInt64 {
    var value = byteCount
    for sum in [sums.0, sums.1, sums.2, sums.3] { value = Self.mixed(value, sum) }
    for byte in rest { value = Self.mixed(value, UInt64(byte)) }
    return value
  }
}
