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

  @Test func `frames of any length come one after the other`() throws {
    let file = try ScratchFile()
    for (number, count) in [100, 1 << 14, 1, 70_000, 5, 3 << 20, 2, 65_535, 4, 0, 6].enumerated() {
      write(frame(number, count: count), to: file)
      let taken = file.take()
      expectEqual(taken.count, count)
      expectEqual(taken, frame(number, count: count), "frame \(number)")
    }
    expectEqual(lseek(file.fd, 0, SEEK_END), 0)
  }
}
