import Glibc
import PictureProtocol
import Testing

@testable import PictureKit

/// What comes through a pipe.
struct MemoryFileTests {
  @Test func `all bytes arrive, and the file cannot be written`() throws {
    let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0) }

    let file = try MemoryFile.copy(of: pipe(with: bytes).number)

    var copy = [UInt8](repeating: 0, count: 60_000)
    #expect(pread(file.number, &copy, copy.count, 0) == bytes.count)
    #expect(Array(copy.prefix(bytes.count)) == bytes)
    #expect(write(file.number, copy, 1) == -1)
  }

  @Test func `exactly the limit is taken, and not a byte more`() throws {
    let bytes = [UInt8](repeating: 7, count: 1000)

    _ = try MemoryFile.copy(of: pipe(with: bytes).number, limit: 1000)
    #expect(throws: PictureFailure.unreadable(errno: EFBIG)) {
      _ = try MemoryFile.copy(of: pipe(with: bytes).number, limit: 999)
    }
  }

  @Test func `a file that is open already is itself and no other`() throws {
    let one = PictureFile(descriptor: try MemoryFile.copy(of: pipe(with: [1]).number))
    let other = PictureFile(descriptor: try MemoryFile.copy(of: pipe(with: [1]).number))

    #expect(one == one)
    #expect(one != other)
    #expect(try OpenedFile(one).stamp.byteCount == 1)
  }

  /// The reading end of a pipe that has these bytes, 64 kB at most, and no more.
  private func pipe(with bytes: [UInt8]) throws -> OwnedDescriptor {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    let writing = OwnedDescriptor(ends[1])
    try #require(write(writing.number, bytes, bytes.count) == bytes.count)
    return OwnedDescriptor(ends[0])
  }
}
