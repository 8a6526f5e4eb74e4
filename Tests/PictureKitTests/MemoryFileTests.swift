import ExpectationSupport
import Glibc
import PictureProtocol
import Testing

@testable import PictureKit

/// The contents of a pipe.
struct MemoryFileTests {
  @Test func `all bytes arrive, and the file cannot be written`() throws {
    let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0) }

    let file = try copy(bytes)

    var arrived = [UInt8](repeating: 0, count: 60_000)
    expectEqual(pread(file.number, &arrived, arrived.count, 0), bytes.count)
    expectEqual(Array(arrived.prefix(bytes.count)), bytes)
    expectEqual(write(file.number, arrived, 1), -1)
  }

  @Test func `exactly the limit is accepted, but not a byte more`() throws {
    let bytes = [UInt8](repeating: 7, count: 1000)

    _ = try copy(bytes, limit: 1000)
    #expect(throws: PictureFailure.unreadable(errno: EFBIG)) {
      _ = try copy(bytes, limit: 999)
    }
  }

  /// The result for a pipe with these bytes, at most 64 kB.
  private func copy(_ bytes: [UInt8], limit: Int = MemoryFile.byteLimit) throws -> OwnedDescriptor {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    let reading = OwnedDescriptor(ends[0])
    let writing = ends[1]
    let written = write(writing, bytes, bytes.count)
    close(writing)
    try #require(written == bytes.count)
    return try withExtendedLifetime(reading) {
      try MemoryFile.copy(of: reading.number, limit: limit)
    }
  }
}
