import ExpectationSupport
import GalleryTestSupport
import Testing

@testable import GalleryDomain

/// Finding photos that look alike among many.
struct FingerprintTableTests {
  private func fingerprint(
    _ differences: UInt64, contrast: UInt8 = 50, light: UInt8 = 100, color: UInt8 = 128
  ) throws -> PhotoFingerprint {
    try #require(
      PhotoFingerprint(
        differences: differences, contrast: contrast,
        colors: [UInt8](repeating: light, count: 64) + [UInt8](repeating: color, count: 32)))
  }

  private func table(_ fingerprints: [PhotoFingerprint]) -> FingerprintTable {
    var table = FingerprintTable()
    for (number, fingerprint) in fingerprints.enumerated() {
      table.append(fingerprint, number: number)
    }
    return table
  }

  /// By comparing each photo with each.
  private func expectedGroups(_ fingerprints: [PhotoFingerprint], within distance: Int) -> [[Int]] {
    var groupOf = Array(fingerprints.indices)
    for one in fingerprints.indices {
      for other in fingerprints.indices where one < other {
        guard let found = fingerprints[one].distance(to: fingerprints[other]), found <= distance
        else { continue }
        let (kept, joined) = (groupOf[one], groupOf[other])
        for index in groupOf.indices where groupOf[index] == joined { groupOf[index] = kept }
      }
    }
    return Dictionary(grouping: fingerprints.indices) { groupOf[$0] }.values
      .filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  @Test(arguments: 0...FingerprintTable.groupLimit)
  func `groups are those of comparing each photo with each`(distance: Int) throws {
    var random = SplitMix64(state: UInt64(distance))
    for count in [0, 1, 2, 3, 40, 150] {
      var fingerprints: [PhotoFingerprint] = []
      for _ in 0..<count {
        var differences = UInt64.random(in: 0 ... .max, using: &random)
        if let other = fingerprints.randomElement(using: &random), Bool.random(using: &random) {
          differences = other.differences
          for _ in 0..<Int.random(in: 0...distance + 2, using: &random) {
            differences ^= 1 << UInt64.random(in: 0..<64, using: &random)
          }
        }
        fingerprints.append(
          try fingerprint(
            differences, contrast: Int.random(in: 0..<9, using: &random) == 0 ? 1 : 30,
            light: UInt8.random(in: 0...255, using: &random),
            color: [100, 120, 150].randomElement(using: &random) ?? 0))
      }

      expectEqual(
        table(fingerprints).groups(within: distance),
        expectedGroups(fingerprints, within: distance))
    }
  }

  @Test func `the nearest come first, itself at the front`() throws {
    let fingerprints = try [0b1111, 0, 0b1, 0b11, 0b1111_1111].map { try fingerprint($0) }

    let found = table(fingerprints).nearest(to: fingerprints[1], within: 4)

    expectEqual(found.map(\.number), [1, 2, 3, 0])
    expectEqual(found.map(\.distance), [0, 1, 2, 4])
  }

  @Test func `flat pictures are in no group and near to nothing`() throws {
    let flat = try fingerprint(5, contrast: 0)
    let table = table([flat, flat, try fingerprint(5)])

    expectEqual(table.count, 1)
    expectEqual(table.groups(within: 6), [])
    #expect(table.nearest(to: flat, within: 6).isEmpty)
  }

  @Test func `colours of another motif are not alike, another exposure is`() throws {
    let table = try table([
      fingerprint(5), fingerprint(5, light: 200), fingerprint(5, color: 180),
      fingerprint(4, color: 180),
    ])

    expectEqual(table.groups(within: 1), [[0, 1], [2, 3]])
  }

  @Test(.timeLimit(.minutes(10)))
  func `how far it is is said now and then, and a task that is cancelled ends it`() async throws {
    let table = try table((0..<3_000).map { try fingerprint(UInt64($0) << 40) })
    let task = Task {
      var said: [Int] = []
      let groups = table.groups(within: 0) { count in
        said.append(count)
        if count == 1_024 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return (said, groups)
    }

    let (said, groups) = await task.value

    expectEqual(said, [0, 1_024])
    expectEqual(groups, [])
  }
}
