import CLinux
import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryFiles

/// Orientations written into files, whatever a worker says about where they are.
@Suite(.timeLimit(.minutes(10)))
struct RotationTests {
  private let bench: FileOperationBench
  private let text = "photo" + FixedOrientations.entry(3) + "pixels"

  init() throws {
    bench = try FileOperationBench()
    bench.write(text, to: "from/a.jpg")
  }

  private func rotate(
    _ rotation: Rotation = .right, _ location: OrientationLocation?, _ name: String = "from/a.jpg"
  ) async -> Result<PerformedFileOperation, FileOperationError> {
    let report = await bench.repository(orientations: FixedOrientations(location)).perform(
      .rotate([bench.file(name): rotation]), on: [bench.group(name)]
    ) { _ in }
    return report.outcomes[0]
  }

  private func bytes(_ name: String = "from/a.jpg") -> [UInt8] {
    FileManager.default.contents(atPath: bench.path(name)).map { [UInt8]($0) } ?? []
  }

  private func status(_ name: String = "from/a.jpg") -> stat {
    var status = stat()
    lstat(bench.path(name), &status)
    return status
  }

  @Test(arguments: PhotoOrientation.allCases, Rotation.allCases)
  func `one byte changes, in either order, and undo brings it back`(
    orientation: PhotoOrientation, rotation: Rotation
  ) async throws {
    for isBigEndian in [true, false] {
      let value = orientation.rawValue
      let entry: [UInt8] =
        isBigEndian
        ? [1, 0x12, 0, 3, 0, 0, 0, 1, 0, value] : [0x12, 1, 3, 0, 1, 0, 0, 0, value, 0]
      let before = Array("photo".utf8) + entry + [0, 0, 0xFF, 0xD9]
      _ = FileManager.default.createFile(
        atPath: bench.path("from/a.jpg"), contents: Data(before))

      let done = try await self.rotate(rotation, .entry(offset: 5, isBigEndian: isBigEndian)).get()

      var expected = before
      expected[5 + (isBigEndian ? 9 : 8)] = orientation.rotated(by: rotation).rawValue
      expectEqual(bytes(), expected)
      _ = try await bench.undo(done)
      expectEqual(bytes(), before)
    }
  }

  @Test func `a JPEG without EXIF data gets a segment, and undo takes it out`() async throws {
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xD9]
    _ = FileManager.default.createFile(atPath: bench.path("from/a.jpg"), contents: Data(jpeg))

    let done = try await rotate(.left, .absent).get()

    let now = bytes()
    expectEqual(Array(now.prefix(6)), [0xFF, 0xD8, 0xFF, 0xE1, 0, 34])
    expectEqual(Array(now.dropFirst(2 + 36)), Array(jpeg.dropFirst(2)))
    expectEqual(
      Array(now[6..<38]),
      Array("Exif\0\0MM\0*".utf8) + [
        0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0,
      ])
    _ = try await bench.undo(done)
    expectEqual(bytes(), jpeg)
  }

  /// What a compromised worker might say.
  @Test(
    arguments: [
      .entry(offset: 4, isBigEndian: true), .entry(offset: 6, isBigEndian: true),
      .entry(offset: 5, isBigEndian: false), .entry(offset: 0, isBigEndian: true),
      .entry(offset: -1, isBigEndian: true), .entry(offset: .min, isBigEndian: true),
      .entry(offset: .max, isBigEndian: true), .entry(offset: 12, isBigEndian: true),
      .entry(offset: 20, isBigEndian: true), .entry(offset: 21, isBigEndian: true), .absent,
    ] as [OrientationLocation])
  func `bytes other than the expected ones are not overwritten`(location: OrientationLocation) async
  {
    let before = bench.contents

    let outcome = await rotate(.right, location)

    expectEqual(failure(outcome), .changed(name: "a.jpg"), "\(outcome)")
    expectEqual(bench.contents, before)
  }

  @Test(arguments: [.unsupported, .unstated, nil] as [OrientationLocation?])
  func `a file without an orientation is left alone, and an error says so`(
    location: OrientationLocation?
  ) async {
    expectEqual(failure(await rotate(.right, location)), .noOrientation(name: "a.jpg"))
    expectEqual(failure(await rotate(.right, nil, "from/b.jpg")), .gone(name: "b.jpg"))
    expectEqual(bench.contents, ["from/a.jpg": text])
  }

  @Test func `mode and attributes are kept, and the time is a new one, until undo`()
    async throws
  {
    chmod(bench.path("from/a.jpg"), 0o640)
    let before = open(bench.path("from/a.jpg"), O_RDWR)
    let hasAttributes = fsetxattr(before, "user.note", "x", 1, 0) == 0
    close(before)
    let long = [timespec(tv_sec: 1_000, tv_nsec: 5), timespec(tv_sec: 1_000, tv_nsec: 5)]
    utimensat(AT_FDCWD, bench.path("from/a.jpg"), long, 0)

    let done = try await rotate(.right, .entry(offset: 5, isBigEndian: true)).get()

    expectEqual(status().st_mode & 0o7777, 0o640)
    #expect(status().st_mtim.tv_sec > 1_000)
    if hasAttributes {
      var value: UInt8 = 0
      let after = open(bench.path("from/a.jpg"), O_RDONLY)
      expectEqual(fgetxattr(after, "user.note", &value, 1), 1)
      close(after)
      expectEqual(value, UInt8(ascii: "x"))
    }
    _ = try await bench.undo(done)
    #expect(status().st_mtim.tv_sec == 1_000 && status().st_mtim.tv_nsec == 5)
    expectEqual(status().st_mode & 0o7777, 0o640)
  }

  @Test func `links and read-only files are left alone`() async throws {
    symlink(bench.path("from/a.jpg"), bench.path("from/link.jpg"))
    let location = OrientationLocation.entry(offset: 5, isBigEndian: true)

    expectEqual(
      failure(await rotate(.right, location, "from/link.jpg")), .notRegularFile(name: "link.jpg"))
    bench.calls.setSystem([.access: .fail(EACCES)])
    expectEqual(failure(await rotate(.right, location)), .noPermission(name: "a.jpg"))

    expectEqual(bench.contents, ["from/a.jpg": text, "from/link.jpg": "->"])
  }

  @Test func `another program's change is not overwritten, by rotation or undo`() async throws {
    let location = OrientationLocation.entry(offset: 5, isBigEndian: true)
    let changed = text + "!"
    // While the copy is made.
    bench.calls.whenCalled { [unowned bench] call in
      if call == .syncFile { bench.write(changed, to: "from/a.jpg") }
    }
    expectEqual(failure(await rotate(.right, location)), .changed(name: "a.jpg"))
    expectEqual(bench.contents, ["from/a.jpg": changed])
    bench.calls.whenCalled { _ in }

    // Since it was rotated.
    let done = try await rotate(.right, location).get()
    let rotated = String(decoding: bytes(), as: UTF8.self)
    bench.write(rotated + "?", to: "from/a.jpg")
    await #expect(throws: FileOperationError.changed(name: "a.jpg")) { try await bench.undo(done) }
    expectEqual(bench.contents, ["from/a.jpg": rotated + "?"])
  }

  @Test func `the copy is on the disk before it gets the name`() async throws {
    bench.calls.begin()

    _ = try await rotate(.right, .entry(offset: 5, isBigEndian: true)).get()

    let made = bench.calls.made
    let sync = try #require(made.firstIndex(of: .syncFile))
    let rename = try #require(made.firstIndex(of: .renameOver))
    let last = try #require(made.lastIndex(of: .write))
    #expect(last < sync && sync < rename)
    #expect(made[rename...].contains(.syncFolder))
  }
}
