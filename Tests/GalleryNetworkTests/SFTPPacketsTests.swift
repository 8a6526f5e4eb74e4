import ExpectationSupport
import FolderFormats
import Foundation
import Testing

@testable import GalleryNetwork

struct SFTPPacketsTests {
  private func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private func text(_ bytes: some Collection<UInt8>) -> [UInt8] {
    word(UInt32(bytes.count)) + bytes
  }

  private func packet(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { text([type] + body) }

  private var version: [UInt8] { packet(2, word(3)) }

  /// Reads what a server sends after its version.
  private func answers(
    _ bytes: [UInt8], inPiecesOf count: Int = .max
  ) throws(SFTPResponses.Fault) -> [SFTPResponse] {
    var (reader, found) = (SFTPResponses(), [SFTPResponse]())
    var rest = (version + bytes)[...]
    while !rest.isEmpty {
      reader.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
      while let (_, answer) = try reader.next() { found.append(answer) }
    }
    return Array(found.dropFirst())
  }

  @Test func `requests are written as the draft says`() {
    expectEqual(
      SFTPRequest.open(Array("/a".utf8)).bytes(number: 258),
      [0, 0, 0, 19, 3, 0, 0, 1, 2, 0, 0, 0, 2, 0x2F, 0x61, 0, 0, 0, 1, 0, 0, 0, 0])
    expectEqual(
      SFTPRequest.read([7], offset: 1 << 32 | 5, byteCount: 32_768).bytes(number: 1),
      [0, 0, 0, 22, 5, 0, 0, 0, 1, 0, 0, 0, 1, 7, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0x80, 0])
    expectEqual(
      SFTPRequest.close([7]).bytes(number: 1), [0, 0, 0, 10, 4, 0, 0, 0, 1, 0, 0, 0, 1, 7])
  }

  @Test(arguments: [1, 2, 3, 7, 64, .max])
  func `answers are the same in whatever pieces they come`(count: Int) throws {
    // All attributes: a size, an owner, a mode, two times, and an extended one.
    let attributes =
      word(0x8000_000F) + word(1) + word(2) + word(0) + word(0) + word(0o100_644) + word(5)
      + word(6) + word(1) + text([1]) + text([2])
    let names =
      word(9) + word(2) + text(Array("a.jpg".utf8)) + text([0x2D]) + attributes
      + text(Array("sub".utf8)) + text([0x64]) + word(4) + word(0o040_755)

    let found = try answers(
      packet(102, word(8) + text([0, 1])) + packet(104, names)
        + packet(103, word(10) + text([1, 2, 3])) + packet(105, word(11) + word(0))
        + packet(101, word(12) + word(1) + text(Array("End of file".utf8)) + text([])),
      inPiecesOf: count)

    let file = SFTPFolder.Item(
      name: Array("a.jpg".utf8), permissions: 0o100_644, byteCount: 1 << 32 | 2,
      modified: Date(timeIntervalSince1970: 6))
    let folder = SFTPFolder.Item(name: Array("sub".utf8), permissions: 0o040_755)
    expectEqual(
      found,
      [
        .handle([0, 1]), .names([file, folder]), .data([1, 2, 3]),
        .facts(SFTPFolder.Item(name: [], permissions: nil)), .end,
      ])
  }
}
