import ExpectationSupport
import Foundation
import Testing

@testable import vitrine

/// One version in all places that contain it.
struct VersionTests {
  private static func contents(_ path: String) throws -> String {
    try String(contentsOf: ManualPage.package.appending(path: path), encoding: .utf8)
  }

  @Test func `the version is the latest released one in the changelog, whose changes come first`()
    throws
  {
    let headings = try Self.contents("CHANGELOG.md").split(separator: "\n")
      .filter { $0.hasPrefix("## ") }

    expectEqual(headings.first, "## [Unreleased]")
    let released = try #require(headings.dropFirst().first)
    let match = try #require(released.wholeMatch(of: /## \[([0-9.]+)\] - (\d{4}-\d\d-\d\d)/))
    #expect(match.1 == VitrineVersion.current)
    // The one that software centres show.
    let metainfo = try Self.contents("packaging/vitrine.metainfo.xml")
    #expect(metainfo.contains("<release version=\"\(match.1)\" date=\"\(match.2)\"/>"))
  }
}
