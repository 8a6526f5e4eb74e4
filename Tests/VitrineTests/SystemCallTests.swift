import ExpectationSupport
import Foundation
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// How often a key enters the kernel, as strace sees it.
  struct SystemCallTests {
    private static let tracer = "/usr/bin/strace"

    /// Containers can forbid tracing.
    private static let mayTrace =
      access(tracer, X_OK) == 0
      && (try? CommandResult("\(tracer) -o /dev/null true"))?.status == 0

    @Test(.enabled("strace is installed and may trace programs") { mayTrace })
    func `a move without pictures takes the main thread at most 80 system calls`() throws {
      let folder = ScratchFolder()
      let photos = ScratchFolder()
      for number in 1...3 { try photos.addPicture("misty-hills.jpg", as: "photo-\(number).jpg") }
      let trace = folder.path("trace")
      let gallery = try GallerySession(
        "--graphics none --fresh '\(photos.path)'",
        under: "\(Self.tracer) -f -qq -a 1 -e signal=none -o '\(trace)'", columns: 120, rows: 40)
      // Until all metadata were read, with which the workers are busy.
      try gallery.wait(for: "three rows with a title") { screen in
        (0..<screen.rows).count { screen.text(row: $0).contains("Mgły nad") } >= 3
      }
      gallery.answerQuery()

      for _ in 0..<40 {
        try gallery.send("j", showing: "photo-2.jpg")
        try gallery.send("k", showing: "photo-1.jpg")
      }
      try gallery.leave()

      // Other threads and the workers still store what they have read, between which and a key there is no relation: on a
      // busy machine half of the moves were counted with more than twenty of their calls.
      let counts = Self.callsByKey(try String(contentsOfFile: trace, encoding: .utf8))
      try #require(counts.count > 70)
      let median = counts.sorted()[counts.count / 2]
      #expect(median <= 80, "\(counts)")
    }

    @Test(.enabled("strace is installed and may trace programs") { mayTrace })
    func `showing a photo creates no file, not even for a moment`() throws {
      let folder = ScratchFolder()
      let trace = folder.path("trace")

      let result = try CommandResult(
        "\(Self.tracer) -f -qq -e trace=open,openat,creat -o '\(trace)' \"$vitrine\" show \"$sample/lake.jpg\""
      )

      expectEqual(result.status, 0)
      let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      #expect(calls.contains { $0.contains("lake.jpg") })
      let created = calls.filter {
        ($0.contains("O_CREAT") || $0.contains("creat(")) && !$0.contains(" = -1 ")
      }
      expectEqual(created, [])
    }

    /// The number of calls from the read of each `j` or `k` to that of the next, by the thread that reads them.
    private static func callsByKey(_ trace: String) -> [Int] {
      var counts: [Int] = []
      var reader: Substring?
      for line in trace.split(separator: "\n") {
        let thread = line.prefix { $0 != " " }
        let isKey = line.hasSuffix("\"j\", 4096) = 1") || line.hasSuffix("\"k\", 4096) = 1")
        if isKey {
          counts.append(0)
          reader = thread
        }
        guard thread == reader else { continue }
        // The second half of a call that another thread's interrupted, or the end of a thread.
        let isCall = !line.contains(" resumed>") && !line.contains("+++")
        if isKey || isCall { counts[counts.count - 1] += 1 }
      }
      // Leaving follows the last one.
      return Array(counts.dropLast())
    }
  }
}
