import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryFiles

/// Folders as they are typed, and their completion by Tab.
struct FolderPathInputTests {
  private let folder: String
  private let sut: FolderPathInput

  init() throws {
    let files = FileManager.default
    folder = files.temporaryDirectory.appending(path: "vitrine-paths-\(UUID())").path
    for name in [
      "home/Pictures", "home/.hidden", "photos/shoot 2", "photos/shoot 10", "photos/other",
    ] {
      try files.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    #expect(files.createFile(atPath: "\(folder)/photos/shot.jpg", contents: nil))
    sut = FolderPathInput(home: "\(folder)/home", workingFolder: "\(folder)/photos")
  }

  private func reference(_ path: String) -> FileReference? {
    FileReference(path: "\(folder)/\(path)")
  }

  @Test func `a text names a folder, one that can be made, or says what is wrong`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let other = try #require(reference("photos/other"))
    let new = try #require(reference("photos/new"))
    expectEqual(sut.target("other"), .folder(other))
    expectEqual(sut.target(" other/"), .folder(other))
    expectEqual(sut.target("\(folder)/photos/other//"), .folder(other))
    expectEqual(sut.target("~/Pictures"), .folder(try #require(reference("home/Pictures"))))
    expectEqual(sut.target("new"), .new(new))
    expectEqual(sut.target("new/er"), .fault("no such folder: new"))
    expectEqual(sut.target("shot.jpg"), .fault("not a folder"))
    expectEqual(sut.target("  "), .fault("enter a folder"))
    expectEqual(
      FolderPathInput(home: nil, workingFolder: folder).target("~/x"), .fault("no such user"))

    try sut.create(new)
    expectEqual(sut.target("new"), .folder(new))
    try FileManager.default.createDirectory(
      atPath: "\(folder)/photos/new/x", withIntermediateDirectories: false)
    sut.removeIfEmpty(new)
    expectEqual(sut.target("new"), .folder(new))
    sut.removeIfEmpty(try #require(reference("photos/new/x")))
    sut.removeIfEmpty(new)
    expectEqual(sut.target("new"), .new(new))
  }

  @Test func `a name is taken if another file has it`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let photo = try #require(reference("photos/shot.jpg"))

    #expect(sut.isTaken("other", beside: photo))
    #expect(!sut.isTaken("lake.jpg", beside: photo))
    #expect(!sut.isTaken("shot.jpg", beside: photo))
    #expect(!sut.isTaken("SHOT.jpg", beside: photo))
    // Another spelling of its own name, which finds it where case is ignored, and another file where case counts.
    try FileManager.default.linkItem(
      atPath: "\(folder)/photos/shot.jpg", toPath: "\(folder)/photos/Shot.jpg")
    try FileManager.default.copyItem(
      atPath: "\(folder)/photos/shot.jpg", toPath: "\(folder)/photos/SHOT.jpg")
    #expect(!sut.isTaken("Shot.jpg", beside: photo))
    #expect(sut.isTaken("SHOT.jpg", beside: photo))
  }

  @Test func `Tab completes only folders, in natural order`() {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    expectEqual(sut.completions(of: "sh"), ["shoot 2/", "shoot 10/"])
    expectEqual(sut.completions(of: ""), ["other/", "shoot 2/", "shoot 10/"])
    expectEqual(sut.completions(of: "~"), ["~/"])
    expectEqual(sut.completions(of: "~/"), ["~/Pictures/"])
    expectEqual(sut.completions(of: "~/."), ["~/.hidden/"])
    expectEqual(sut.completions(of: "\(folder)/ho"), ["\(folder)/home/"])
    #expect(sut.completions(of: "nowhere/x").isEmpty)
  }
}
