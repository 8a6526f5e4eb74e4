import ExpectationSupport
import FeedServerSupport
import Foundation
import Testing

extension InterfaceTests {
  /// The program with a table of twelve photos, using responses of ClickHouse 18.16.
  struct ClickHouseTests {
    private let home: NetworkHome

    init() throws {
      home = try NetworkHome()
    }

    /// A server that knows no other queries; it responds to those that they take too long.
    private func server() throws -> FeedServer {
      try FeedServer { request in
        let query = String(decoding: request.body, as: UTF8.self)
        guard let answer = recordedAnswers.first(where: { $0.query == query })?.answer else {
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
          showing: "12 photos")
        // In a narrow list the stars that arrive with the details shorten the title.
        try gallery.awaitSelection("o'brien's bri")
        gallery.send("G")
        try gallery.awaitSelection("o'brien's \"market\"")
        gallery.send("g")
        try gallery.awaitSelection("o'brien's bri")

        gallery.send("/bridge\r")
        try gallery.wait(for: "longer than")
        gallery.send("k")
        try gallery.waitUntilGone("longer than")
        try gallery.wait(for: "o'brien's bri")
        gallery.send("q")
        try expectEqual(gallery.shell.status(), 0)
      }
    }

    @Test func `a list is the table's, and only the server gets the password`() throws {
      let server = try server()
      let folder = try ScratchFolder()
      let result = try CommandResult(
        "vitrine list 'clickhouse:\(server.address)/gallery.few'",
        environment: [
          "XDG_CACHE_HOME": folder.path("cache"), "XDG_STATE_HOME": folder.path("state"),
          "XDG_CONFIG_HOME": folder.path("config"), "CLICKHOUSE_USER": "reader",
          "CLICKHOUSE_PASSWORD": "ninepins-secret",
        ])

      expectEqual(result.status, 0)
      expectEqual(result.outputLines.count, 12)
      expectEqual(
        result.outputLines.first, "p794\tfor sale\t0.01\t2012-10-23\to'brien's bridge\t-\t3")
      let requests = server.requests
      expectEqual(requests.count, 3)
      #expect(requests.allSatisfy { $0.method == "POST" && $0.target == "/?wait_end_of_query=1" })
      #expect(requests.allSatisfy { $0.header("X-ClickHouse-Key") == "ninepins-secret" })
      let stored = try CommandResult("grep -rl ninepins '\(folder.path)'; true")
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

private let recordedAnswers: [(query: String, answer: String)] = [
  (
    #"""
    DESCRIBE TABLE `gallery`.`few` FORMAT JSONCompact
    """#,
    #"""
    {"data":[["id", "String", "", "", ""], ["title", "String", "", "", ""], \#
    ["description", "String", "", "", ""], ["author", "String", "", "", ""], ["camera", \#
    "String", "", "", ""], ["lens", "String", "", "", ""], ["taken", \#
    "Nullable(DateTime)", "", "", ""], ["date_text", "String", "", "", ""], ["width", \#
    "UInt32", "", "", ""], ["height", "UInt32", "", "", ""], ["size", "UInt64", "", "", \#
    ""], ["for_sale", "Nullable(UInt8)", "", "", ""], ["price", "Nullable(Decimal(18, \#
    4))", "", "", ""], ["price_from", "UInt8", "", "", ""], ["currency", "String", "", \#
    "", ""], ["licence", "String", "", "", ""], ["licence_url", "String", "", "", ""], \#
    ["tags", "Array(String)", "", "", ""], ["path", "String", "", "", ""], ["rating", \#
    "Int8", "", "", ""], ["label", "String", "", "", ""], ["thumbnail_url", "String", \#
    "", "", ""], ["image_url", "String", "", "", ""], ["page_url", "String", "", "", \#
    ""]]}
    """#
  ),
  (
    #"""
    SELECT toInt64(intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), 604800)), count() \#
    FROM `gallery`.`few` GROUP BY intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), \#
    604800) ORDER BY intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), 604800) DESC \#
    LIMIT 10000 FORMAT JSONCompact
    """#,
    #"""
    {"data":[["2233", "1"], ["2214", "1"], ["2127", "1"], ["1791", "1"], ["1725", "1"], \#
    ["1463", "1"], ["1394", "1"], ["1293", "1"], ["577", "1"], ["347", "1"], ["0", \#
    "2"]]}
    """#
  ),
  (
    #"""
    SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, `title`, \#
    `description`, `author`, `camera`, `lens`, toUInt32(ifNull(`taken`, \#
    toDateTime(0))), `width`, `height`, `size`, `price`, `currency`, `licence`, `tags`, \#
    `path`, `rating`, `label`, `date_text`, `for_sale`, `price_from`, `licence_url`, \#
    `thumbnail_url`, `image_url`, `page_url` FROM `gallery`.`few` WHERE ifNull(`taken`, \#
    toDateTime(0)) <= toDateTime(1351123199) AND ifNull(`taken`, toDateTime(0)) >= \#
    toDateTime(0) ORDER BY ifNull(`taken`, toDateTime(0)) DESC, `id` DESC LIMIT 12 \#
    FORMAT JSONCompact
    """#,
    #"""
    {"data":[["1351000000", "70373934", "p794", "o'brien's bridge", "", "", "", "", \#
    1351000000, 3000, 2000, "7543600", 0.0100, "", "", ["sea"], "", 3, "Red", "", 1, 0, \#
    "", "", "", ""], ["1339030000", "7031363436", "p1646", "o'brien's \"market\"", "", \#
    "Ona Sato", "", "50mm f/1.8", 1339030000, 3000, 2000, "0", null, "", "", ["sea", \#
    "night"], "", 0, "Select", "", 0, 0, "", "", "", ""], ["1286920000", "70393232", \#
    "p922", "back\\slash river_walk", "", "", "NIKON D850", "", 1286920000, 3000, 2000, \#
    "4898500", null, "", "All rights reserved", ["sea"], "", -1, "Red", "", 0, 0, "", \#
    "", "", ""], ["1083250000", "70383231", "p821", "100% quiet bridge", "taken on a \#
    walk in 10", "Emil Rossi", "Canon EOS R5", "50mm f/1.8", 1083250000, 3000, 2000, \#
    "0", 100.0000, "USD", "All rights reserved", ["night"], "", 0, "", "", 1, 0, "", \#
    "", "", ""], ["1043470000", "7032333136", "p2316", "morning harbour", "taken on a \#
    walk in 23", "", "Canon EOS R5", "", 1043470000, 6000, 4000, "0", null, "", "", \#
    ["sea", "night"], "", -1, "Select", "", null, 0, "", "", "", ""], ["885115000", \#
    "70343039", "p409", "morning \"market\"", "taken on a walk in 15", "Emil Rossi", \#
    "", "", 885115000, 0, 0, "1541800", null, "", "All rights reserved", [], "", 0, \#
    "Select", "", 0, 0, "", "", "", ""], ["843175000", "7031343633", "p1463", "morning \#
    bridge", "", "", "", "50mm f/1.8", 843175000, 3000, 2000, "0", 50.0000, "EUR", "", \#
    [], "", -1, "Select", "", 1, 0, "", "", "", ""], ["782110000", "7032383530", \#
    "p2850", "back\\slash bridge", "", "", "NIKON Z 6", "50mm f/1.8", 782110000, 6000, \#
    4000, "9907300", 19.9900, "EUR", "All rights reserved", [], "", 1, "later", "", 1, \#
    0, "", "", "", ""], ["349300000", "7031313338", "p1138", "100% quiet bridge", "", \#
    "Emil Rossi", "NIKON Z 6", "50mm f/1.8", 349300000, 3000, 2000, "0", 250.0100, \#
    "USD", "All rights reserved", ["sea", "night"], "", 3, "Select", "", 1, 0, "", "", \#
    "", ""], ["210295000", "7031343137", "p1417", "x'); DROP TABLE bridge", "taken on a \#
    walk in 8", "Ona Sato", "Canon EOS R5", "", 210295000, 0, 0, "0", 75.5000, "EUR", \#
    "", ["sea", "night"], "", 5, "", "", 1, 0, "", "", "", ""], ["0", "7032353237", \#
    "p2527", "x'); DROP TABLE river_walk", "", "", "NIKON D850", "", 0, 0, 0, "0", \#
    null, "", "All rights reserved", [], "", -1, "later", "", 0, 0, "", "", "", ""], \#
    ["0", "70313237", "p127", "o'brien's \"market\"", "", "Ona Sato", "NIKON D850", \#
    "50mm f/1.8", 0, 3000, 2000, "0", null, "", "All rights reserved", ["sea", \#
    "night"], "", 1, "later", "", null, 0, "", "", "", ""]]}
    """#
  ),
]
