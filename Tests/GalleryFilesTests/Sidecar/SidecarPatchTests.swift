import ExpectationSupport
import Testing

@testable import GalleryFiles

@Suite struct SidecarPatchTests {
  @Test(arguments: ["", "a", "ab", "xaby", "aabb", "ba"], ["", "a", "b", "ab", "aab", "xy"])
  func `a patch restores the previous bytes`(before: String, after: String) throws {
    let (before, after) = (Array(before.utf8), Array(after.utf8))
    let patch = try #require(SidecarPatch(before: before, after: after))

    #expect(patch.isAfter(after))
    expectEqual(patch.before(after), before)
    #expect(!patch.isAfter(after + [0]))
    #expect(!patch.isAfter(nil))
  }

  @Test func `a created file is deleted, and a deleted one is restored`() throws {
    let made = try #require(SidecarPatch(before: nil, after: [1]))
    #expect(made.isAfter([1]))
    expectEqual(made.before([1]), nil)

    let gone = try #require(SidecarPatch(before: [1, 2], after: nil))
    #expect(gone.isAfter(nil))
    expectEqual(gone.before(nil), [1, 2])
  }

  @Test func `a patch that is too large is not kept`() {
    expectEqual(SidecarPatch(before: Array(repeating: 1, count: 70_000), after: []), nil)
  }
}
