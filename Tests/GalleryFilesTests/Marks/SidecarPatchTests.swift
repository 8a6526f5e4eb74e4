import Testing

@testable import GalleryFiles

@Suite struct SidecarPatchTests {
  @Test(arguments: ["", "a", "ab", "xaby", "aabb", "ba"], ["", "a", "b", "ab", "aab", "xy"])
  func `a patch gives the bytes of before`(before: String, after: String) throws {
    let (before, after) = (Array(before.utf8), Array(after.utf8))
    let patch = try #require(SidecarPatch(before: before, after: after))

    #expect(patch.isAfter(after))
    #expect(patch.before(after) == before)
    #expect(!patch.isAfter(after + [0]))
    #expect(!patch.isAfter(nil))
  }

  @Test func `a file that was made is taken away, and one that was taken away comes back`() throws {
    let made = try #require(SidecarPatch(before: nil, after: [1]))
    #expect(made.isAfter([1]))
    #expect(made.before([1]) == nil)

    let gone = try #require(SidecarPatch(before: [1, 2], after: nil))
    #expect(gone.isAfter(nil))
    #expect(gone.before(nil) == [1, 2])
  }

  @Test func `too much is not kept`() {
    #expect(SidecarPatch(before: Array(repeating: 1, count: 70_000), after: []) == nil)
  }
}
