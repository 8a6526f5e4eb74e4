import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryClickHouse

/// Answers of ClickHouse 18.16, shortened, and of later servers as their documentation has them.
@Suite struct ClickHouseAnswerTests {
  private static let address = "http://db.example:8123/gallery.photos"

  private func answer(
    _ body: String, status: Int = 200, hasUser: Bool = true
  ) throws -> ClickHouseAnswer {
    let address = try ClickHouseAddress(Self.address)
    return try ClickHouseAnswer(
      HTTPResponse(status: status, body: Array(body.utf8), url: address.server), of: address,
      hasUser: hasUser)
  }

  private func error(
    _ body: String, status: Int = 500, hasUser: Bool = true
  ) -> PhotoSourceError? {
    do {
      _ = try answer(body, status: status, hasUser: hasUser)
      return nil
    } catch {
      return error as? PhotoSourceError
    }
  }

  private func says(_ message: String) -> PhotoSourceError {
    .serviceFailed(source: "db.example:8123", message: message)
  }

  // MARK: Rows

  /// The newest photo of the large table, with its columns.
  private static let newest = """
    {
    \t"meta":
    \t[
    \t\t{
    \t\t\t"name": "id",
    \t\t\t"type": "String"
    \t\t}
    \t],

    \t"data":
    \t[
    \t\t["p4070600", "Golden bridge in Kyoto 600", "Fatma Novák", "OLYMPUS E-M1", "XF23mmF2 R WR", 1776684314, 8256, 5504, "7860809", 1, 290.6100, "USD", "CC BY-SA 4.0", ["macro","street"], "https:\\/\\/img.gallery.example\\/t\\/4070600.jpg", "https:\\/\\/img.gallery.example\\/o\\/4070600.jpg", "https:\\/\\/gallery.example\\/photo\\/4070600", 0]
    \t],

    \t"rows": 1,

    \t"rows_before_limit_at_least": 4659,

    \t"statistics":
    \t{
    \t\t"elapsed": 0.019836721,
    \t\t"rows_read": 33673,
    \t\t"bytes_read": 12122589
    \t}
    }

    """

  private static let columns: [ClickHouseTable.Column] = [
    .id, .title, .author, .camera, .lens, .taken, .width, .height, .size, .forSale, .price,
    .currency, .licence, .tags, .thumbnailURL, .imageURL, .pageURL, .rating,
  ]

  @Test func `a row is a photo`() throws {
    let row = try #require(try answer(Self.newest).rows.first)
    let values = Dictionary(zip(Self.columns, row), uniquingKeysWith: { first, _ in first })
    let photo = try #require(self.photo(values))

    expectEqual(photo.id, "p4070600")
    expectEqual(photo.name, "Golden bridge in Kyoto 600")
    expectEqual(photo.createdAt, Date(timeIntervalSince1970: 1_776_684_314))
    expectEqual(photo.price, Price(amount: "290.61", currency: "USD"))
    expectEqual(photo.saleStatus, .forSale)
    expectEqual(photo.fileSize, 7_860_809)
    expectEqual(photo.tags, ["macro", "street"])
    expectEqual(photo.licence?.name, "CC BY-SA 4.0")
    expectEqual(photo.imageURL?.absoluteString, "https://img.gallery.example/o/4070600.jpg")
    expectEqual(photo.thumbnailURL?.absoluteString, "https://img.gallery.example/t/4070600.jpg")
    expectEqual(photo.rating, nil)
    #expect(!photo.needsDetails)
  }

  /// Of a table with these columns, and those for the id and the time.
  private func photo(_ values: [ClickHouseTable.Column: JSONValue]) -> Photo? {
    let types: [ClickHouseTable.Column: String] = [
      .taken: "DateTime", .tags: "Array(String)", .places: "Array(String)", .width: "UInt32",
      .height: "UInt32", .size: "UInt64",
    ]
    let row = values.merging([.id: .null, .taken: .number("0")]) { given, _ in given }
    guard
      let table = try? ClickHouseTable(
        ClickHouseAddress(Self.address),
        rows: row.keys.map { [.text($0.rawValue), .text(types[$0] ?? "String")] })
    else { return nil }
    return table.photo(ClickHouseTable.Column.allCases.compactMap { row[$0] }[...])
  }

  @Test func `missing values are unknown`() throws {
    let found = try #require(
      photo([
        .id: .text("a"), .title: .text(""), .taken: .number("0"), .width: .number("0"),
        .forSale: .null, .price: .null, .rating: .number("7"), .label: .text(""),
        .dateText: .text("about 1890"),
      ]))
    #expect(found.isUntitled && found.title == nil)
    #expect(found.createdAt == nil && found.dateText == "about 1890")
    #expect(found.width == nil && found.price == nil && found.rating == nil && found.label == nil)
    expectEqual(found.saleStatus, .unstated)
    expectEqual(photo([.id: .text("")]), nil)
    expectEqual(photo([.title: .text("no id")]), nil)
  }

  @Test(
    arguments: [
      (.number("-28800"), -28_800), (.number("0"), 0), (.null, nil), (.number("99999999"), nil),
      (.text("nonsense"), nil),
    ] as [(JSONValue, Int?)])
  func `a row says how far the camera's clock was ahead of UTC`(value: JSONValue, offset: Int?) {
    expectEqual(
      photo([.id: .text("a"), .taken: .number("5"), .utcOffset: value])?.utcOffset, offset)
    // Without a time there is no clock.
    expectEqual(photo([.id: .text("a"), .taken: .number("0"), .utcOffset: value])?.utcOffset, nil)
  }

  @Test func `what a row says is cleaned, and leads to no file`() throws {
    let found = try #require(
      photo([
        .id: .text("\u{1b}[31ma"), .title: .text("\u{202E}x\u{7}\ny"),
        .tags: .array([.text("\u{1b}]0;t\u{7}sea"), .text("sea"), .null]),
        .places: .array([.text("\u{1b}[1mKrems\n"), .null]),
        .imageURL: .text("file:///etc/passwd"), .thumbnailURL: .text("javascript:alert(1)"),
        .pageURL: .text("../x"), .price: .number("-1"), .size: .number("1e400"),
        .taken: .text("99999999999999999999"),
      ]))
    #expect(found.id == "a" && found.name == "x y" && found.tags == ["sea"])
    expectEqual(found.places, ["Krems"])
    #expect(found.imageURL == nil && found.thumbnailURL == nil && found.pageURL == nil)
    #expect(found.price == nil && found.fileSize == nil && found.createdAt == nil)
  }

  @Test(arguments: [
    ("290.6100", "USD", "290.61"), ("12.0000", "JPY", "12"), ("1.5000", "EUR", "1.50"),
    ("99.9999", "EUR", "99.9999"), ("7", "EUR", "7"), ("3.1250", "KWD", "3.125"),
  ])
  func `a price has the places of its currency`(price: (String, String, String)) {
    let found = photo([
      .id: .text("a"), .price: .number(price.0), .currency: .text(price.1),
    ])
    expectEqual(found?.price?.amount, price.2)
  }

  @Test func `ten thousand buckets are read whole`() throws {
    let rows = (0..<10_001).map { "[\"\($0)\",\"1\"]" }.joined(separator: ",")
    let full = try answer("{\"data\":[\(rows)]}")
    expectEqual(full.rows.count, 10_000)
    #expect(full.isFull)
    expectEqual(full.rows.last, [.text("9999"), .text("1")])
  }

  // MARK: Errors

  @Test func `errors of the server become messages`() {
    expectEqual(
      error(
        "Code: 193, e.displayText() = DB::Exception: Wrong password for user reader, e.what() = DB::Exception\n",
        status: 401), .keyRefused(source: "db.example:8123", variable: "CLICKHOUSE_PASSWORD"))
    expectEqual(
      error(
        "Code: 516. DB::Exception: default: Authentication failed. (AUTHENTICATION_FAILED) (version 24.3)",
        status: 403, hasUser: false),
      .keyMissing(source: "db.example:8123", variable: "CLICKHOUSE_USER"))
    expectEqual(
      error(
        "Code: 60, e.displayText() = DB::Exception: Table gallery.photos doesn't exist., e.what() = DB::Exception"
      ), .notFound(name: "gallery.photos"))
    expectEqual(
      error(
        "Code: 291, e.displayText() = DB::Exception: Access denied to database system, e.what() = DB::Exception"
      ), .permissionDenied(name: "gallery.photos"))
    expectEqual(
      error(
        "Code: 47, e.displayText() = DB::Exception: Unknown identifier: nosuch, e.what() = DB::Exception",
        status: 404), says("no such column: Unknown identifier: nosuch"))
    expectEqual(
      error(
        "Code: 159, e.displayText() = DB::Exception: Timeout exceeded: elapsed 10.000000429 seconds, maximum: 10, e.what() = DB::Exception"
      ), says("the query took longer than the server allows"))
    expectEqual(
      error(
        "Code: 396, e.displayText() = DB::Exception: Limit for result exceeded, max rows: 10.00 thousand, current rows: 20.00 thousand, e.what() = DB::Exception"
      ), says("the answer is larger than the server allows"))
    expectEqual(
      error(
        "Code: 164, e.displayText() = DB::Exception: Cannot override setting (max_result_rows) in readonly mode, e.what() = DB::Exception"
      ),
      says(
        "the user may only read: Cannot override setting (max_result_rows) in readonly mode"))
    expectEqual(
      error("Code: 153. DB::Exception: Division by zero. (ILLEGAL_DIVISION) (version 24.3.1)"),
      says("Division by zero. (ILLEGAL_DIVISION)"))
    expectEqual(error("Code: 202, e.displayText() = DB::Exception: Too many"), .serverOverloaded)
    expectEqual(error("Code: 7"), says("error 7"))
    expectEqual(error("Code: \u{1b}[31m", status: 502), .serverOverloaded)
    expectEqual(error("Code: 9 DB::Exception: \u{1b}[31mred\u{7}\u{202E}"), says("red"))
  }

  @Test func `a shard that is down is named`() {
    let down = """
      Code: 279, e.displayText() = DB::NetException: All connection tries failed. Log: \n
      Code: 210, e.displayText() = DB::NetException: Connection reset by peer, while reading from socket (127.0.0.1:21227), e.what() = DB::NetException
      Code: 210, e.displayText() = DB::NetException: Connection refused (127.0.0.1:21227), e.what() = DB::NetException

      , e.what() = DB::NetException

      """
    expectEqual(error(down), says("a shard does not answer: 127.0.0.1:21227"))
  }

  @Test func `an error in the middle of the rows is reported`() {
    let broken = """
      {"data":[["p4045347", 0]Code: 153, e.displayText() = DB::Exception: Division by zero, e.what() = DB::Exception

      """
    expectEqual(error(broken, status: 200), says("Division by zero"))
    expectEqual(
      error("{\"data\":[[\"p1\"],", status: 200),
      .malformed(
        name: "db.example:8123", line: 1, column: 17,
        reason: "unexpected end of file, expected a value"))
  }

  @Test(arguments: ["", "Ok.\n", "<html></html>", "[]", "{\"rows\":1}"])
  func `an answer that isn't ClickHouse's is reported`(body: String) {
    guard case .notAFeed? = error(body, status: 200) else {
      Issue.record("\(String(describing: error(body, status: 200)))")
      return
    }
  }

  @Test func `a value of another kind is sent to no server`() {
    expectEqual(ClickHouseValue(.text("4'1"), .text), nil)
    expectEqual(ClickHouseValue(.text("4a"), .text), nil)
    expectEqual(ClickHouseValue(.text("1 OR 1"), .integer), nil)
    expectEqual(ClickHouseValue(.number("99999999999999"), .time), nil)
    expectEqual(ClickHouseValue(.text("1') OR ('1"), .decimal), nil)
    expectEqual(ClickHouseValue(.text("-1.5"), .decimal), .decimal("-1.5"))
    expectEqual(ClickHouseValue(.text("4142"), .text)?.bytes, [0x41, 0x42])
  }
}

/// What names a table.
@Suite struct ClickHouseAddressTests {
  @Test func `a table is the last of an address`() throws {
    let plain = try ClickHouseAddress("http://db.example:8123/gallery.photos")
    expectEqual(plain.server.absoluteString, "http://db.example:8123/")
    expectEqual(plain.quotedTable, "`gallery`.`photos`")
    expectEqual(plain.title, "gallery.photos · db.example:8123")
    #expect(plain.sourceID.hasPrefix("clickhouse "))

    let behind = try ClickHouseAddress("https://db.example/click/house/g-1.p_2")
    expectEqual(behind.server.absoluteString, "https://db.example/click/house/")
    expectEqual(behind.quotedTable, "`g-1`.`p_2`")
    try expectEqual(
      ClickHouseAddress("localhost:8123/a.b").server.absoluteString, "http://localhost:8123/")
    try expectEqual(
      ClickHouseAddress("db.example/a.b").server.absoluteString, "https://db.example/")
  }

  @Test(arguments: [
    ("http://reader:secret@db.example/a.b", "takes no user or password"),
    ("http://reader@db.example/a.b", "takes no user or password"),
    ("http://db.example/a.b?max_memory_usage=0", "takes no settings"),
    ("http://db.example/a.b#x", "takes no settings"),
    ("http://db.example", "needs a server and a table"),
    ("http://db.example/", "needs a server and a table"),
    ("http://db.example/photos", "needs a server and a table"),
    ("http://db.example/a.b.c", "needs a server and a table"),
    ("http://db.example/.b", "needs a server and a table"),
    ("http://db.example/a.", "needs a server and a table"),
    ("http://db.example/a.b`; DROP TABLE x", "needs a server and a table"),
    ("http://db.example/a.b%60", "needs a server and a table"),
    ("http://db.example/a.b'", "needs a server and a table"),
    ("http://db.example/a.b\\", "needs a server and a table"),
    ("http://db.example/a.ü", "needs a server and a table"),
    ("ftp://db.example/a.b", "needs a server and a table"), ("", "needs a server and a table"),
    ("file:///a.b", "needs a server and a table"),
  ])
  func `an address without a table is refused`(
    address: (text: String, fault: String)
  ) {
    let fault = #expect(throws: Complaint.self) { try ClickHouseAddress(address.text) }
    #expect(fault?.words.hasPrefix("clickhouse: \(address.fault)") == true)
  }
}
