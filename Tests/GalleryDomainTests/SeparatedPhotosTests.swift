import ExpectationSupport
import GalleryTestSupport
import Testing

@testable import GalleryDomain

/// Photos that are not put together, whatever they look like.
struct SeparatedPhotosTests {
  /// A photo for each of these differences, numbered from 0.
  private func table(_ differences: [UInt64]) throws -> FingerprintTable {
    var table = FingerprintTable()
    for (number, differences) in differences.enumerated() {
      let fingerprint = PhotoFingerprint(
        differences: differences, contrast: 40, colors: [UInt8](repeating: 128, count: 96))
      table.append(try #require(fingerprint), number: number)
    }
    return table
  }

  private func separated(_ pairs: [([Int], [Int])]) -> SeparatedPhotos {
    var separated = SeparatedPhotos()
    for (one, other) in pairs { separated.separate(one, from: other) }
    return separated
  }

  private func groups(
    _ differences: [UInt64], within distance: Int = 3, _ pairs: [([Int], [Int])]
  ) throws -> [[Int]] {
    let table = try table(differences)
    return table.groups(
      table.groups(within: distance), within: distance, separating: separated(pairs))
  }

  @Test func `a pair that is ignored isn't a group`() throws {
    expectEqual(try groups([0, 1], []), [[0, 1]])
    expectEqual(try groups([0, 1], [([0], [1])]), [])
    expectEqual(try groups([0, 1], [([1], [0])]), [])
  }

  @Test func `what looks like both goes with the one that it looks more like`() throws {
    // 1 is one step from 0, two from 2.
    expectEqual(try groups([0, 0b1, 0b111], [([0], [2])]), [[0, 1]])
    expectEqual(try groups([0, 0b11, 0b111], [([0], [2])]), [[1, 2]])
    // 3 only looks like 2.
    expectEqual(
      try groups([0, 0b1, 0b111, 0b111111], [([0], [2])]), [[0, 1], [2, 3]])
  }

  @Test func `other groups and other photos stay together`() throws {
    let far: UInt64 = 0xFFFF_0000_0000_0000
    expectEqual(
      try groups([0, 1, 3, far, far | 1], [([0], [1])]), [[1, 2], [3, 4]])
    expectEqual(try groups([0, 1, 3], [([7], [8])]), [[0, 1, 2]])
  }

  @Test func `copies are apart from each other, and one by itself is not`() throws {
    expectEqual(try groups([0, 0, 0, 1], [([0, 1], [0, 1])]), [[0, 2, 3]])
    #expect(!separated([([4], [4])]).areApart(4, 4))
  }

  @Test func `each photo of one side is apart from each of the other`() {
    let separated = separated([([1, 2], [3, 4]), ([2], [5])])

    #expect(separated.areApart(1, 4) && separated.areApart(4, 1) && separated.areApart(5, 2))
    #expect(!separated.areApart(1, 2) && !separated.areApart(3, 4) && !separated.areApart(5, 1))
    #expect(!separated.areApart(1, 9) && !separated.areApart(9, 1))
    #expect(self.separated([([], [1])]).isEmpty)
  }

  @Test func `no two of a group are ever apart, and what is left alone has nothing to go with`()
    throws
  {
    var random = SplitMix64(state: 7)
    for _ in 0..<200 {
      let differences = (0..<Int.random(in: 2...9, using: &random)).map { _ in
        UInt64.random(in: 0..<64, using: &random)
      }
      let pairs = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (
          [Int.random(in: 0..<differences.count, using: &random)],
          [Int.random(in: 0..<differences.count, using: &random)]
        )
      }
      let distance = Int.random(in: 0...4, using: &random)
      let separated = separated(pairs)
      let found = try groups(differences, within: distance, pairs)

      for group in found {
        #expect(group == group.sorted())
        for one in group { for other in group { #expect(!separated.areApart(one, other)) } }
      }
      let grouped = Set(found.joined())
      let alone = Set(differences.indices).subtracting(grouped)
      for one in alone {
        for other in alone where one != other {
          let isNear = (differences[one] ^ differences[other]).nonzeroBitCount <= distance
          #expect(!isNear || separated.areApart(one, other))
        }
      }
      expectEqual(grouped.count, found.reduce(0) { $0 + $1.count })
    }
  }

  @Test func `photos are found by their fingerprints, among some`() throws {
    let table = try table([5, 6, 5, 7])
    let five = try #require(
      PhotoFingerprint(
        differences: 5, contrast: 40, colors: [UInt8](repeating: 128, count: 96)))
    let other = try #require(
      PhotoFingerprint(differences: 6, contrast: 40, colors: [UInt8](repeating: 9, count: 96)))

    expectEqual(table.numbers(of: [five, other], among: [0, 1, 2, 99]), [five: [0, 2]])
    expectEqual(table.numbers(of: [five], among: [3, 2]), [five: [2]])
  }
}
