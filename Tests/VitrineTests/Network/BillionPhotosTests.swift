import FeedServerSupport
import Foundation
import Glibc
import Testing

extension InterfaceTests {
  /// A service that claims to have a billion photos, a thousand per page.
  struct BillionPhotosTests {
    private static let count = 1_000_000_000
    private static let size = 1_000

    private static let preset = """
      name = "billion"
      title = "Billion"
      about = "A billion photos"
      argument = { kind = "address", meaning = "the server" }
      items = "photos"
      page_size = { least = 1000, most = 1000 }
      [fields]
      id = "id"
      title = "title"
      image = "image"

      """

    private static func page(from first: Int, next: String = "") -> Answer {
      let items = (first..<min(first + size, count)).map {
        #"{"id":\#($0 + 1),"title":"Photo \#($0 + 1)","image":"/pictures/\#($0 + 1).png"}"#
      }
      return .json(#"{"total":\#(count),\#(next)"photos":[\#(items.joined(separator: ","))]}"#)
    }

    private func residentMegabytes(of process: pid_t) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
      return try #require(line.split(separator: " ").compactMap { Int($0) }.first) / 1_024
    }

    @Test func `numbered pages: G goes to the last of a billion, and memory does not grow`() throws
    {
      let home = ScratchFolder()
      try home.preset(
        Self.preset + """
          [list]
          url = "{base}/photos?page={page}"
          [[paging]]
          kind = "page"
          total = "total"
          """, named: "billion")
      let server = try FeedServer { request in
        guard request.path == "/photos" else { return .png(width: 4, height: 4) }
        let page = request.queryValue("page").flatMap { Int($0) } ?? 1
        return Self.page(from: (page - 1) * Self.size)
      }
      let gallery = try home.gallery(
        "billion:\(server.address)", columns: 40, rows: 12, showing: "/1,000,000,000")
      let before = server.pageRequests.count

      gallery.send("G")
      try gallery.awaitSelection("Photo 1000000000")
      try gallery.wait(for: "End of the list")
      #expect(server.pageRequests.count - before <= 2)

      let process = try gallery.shell.pid()
      let start = try residentMegabytes(of: process)
      // Sixty pages at both ends, all of them different: a screen has ten rows, a page a thousand.
      for (end, selected, key) in [("G", "Photo 1000000000", "5"), ("gg", "Photo 1 ", "6")] {
        gallery.send(end)
        try gallery.awaitSelection(selected)
        for _ in 0..<30 {
          gallery.send(String(repeating: "\u{1B}[\(key)~", count: 120))
          try gallery.awaitSelection("Photo ")
        }
      }
      let megabytes = try residentMegabytes(of: process)
      #expect(megabytes < 150 && megabytes - start < 60, "\(start), then \(megabytes) MB")
      try gallery.leave()
    }
  }
}
