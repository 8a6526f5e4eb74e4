/// The digests that other programs require: MD5 (RFC 1321) for names of thumbnails, SHA-256 (FIPS 180-4) for signed requests.
/// MD5 is not used for security.
///
/// Implemented here because this file is all it takes, and libraries with these digests cost start-up time or a
/// dependency.
package enum Digest: Sendable {
  case md5, sha256

  /// - Returns: 16 or 32 bytes.
  /// - Complexity: O(*bytes*).
  package func hash(_ bytes: [UInt8]) -> [UInt8] {
    var stream = DigestStream(self)
    stream.add(bytes)
    return stream.finished()
  }

  /// Adds whole blocks of 64 bytes.
  ///
  /// - Parameter words: 64, whose contents don't matter.
  fileprivate func add(
    _ blocks: UnsafeRawBufferPointer, to state: inout [UInt32], _ words: inout [UInt32]
  ) {
    for start in stride(from: 0, to: blocks.count, by: 64) {
      for index in 0..<16 {
        let word = blocks.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self)
        words[index] = self == .md5 ? UInt32(littleEndian: word) : UInt32(bigEndian: word)
      }
      switch self {
      case .md5: Self.addMD5(words, to: &state)
      case .sha256: Self.addSHA256(&words, to: &state)
      }
    }
  }

  /// The message authentication code of a message for a key (HMAC, RFC 2104).
  package func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    var key = key.count > 64 ? hash(key) : key
    key += [UInt8](repeating: 0, count: 64 - key.count)
    return hash(key.map { $0 ^ 0x5C } + hash(key.map { $0 ^ 0x36 } + message))
  }

  /// Bytes as lower-case hexadecimal digits.
  package static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// MD5 puts the least significant byte first, SHA-256 the most significant one.
  fileprivate func bytes(of word: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: self == .md5 ? word.littleEndian : word.bigEndian) { Array($0) }
  }

  fileprivate var initialState: [UInt32] {
    switch self {
    case .md5: [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    case .sha256:
      [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
      ]
    }
  }

  private static func add(_ values: [UInt32], to state: inout [UInt32]) {
    for (index, value) in values.enumerated() { state[index] &+= value }
  }
}

/// The digest of bytes that come one part after the other, such as those of a file.
package struct DigestStream: Sendable {
  private let digest: Digest
  private var state: [UInt32]
  /// Longer than a block for the words that SHA-256 derives from it.
  private var words = [UInt32](repeating: 0, count: 64)
  /// The last bytes, fewer than a block.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  package init(_ digest: Digest) {
    self.digest = digest
    state = digest.initialState
  }

  package mutating func add(_ bytes: [UInt8]) {
    byteCount &+= UInt64(bytes.count)
    guard !rest.isEmpty else { return addBlocks(of: bytes[...]) }
    let missing = min(64 - rest.count, bytes.count)
    rest += bytes[..<missing]
    guard rest.count == 64 else { return }
    addBlocks(of: rest[...])
    addBlocks(of: bytes[missing...])
  }

  private mutating func addBlocks(of bytes: ArraySlice<UInt8>) {
    let whole = bytes.prefix(bytes.count & ~63)
    whole.withUnsafeBytes { digest.add($0, to: &state, &words) }
    rest = Array(bytes[whole.endIndex...])
  }

  /// - Returns: 16 or 32 bytes.
  package mutating func finished() -> [UInt8] {
    // Whole blocks, with the length in bits at the end.
    let length = digest.bytes(of: byteCount &* 8)
    let padding = [0x80] + [UInt8](repeating: 0, count: (119 - rest.count) % 64) + length
    add(padding)
    return state.flatMap { digest.bytes(of: $0) }
  }
}

// RFC 1321, section 3.4.
extension Digest {
  private static func addMD5(_ words: [UInt32], to state: inout [UInt32]) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for step in 0..<64 {
      let (mixed, word): (UInt32, Int) =
        switch step / 16 {
        case 0: (b & c | ~b & d, step)
        case 1: (d & b | ~d & c, (5 * step + 1) % 16)
        case 2: (b ^ c ^ d, (3 * step + 5) % 16)
        default: (c ^ (b | ~d), 7 * step % 16)
        }
      let sum = a &+ mixed &+ sines[step] &+ words[word]
      let shift = shifts[step / 16 * 4 + step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    add([a, b, c, d], to: &state)
  }

  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  /// The integer parts of 2³² · |sin n|.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
    0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193,
    0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d,
    0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
    0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122,
    0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244,
    0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
    0xeb86_d391,
  ]
}

// FIPS 180-4, section 6.2.2.
extension Digest {
  /// - Parameter words: The first 16 are the block.
  private static func addSHA256(_ words: inout [UInt32], to state: inout [UInt32]) {
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    for index in 16..<64 {
      let (one, two) = (words[index - 15], words[index - 2])
      let small = rotated(one, 7) ^ rotated(one, 18) ^ one >> 3
      let large = rotated(two, 17) ^ rotated(two, 19) ^ two >> 10
      words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for step in 0..<64 {
      let word = words[step]
      let choice = e & f ^ ~e & g
      let first =
        h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ roots[step] &+ word
      let majority = a & b ^ a & c ^ b & c
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    add([a, b, c, d, e, f, g, h], to: &state)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let roots: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
