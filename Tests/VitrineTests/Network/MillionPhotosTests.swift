import ExpectationSupport
import FeedServerSupport
import Foundation
import Glibc
import Testing

extension InterfaceTests {
  struct MillionPhotosTests {
    /// The memory of a process in megabytes (proc(5), `VmRSS`).
    private func residentMegabytes(of process: pid_t) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
      let kilobytes = try #require(line.split(separator: " ").compactMap { Int($0) }.first)
      return kilobytes / 1_024
    }

    @Test
    func
      `G shows the last of a million photos after one or two requests, and memory does not grow`()
      throws
    {
      let home = try NetworkHome()
      let feed = GeneratedFeed(photoCount: 1_000_000, photosPerPage: 100)
      let server = try FeedServer { feed.pagesOnly(to: $0) }
      let gallery = try home.gallery("\(server.feedAddress)?rpp=100", rows: 80, showing: "Photo 1")
      try gallery.wait(for: "of 1,000,000 photos")
      let before = server.pageRequests.count

      gallery.send("G")
      try gallery.awaitSelection("Photo 1000000")
      #expect(server.pageRequests.count - before <= 2)
      gallery.send("g")
      try gallery.awaitSelection("Photo 1 ")
      #expect(server.pageRequests.count - before <= 2)

      let process = try gallery.shell.pid()
      // Thirty screens from both ends, each on a different page from the previous one.
      for (end, start) in [("G", "Photo 1000000"), ("g", "Photo 1 ")] {
        gallery.send(end)
        try gallery.awaitSelection(start)
        for _ in 0..<15 {
          gallery.send(String(repeating: end == "G" ? "\u{1B}[5~" : "\u{1B}[6~", count: 4))
          try gallery.awaitSelection("Photo ")
        }
      }
      let megabytes = try residentMegabytes(of: process)
      #expect(megabytes < 150, "\(megabytes) MB")
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }
  }
}
