import ExpectationSupport
import Files
import Foundation
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import ContactSheet

/// Copies of originals.
struct OriginalsFolderTests {
  private let source: TemporaryFolder
  private let target: TemporaryFolder
  private var folder: OriginalsFolder { OriginalsFolder(path: target.path) }

  init() throws {
    source = try TemporaryFolder()
    target = try TemporaryFolder()
  }

  @discardableResult
  private func copy(_ photo: Photo, _ file: FileReference? = nil) throws -> OriginalsFolder.Outcome
  {
    let file = try #require(file ?? photo.file)
    return try folder.copy(photo, from: file) { false }
  }

  private func photo(_ name: String, _ bytes: String = "JPEG") throws -> Photo {
    .stub(file: try source.write(bytes, to: name))
  }

  @Test func `a copy has the bytes, the name and the time of its original`() throws {
    let photo = try photo("lake.jpg", String(repeating: "x", count: 3_000_000))
    var times = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_500_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, source.path("lake.jpg"), &times, 0)

    try expectEqual(copy(photo), .copied(renamed: false))

    expectEqual(target.names, ["lake.jpg"])
    try expectEqual(target.read("lake.jpg"), source.read("lake.jpg"))
    var status = stat()
    expectEqual(stat(target.path("lake.jpg"), &status), 0)
    expectEqual(status.st_mtim.tv_sec, 1_500_000)
  }

  @Test func `sidecars are copied too, under both of their names`() throws {
    let photo = try photo("lake.jpg")
    try source.write("one", to: "lake.jpg.xmp")
    try source.write("two", to: "lake.xmp")
    try source.write("three", to: "lake.jpg.pp3")
    try source.write("other", to: "other.xmp")

    try copy(photo)

    expectEqual(target.names, ["lake.jpg", "lake.jpg.pp3", "lake.jpg.xmp", "lake.xmp"])
    try expectEqual(target.read("lake.xmp"), "two")
  }

  @Test(arguments: [".xmp", ".XMP"])
  func `where case is ignored a sidecar is copied once, in its own spelling`(ending: String) throws
  {
    let photo = try photo("lake.jpg")
    // Both names find a file, and the folder lists one.
    for name in ["lake.jpg", "lake"] {
      for ending in [".xmp", ".XMP"] { try source.write(name, to: name + ending) }
    }
    var folder = folder
    let listed = ["lake.jpg", "lake.jpg\(ending)", "lake\(ending)"].map { Array($0.utf8) }
    folder.names = { _ in listed }

    _ = try folder.copy(photo, from: #require(photo.file)) { false }

    expectEqual(target.names, ["lake\(ending)", "lake.jpg", "lake.jpg\(ending)"].sorted())
  }

  @Test func `where case counts sidecars of both spellings are two`() throws {
    let photo = try photo("lake.jpg")
    for ending in [".xmp", ".XMP"] { try source.write(ending, to: "lake" + ending) }

    try copy(photo)

    expectEqual(target.names, ["lake.XMP", "lake.jpg", "lake.xmp"])
  }

  @Test func `a photo is copied where the kernel may not copy`() throws {
    let photo = try photo("lake.jpg", String(repeating: "x", count: 3_000_000))
    var folder = folder
    folder.calls.intercept = { call in
      [.clone, .copyRange].contains(call) ? .fail(EPERM) : .proceed
    }

    _ = try folder.copy(photo, from: #require(photo.file)) { false }

    try expectEqual(target.read("lake.jpg"), source.read("lake.jpg"))
  }

  @Test func `another file of the same name gets a number, and its sidecar with it`() throws {
    try target.write("somebody's", to: "lake.jpg")
    let photo = try photo("lake.jpg")
    try source.write("one", to: "lake.jpg.xmp")

    try expectEqual(copy(photo), .copied(renamed: true))

    expectEqual(target.names, ["lake (2).jpg", "lake (2).jpg.xmp", "lake.jpg"])
    try expectEqual(target.read("lake.jpg"), "somebody's")
  }

  @Test func `the same bytes are copied once`() throws {
    try target.write("somebody's", to: "lake.jpg")
    let photo = try photo("lake.jpg")
    try copy(photo)

    try expectEqual(copy(photo), .present)
    expectEqual(target.names, ["lake (2).jpg", "lake.jpg"])
  }

  @Test func `an existing link is neither followed nor replaced`() throws {
    try source.write("victim", to: "victim")
    symlink(source.path("victim"), target.path("lake.jpg"))
    symlink("/proc/nonexistent", target.path("lake (2).jpg"))

    try expectEqual(copy(photo("lake.jpg")), .copied(renamed: true))
    #expect(target.names.contains("lake (3).jpg"))
    try expectEqual(source.read("victim"), "victim")
  }

  @Test func `a missing original is reported for its photo and leaves no file`() throws {
    let photo = try photo("lake.jpg")
    unlink(source.path("lake.jpg"))

    #expect(throws: SystemCallError(code: ENOENT, isOfSource: true)) { try copy(photo) }
    expectEqual(target.names, [])
  }

  @Test func `a copy that is cancelled leaves no file`() throws {
    let photo = try photo("lake.jpg", String(repeating: "x", count: 100_000))
    let file = try #require(photo.file)

    #expect(throws: SystemCallError(code: ECANCELED)) {
      try folder.copy(photo, from: file) { true }
    }
    expectEqual(target.names, [])
  }

  @Test(
    arguments: [
      ("https://h.example/a/lake.jpg?w=2000", "\u{FF}\u{D8}\u{FF}", "lake.jpg"),
      ("https://h.example/lake.JPEG", "\u{FF}\u{D8}\u{FF}", "lake.JPEG"),
      ("https://h.example/lake.jpg", "GIF89a", "lake.gif"),
      ("https://h.example/lake.TIFF", "MM\0*", "lake.TIFF"),
      ("https://h.example/lake.heic", "\0\0\0\u{10}ftypheic", "lake.heic"),
      ("https://h.example/lake.png", "\u{FF}\u{A}", "lake.jxl"),
      ("https://h.example/photo/230", "\u{89}PNG\r\n\u{1A}\n", "vienna.street.png"),
      ("https://h.example/a%2F..%2Fb.jpg", "GIF89a", "a_.._b.gif"),
      ("https://h.example/", "RIFF    WEBP", "vienna.street.webp"),
    ])
  func `a downloaded picture is named after its address or its photo`(
    _ address: String, _ beginning: String, _ name: String
  ) throws {
    let file = source.path("stored")
    try Data(beginning.unicodeScalars.map { UInt8($0.value) }).write(
      to: URL(fileURLWithPath: file))
    let photo = Photo.stub(imageURL: URL(string: address))

    try copy(photo, FileReference(path: file))

    expectEqual(target.names, [name])
  }

  @Test func `the store's own sidecars are not copied`() throws {
    let file = try source.write("GIF89a", to: "stored")
    try source.write("x", to: "stored.xmp")

    try copy(.stub(imageURL: URL(string: "https://h.example/a.gif")), file)

    expectEqual(target.names, ["a.gif"])
  }

  @Test func `a disk that is full or mounted read-only says so`() {
    expectEqual(SystemCallError(code: ENOSPC).exportFailure(name: "a"), .noSpace(name: "a"))
    expectEqual(
      SystemCallError(code: EROFS).exportFailure(name: "a"), .notWritten(name: "a", code: EROFS))
    expectEqual(ExportPath.refusal(EROFS), .readOnly)
    expectEqual(ExportPath.refusal(EACCES), .noPermission)
  }
}
