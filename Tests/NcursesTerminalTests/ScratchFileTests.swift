import ExpectationSupport
import Glibc
import Testing

@testable import NcursesTerminal

/// What ncurses writes, frame by frame.
@MainActor
struct ScratchFileTests {
  private func write(_ bytes: [UInt8], to file: ScratchFile) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(file.fd, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      done += count
    }
  }

  private func frame(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(1 + (number + $0) % 255) }
  }

  @Test func `each frame is read once, in pieces or whole`() throws {
    let file = try ScratchFile()

    expectEqual(file.take(), [])
    write(frame(1, count: 10), to: file)
    write(frame(11, count: 10), to: file)
    expectEqual(file.take(), frame(1, count: 20))
    expectEqual(file.take(), [])
  }

  /// Around the places where more memory is needed, and where it is given back.
  @Test func `frames of any length come one after the other`() throws {
    let file = try ScratchFile()
    let kept = 1 << 20
    for (number, count) in [
      100, 1 << 14, 1, 1 << 16, 1, 70_000, 5, kept - 1, 3, kept, 7, kept + 1, 9, 3 * kept, 11,
      65_535, 2, kept - 65_537, kept - 65_536, 4, 0, 6,
    ].enumerated() {
      write(frame(number, count: count), to: file)
      let taken = file.take()
      expectEqual(taken.count, count)
      expectEqual(taken, frame(number, count: count), "frame \(number)")
    }
    expectEqual(lseek(file.fd, 0, SEEK_END), 0)
  }

  /// As with a linker that gives ncurses the C library's `write`: only the file that was made last is in memory.
  @Test func `what is in the file is read, too`() throws {
    let file = try ScratchFile()
    let last = try ScratchFile()

    for number in 0..<3 {
      write(frame(number, count: 70_000), to: file)
      write(frame(9, count: 7), to: last)
      expectEqual(file.take(), frame(number, count: 70_000))
      expectEqual(file.take(), [])
    }
    expectEqual(last.take(), frame(9, count: 7) + frame(9, count: 7) + frame(9, count: 7))
  }

  @Test func `all other files are written to as always`() throws {
    let file = try ScratchFile()
    var pipe: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&pipe) == 0)
    defer { for end in pipe { close(end) } }
    var read: [UInt8] = [0, 0, 0, 0]

    expectEqual(Glibc.write(pipe[1], [1, 2, 3] as [UInt8], 3), 3)

    expectEqual(Glibc.read(pipe[0], &read, 4), 3)
    expectEqual(read, [1, 2, 3, 0])
    expectEqual(file.take(), [])
    expectEqual(Glibc.write(-1, [1] as [UInt8], 1), -1)
    expectEqual(errno, EBADF)
  }
}
