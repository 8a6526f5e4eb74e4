import ExpectationSupport
import FeedServerSupport
import Foundation
import Testing

extension InterfaceTests {
  /// The program with a table of twelve photos, using responses of ClickHouse 18.16.
  struct ClickHouseTests {
    private let home = ScratchFolder()

    /// A server that knows no other queries; it responds to those that they take too long.
    private func server() throws -> FeedServer {
      try FeedServer { request in
        let query = String(decoding: request.body, as: UTF8.self)
        guard let answer = recordedAnswers[query[...]].map(String.init) else {
          return Answer(
            status: 500, headers: ["Content-Type": "text/plain; charset=UTF-8"],
            body: .bytes(
              Array(
                "Code: 159, e.displayText() = DB::Exception: Timeout exceeded: elapsed 10.000000429 seconds, maximum: 10, e.what() = DB::Exception\n"
                  .utf8)))
        }
        return .json(answer)
      }
    }

    @Test func `a table can be browsed, and its errors are readable`() throws {
      let server = try server()
      for (columns, rows) in [(80, 24), (40, 12)] {
        let gallery = try home.gallery(
          "clickhouse:\(server.address)/gallery.few", columns: columns, rows: rows,
          showing: "/12 ")
        // In a narrow list the stars that arrive with the details shorten the title.
        try gallery.awaitSelection("o'brien's bri")
        gallery.send("G")
        try gallery.awaitSelection("o'brien's \"market\"")
        gallery.send("gg")
        try gallery.awaitSelection("o'brien's bri")

        try gallery.send("/bridge\r", showing: "longer than")
        gallery.send("k")
        try gallery.waitUntilGone("longer than")
        try gallery.wait(for: "o'brien's bri")
        try gallery.leave()
      }
    }

    @Test func `a list is the table's, and only the server gets the password`() throws {
      let server = try server()
      let result = try home.run(
        "vitrine list 'clickhouse:\(server.address)/gallery.few'",
        environment: [
          "CLICKHOUSE_USER": "reader", "CLICKHOUSE_PASSWORD": "ninepins-secret",
        ])

      expectEqual(result.status, 0)
      expectEqual(result.outputLines.count, 12)
      expectEqual(
        result.outputLines.first, "p794\tfor sale\t0.01\t2012-10-23\to'brien's bridge\t-\t3")
      let requests = server.requests
      expectEqual(requests.count, 4)
      #expect(requests.allSatisfy { $0.method == "POST" && $0.target == "/?wait_end_of_query=1" })
      #expect(requests.allSatisfy { $0.header("X-ClickHouse-Key") == "ninepins-secret" })
      let stored = try CommandResult("grep -rl ninepins '\(home.path)'; true")
      #expect(stored.outputText.isEmpty)
    }

    @Test func `a password in the URL is rejected before any request`() throws {
      let server = try server()
      let address = server.address.replacing("http://", with: "http://me:secret@")
      let result = try home.list("clickhouse:\(address)/gallery.few")
      expectEqual(result.status, 1)
      #expect(result.errorText.contains("set CLICKHOUSE_USER and CLICKHOUSE_PASSWORD"))
      #expect(!result.errorText.contains("secret"))
      #expect(server.requests.isEmpty)
    }
  }
}

/// A query, and in the next line its answer.
private let recordedAnswers: [Substring: Substring] = {
  let file = URL(filePath: #filePath).appending(
    path: "../../../GalleryDataTests/ClickHouse/recorded.txt"
  ).standardizedFileURL
  let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
  return Dictionary(
    uniqueKeysWithValues: stride(from: 0, to: lines.count, by: 2).map { (lines[$0], lines[$0 + 1]) }
  )
}()
