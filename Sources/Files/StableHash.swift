/// A hash that is the same in every run of the program (FNV-1a, 64 bits); for names, not for security.
package enum StableHash {
  package static func text(_ text: String) -> String {
    hex(hash(text.utf8))
  }

  @inlinable
  package static func hash(
    _ bytes: some Sequence<UInt8>, from start: UInt64 = 0xCBF2_9CE4_8422_2325
  ) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  package static func hex(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
