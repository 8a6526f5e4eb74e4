import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryClickHouse

/// The exact text of the queries.
@Suite struct ClickHouseQueryTests {
  private static let zone = TimeZone(identifier: "Europe/Vienna") ?? .gmt
  static let time = "ifNull(`taken`, toDateTime(0))"

  static func table(_ types: KeyValuePairs<String, String>) throws -> ClickHouseTable {
    try ClickHouseTable(
      try ClickHouseAddress("http://h:8123/gallery.photos"),
      rows: types.map { [.text($0.key), .text($0.value), .text(""), .text("")] })
  }

  static let columns: KeyValuePairs = [
    "id": "String", "title": "String", "description": "Nullable(String)", "author": "String",
    "camera": "LowCardinality(String)", "lens": "String", "taken": "Nullable(DateTime)",
    "width": "UInt32", "height": "UInt32", "size": "UInt64", "for_sale": "Nullable(UInt8)",
    "price": "Nullable(Decimal(18, 4))", "currency": "String", "licence": "String",
    "tags": "Array(String)", "places": "Array(String)", "path": "String", "rating": "Int8",
    "label": "String",
    "unrelated": "String",
  ]

  private func query(
    _ query: PhotoQuery = .everything, zone: TimeZone = ClickHouseQueryTests.zone
  ) throws -> ClickHouseQuery {
    ClickHouseQuery(try Self.table(Self.columns), query, zone: zone)
  }

  private func condition(_ filter: String, search: String? = nil) throws -> String {
    let expression = FilterReading(filter).expression
    try #require(filter.isEmpty || !expression.isEmpty)
    let count = try query(PhotoQuery(search: search, filter: expression)).count
    let head = "SELECT count() FROM `gallery`.`photos` WHERE "
    try #require(count.hasPrefix(head) && count.hasSuffix(" FORMAT JSONCompact"))
    return String(count.dropFirst(head.count).dropLast(" FORMAT JSONCompact".count))
  }

  /// Values as written in queries.
  private func text(_ value: String) -> String {
    "unhex('" + value.utf8.map { String(format: "%02X", $0) }.joined() + "')"
  }

  @Test func `a query without a filter has no condition`() throws {
    try expectEqual(query().count, "SELECT count() FROM `gallery`.`photos` FORMAT JSONCompact")
  }

  @Test func `text is searched without regard to case`() throws {
    try expectEqual(
      condition("camera:nikon"), "positionCaseInsensitiveUTF8(`camera`, \(text("nikon"))) > 0")
    try expectEqual(condition("camera:=Nikon"), "lowerUTF8(`camera`) = lowerUTF8(\(text("Nikon")))")
    try expectEqual(
      condition("-description:a|b"),
      "NOT ((positionCaseInsensitiveUTF8(ifNull(`description`, ''), \(text("a"))) > 0"
        + " OR positionCaseInsensitiveUTF8(ifNull(`description`, ''), \(text("b"))) > 0))")
    try expectEqual(
      condition("tag:sea"),
      "arrayExists(text -> positionCaseInsensitiveUTF8(text, \(text("sea"))) > 0, `tags`)")
    try expectEqual(
      condition("place:=Wien"),
      "arrayExists(text -> lowerUTF8(text) = lowerUTF8(\(text("Wien"))), `places`)")
    try expectEqual(condition("-title:*"), "NOT (notEmpty(`title`))")
    try expectEqual(condition("tag:*"), "arrayExists(text -> notEmpty(text), `tags`)")
    // There is no such column.
    try expectEqual(condition("alt:*"), "0")
    try expectEqual(condition("ext:JPG"), "substring(lowerUTF8(`path`), -4) = \(text(".jpg"))")
  }

  @Test func `a word is searched in every text`() throws {
    let columns = [
      "`title`", "ifNull(`description`, '')", "`author`", "`camera`", "`lens`", "`path`",
      "arrayStringConcat(`tags`, '\\n')", "arrayStringConcat(`places`, '\\n')",
    ]
    let word = columns.map { "positionCaseInsensitiveUTF8(\($0), \(text("sea"))) > 0" }
      .joined(separator: " OR ")

    try expectEqual(condition("sea"), "(\(word))")
    try expectEqual(condition("", search: "sea"), "(\(word))")
    try expectEqual(condition("", search: "sea sea, "), "(\(word)) AND (\(word))")
  }

  @Test func `labels are their words or their colours`() throws {
    let words = PhotoLabel.Color.green.words.map(text)
    #expect(words.contains(text("approved")) && words.contains(text("grün")))
    try expectEqual(
      condition("label:green"),
      "(positionCaseInsensitiveUTF8(`label`, \(text("green"))) > 0"
        + " OR lowerUTF8(`label`) IN (\(words.joined(separator: ", "))))")
  }

  @Test func `numbers are compared as integers`() throws {
    try expectEqual(condition("width:>4000"), "(`width` > 0 AND `width` > 4000)")
    try expectEqual(condition("width:<4000.5"), "(`width` > 0 AND `width` < 4001)")
    try expectEqual(
      condition("width:=4000.5"), "(`width` > 0 AND `width` BETWEEN 4001 AND 4000)")
    try expectEqual(
      condition("height:1..2.5"), "(`height` > 0 AND `height` BETWEEN 1 AND 2)")
    try expectEqual(condition("size:>=1.5kB"), "(`size` > 0 AND `size` >= 1500)")
    try expectEqual(condition("rating:0"), "(`rating` >= 0 AND `rating` BETWEEN 0 AND 0)")
    try expectEqual(condition("is:rejected"), "`rating` = -1")
    let area = "toUInt64(`width`) * toUInt64(`height`)"
    try expectEqual(condition("mp:>=12.5"), "(\(area) > 0 AND \(area) >= 12500000)")
    try expectEqual(condition("mp:<0.0000001"), "(\(area) > 0 AND \(area) < 1)")
    try expectEqual(
      condition("width:<999999999999999999"), "(`width` > 0 AND `width` < 999999999999999999)")
  }

  @Test func `prices are compared as decimals, exactly`() throws {
    let price = "ifNull(`price`, toDecimal64(0, 4))"
    let has = "NOT isNull(`price`) AND "
    try expectEqual(condition("price:<99.5"), "(\(has)\(price) < toDecimal64('99.5', 4))")
    try expectEqual(
      condition("price:50..100EUR"),
      "(\(has)\(price) BETWEEN toDecimal64('50', 4) AND toDecimal64('100', 4)"
        + " AND upper(`currency`) = \(text("EUR")))")
    let least = "toDecimal128('0.00001', 5)"
    try expectEqual(
      condition("price:0.00001"), "(\(has)\(price) BETWEEN \(least) AND \(least))")
    try expectEqual(
      condition("price:>999999999999999999"),
      "(\(has)\(price) > toDecimal128('999999999999999999', 4))")
  }

  @Test func `dates are moments of the local days, and bounds of the sort key`() throws {
    try expectEqual(
      condition("date:2017"),
      "(\(Self.time) >= toDateTime(1483225200) AND \(Self.time) < toDateTime(1514761200))")
    try expectEqual(condition("date:>=2017"), "(\(Self.time) >= toDateTime(1483225200))")
    // No DateTime is before 1970, and second 0 doesn't count as a date.
    try expectEqual(
      condition("date:<2017"),
      "(\(Self.time) >= toDateTime(1) AND \(Self.time) < toDateTime(1483225200))")
    try expectEqual(condition("date:<1960"), "0")
    try expectEqual(condition("date:>2150"), "0")
  }

  @Test func `what is for sale is 1, what is not is 0`() throws {
    try expectEqual(condition("sale:yes"), "ifNull(`for_sale` = 1, 0)")
    try expectEqual(
      condition("-sale:no|unstated"), "NOT ((ifNull(`for_sale` = 0, 0) OR isNull(`for_sale`)))")
  }

  @Test(
    arguments: [
      "'", "\\", "\\'", "''", "' OR 1=1 --", "\\' OR 1=1 --", "'); DROP TABLE photos; --", "`", "%",
      "\u{0}\n\u{1b}[31m", "日本", "{a:String}", "/* */", "\u{202E}", "unhex('41')",
    ])
  func `no value ends its literal`(value: String) throws {
    let conditions: [FilterCondition] =
      [FilterField.title, .tag, .id, .path, .fileExtension, .label, .licence].flatMap { field in
        [false, true].map { .text(field, [FilterTextValue(value, isWhole: $0)]) }
      } + [
        .anywhere([value]), .currency([value]),
        .price([FilterPriceValue(.equal(ExactDecimal(1)), currency: value)]),
      ]
    let table = try Self.table(Self.columns)
    for condition in conditions {
      let term = FilterTerm(condition)
      let made = ClickHouseQuery(
        table, PhotoQuery(search: value, filter: FilterExpression([term])), zone: .gmt
      ).count
      // What is left without the values is made of these alone, and has the quotes of this program.
      let rest = made.replacing(try Regex("unhex\\('[0-9A-F]*'\\)"), with: "")
        .replacing("''", with: "").replacing("'\\n'", with: "").replacing("'1'", with: "")
      #expect(!rest.contains("'"))
      #expect(!rest.contains("\\"))
      #expect(!rest.contains(";"))
      #expect(!rest.contains("DROP"))
      #expect(rest.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    }
  }

  // MARK: Orders

  @Test func `the newest photos are counted by weeks and requested with bounds`() throws {
    let query = try query()
    expectEqual(
      query.buckets,
      "SELECT toInt64(intDiv(toUInt32(\(Self.time)), 604800)), count() FROM `gallery`.`photos`"
        + " GROUP BY intDiv(toUInt32(\(Self.time)), 604800)"
        + " ORDER BY intDiv(toUInt32(\(Self.time)), 604800) DESC LIMIT 10000 FORMAT JSONCompact")

    let index = ClickHouseIndex(query.order, Self.weeks([2_900: 60, 2_899: 70, 2_890: 5]))
    let part = try #require(index.part(100..<135))
    expectEqual(
      query.positions(part),
      "SELECT toInt64(toUInt32(\(Self.time))), hex(`id`) FROM `gallery`.`photos`"
        + " WHERE (\(Self.time) >= toDateTime(1753315200) AND \(Self.time) <= toDateTime(1753919999)"
        + " OR \(Self.time) >= toDateTime(1747872000) AND \(Self.time) <= toDateTime(1748476799))"
        + " ORDER BY \(Self.time), `id` LIMIT 35 FORMAT JSONCompact")
    #expect(part.isReversed)
  }

  @Test func `a page begins after the last row of the previous one`() throws {
    let query = try query()
    let index = ClickHouseIndex(query.order, Self.weeks([2_900: 60, 2_899: 70]))
    let position: [ClickHouseValue] = [.time(1_754_000_000), ClickHouseValue("a'b")]
    let part = try #require(index.part(10..<20)).after(position, count: 10)
    #expect(
      query.positions(part).hasSuffix(
        " WHERE \(Self.time) >= toDateTime(1753920000) AND \(Self.time) <= toDateTime(1754524799)"
          + " AND \(Self.time) <= toDateTime(1754000000) AND (\(Self.time) < toDateTime(1754000000)"
          + " OR (\(Self.time) = toDateTime(1754000000) AND `id` < unhex('612762')))"
          + " ORDER BY \(Self.time) DESC, `id` DESC LIMIT 10 FORMAT JSONCompact"))
  }

  @Test(arguments: PhotoSort.Key.allCases)
  func `every order ends with the newest first`(key: PhotoSort.Key) throws {
    let newest = ClickHouseKey(expression: Self.time, kind: .time, isDescending: true)
    for isDescending in [false, true] {
      let sort = PhotoSort(key, isDescending: isDescending)
      let keys = try query(PhotoQuery(sort: sort)).order.keys
      expectEqual(keys.last, ClickHouseKey(expression: "`id`", kind: .text, isDescending: true))
      if sort != PhotoSort(.date) { expectEqual(keys.dropLast().last, newest) }
    }
  }

  @Test func `what orders go by`() throws {
    func order(_ name: String) throws -> [String] {
      try query(PhotoQuery(sort: PhotoSort(name: name))).order.keys.map { $0.ordering() }
    }
    let last = ["\(Self.time) DESC", "`id` DESC"]
    try expectEqual(order("-date"), last)
    try expectEqual(order("date"), ["(toUInt32(\(Self.time)) = 0)", Self.time, "`id` DESC"])
    try expectEqual(order("title"), ["(`title` = '')", "lowerUTF8(`title`)"] + last)
    try expectEqual(order("-title"), ["(`title` = '')", "lowerUTF8(`title`) DESC"] + last)
    try expectEqual(
      order("-price"),
      [
        "(isNull(`price`))", "if(`currency` = '', '~', `currency`)",
        "ifNull(`price`, toDecimal64(0, 4)) DESC",
      ] + last)
    try expectEqual(order("-size"), ["(`size` = 0)", "`size` DESC"] + last)
    try expectEqual(order("-rating"), ["`rating` DESC"] + last)
    try expectEqual(
      order("name"),
      [
        "(replaceRegexpOne(`path`, '^.*/', '') = '')",
        "lowerUTF8(replaceRegexpOne(`path`, '^.*/', ''))",
      ] + last)
  }

  @Test func `sections are the first key of an order`() throws {
    let month = try query(PhotoQuery(sort: PhotoSort(.price), grouping: .month))
    expectEqual(
      month.order.keys.prefix(3).map { $0.ordering() },
      [
        "(toUInt32(\(Self.time)) = 0)", "toYYYYMM(\(Self.time), 'Europe/Vienna') DESC",
        "(isNull(`price`))",
      ])
    let index = ClickHouseIndex(
      month.order,
      [
        ClickHouseBucket(values: [.integer(0), .integer(202_405)], count: 3),
        ClickHouseBucket(values: [.integer(1), .integer(197_001)], count: 2),
      ])
    expectEqual(
      month.sections(index.buckets),
      [
        PhotoSection(.date(year: 2024, month: 5, day: nil), start: 0, count: 3),
        PhotoSection(.unknown, start: 3, count: 2),
      ])
    // A month is asked for as a stretch of time.
    let part = try #require(index.part(0..<3))
    #expect(
      month.positions(part).contains(
        "\(Self.time) >= toDateTime(1714514400) AND \(Self.time) <= toDateTime(1717192799)"))

    let folders = try query(PhotoQuery(grouping: .folder))
    let found = ClickHouseIndex(
      folders.order,
      [ClickHouseBucket(values: [.integer(0), ClickHouseValue("2024/May")], count: 1)])
    expectEqual(
      folders.sections(found.buckets),
      [PhotoSection(.folder(Array("2024/May".utf8)), start: 0, count: 1)])
    try expectEqual(query(PhotoQuery(sort: PhotoSort(.title))).sections(index.buckets), nil)
  }

  @Test(arguments: [("GMT+0200", "Etc/GMT-2"), ("GMT-0330", "Etc/GMT+3"), ("GMT", "UTC")])
  func `a zone without a name is that of its hours`(zone: (name: String, server: String)) throws {
    let zoned = try query(
      PhotoQuery(grouping: .day), zone: try #require(TimeZone(identifier: zone.name)))
    expectEqual(zoned.order.keys[1].expression, "toYYYYMMDD(\(Self.time), '\(zone.server)')")
  }

  // MARK: The camera's clock

  private func clocked(_ query: PhotoQuery) throws -> ClickHouseQuery {
    ClickHouseQuery(
      try Self.table(["id": "String", "taken": "DateTime", "utc_offset": "Nullable(Int32)"]), query,
      zone: Self.zone)
  }

  private static let clock = [
    "if(toUInt32(`taken`) = 0, toInt64(0), greatest(toInt64(1), ",
    "if(abs(toInt64(ifNull(`utc_offset`, 54000))) <= 53999, ",
    "toInt64(toUInt32(`taken`)) + toInt64(ifNull(`utc_offset`, 54000)), ",
    "toInt64(toRelativeDayNum(`taken`, 'Europe/Vienna')) * 86400 + ",
    "toHour(`taken`, 'Europe/Vienna') * 3600 + ",
    "toMinute(`taken`, 'Europe/Vienna') * 60 + toSecond(`taken`, 'Europe/Vienna'))))",
  ].joined()

  /// The clock and the instant on one side of a time.
  private func since(_ seconds: Int) -> String {
    let earliest = seconds - 53_999
    return "\(Self.clock) >= \(seconds) AND `taken` >= toDateTime(\(earliest))"
  }

  private func until(_ seconds: Int, _ comparison: String = "<=") -> String {
    let latest = seconds + 53_999
    return "\(Self.clock) \(comparison) \(seconds) AND `taken` <= toDateTime(\(latest))"
  }

  @Test func `dates are in the order of the cameras' clocks, then of the instants`() throws {
    func order(_ sort: String?, _ grouping: PhotoGrouping? = nil) throws -> [String] {
      let sort = sort.flatMap { PhotoSort(name: $0) }
      return try clocked(PhotoQuery(sort: sort, grouping: grouping)).order.keys.map {
        $0.ordering()
      }
    }
    let undated = "(toUInt32(`taken`) = 0)"
    let newest = ["\(Self.clock) DESC", "`taken` DESC", "`id` DESC"]
    try expectEqual(order("-date"), newest)
    try expectEqual(order("date"), [undated, Self.clock, "`taken`", "`id` DESC"])
    try expectEqual(
      order(nil, .day), [undated, "toYYYYMMDD(toDateTime(\(Self.clock)), 'UTC') DESC"] + newest)
    // The table's own order, which others end with.
    try expectEqual(order(nil), ["`taken` DESC", "`id` DESC"])
    try expectEqual(
      order("title", .month),
      [
        undated, "toYYYYMM(toDateTime(\(Self.clock)), 'UTC') DESC", "`taken` DESC", "`id` DESC",
      ])
  }

  @Test func `what a clock showed is bounded by instants, which the server finds quickly`() throws {
    let query = try clocked(PhotoQuery(sort: PhotoSort(.date, isDescending: true)))
    let index = ClickHouseIndex(query.order, Self.weeks([2_900: 60, 2_899: 70]))
    let position: [ClickHouseValue] = [
      .integer(1_754_000_000), .time(1_753_992_800), ClickHouseValue("b"),
    ]
    let part = try #require(index.part(10..<20)).after(position, count: 10)

    let here = 1_754_000_000
    let instant = "`taken` <= toDateTime(1753992800)"
    let behind = [
      " WHERE \(since(1_753_920_000)) AND \(until(1_754_524_799)) AND \(until(here)) AND (",
      until(here, "<"), " OR (\(since(here)) AND \(until(here)) AND \(instant) AND (",
      "`taken` < toDateTime(1753992800)",
      " OR (`taken` = toDateTime(1753992800) AND `id` < unhex('62')))))",
      " ORDER BY \(Self.clock) DESC, `taken` DESC, `id` DESC LIMIT 10 FORMAT JSONCompact",
    ].joined()
    #expect(query.positions(part).hasSuffix(behind))
  }

  @Test func `a day is a day of the cameras' clocks`() throws {
    let year = "WHERE (\(since(1_483_228_800)) AND \(until(1_514_764_800, "<"))) FORMAT JSONCompact"
    let filter = FilterReading("date:2017").expression
    #expect(try clocked(PhotoQuery(filter: filter)).count.hasSuffix(year))
    let day = try clocked(PhotoQuery(grouping: .day))
    let index = ClickHouseIndex(
      day.order, [ClickHouseBucket(values: [.integer(0), .integer(20_240_531)], count: 3)])
    let part = try #require(index.part(0..<3))
    let places = day.positions(part)
    #expect(places.contains("\(since(1_717_113_600)) AND \(until(1_717_199_999))"))
  }

  // MARK: Other tables

  @Test func `no photo matches a filter on a missing column`() throws {
    let table = try Self.table(["id": "UInt64", "price": "Float64", "bytes": "UInt32"])
    func count(_ filter: String) -> String {
      ClickHouseQuery(
        table, PhotoQuery(filter: FilterReading(filter).expression), zone: .gmt
      ).count
    }
    let head = "SELECT count() FROM `gallery`.`photos` WHERE "
    for filter in [
      "camera:x", "tag:x", "x", "width:>0", "mp:>0", "rating:0", "is:rejected", "label:red",
      "ext:jpg", "currency:eur", "price:1EUR", "sale:yes", "iso:>1", "focal:50",
    ] {
      expectEqual(count(filter), head + "0 FORMAT JSONCompact")
    }
    expectEqual(count("sale:unstated"), head + "1 FORMAT JSONCompact")
    expectEqual(
      count("id:7"),
      head + "positionCaseInsensitiveUTF8(toString(`id`), unhex('37')) > 0 FORMAT JSONCompact")
    expectEqual(
      count("price:<2"),
      head
        + "(NOT `price` = 0 AND toDecimal64(`price`, 4) < toDecimal64('2', 4)) FORMAT JSONCompact")
    expectEqual(count("size:>2"), head + "(`bytes` > 0 AND `bytes` > 2) FORMAT JSONCompact")
    let unsorted = ClickHouseQuery(table, PhotoQuery(sort: PhotoSort(.title)), zone: .gmt).order
    expectEqual(unsorted.keys.map { $0.ordering() }, ["toDateTime(0) DESC", "toString(`id`) DESC"])
  }

  @Test func `a table without ids is refused`() throws {
    #expect(
      throws: PhotoSourceError.serviceFailed(
        source: "h:8123", message: "photos has no column id")
    ) { try Self.table(["name": "String"]) }
  }

  static func weeks(_ counts: KeyValuePairs<Int, Int>) -> [ClickHouseBucket] {
    counts.map { ClickHouseBucket(values: [.integer($0.key)], count: $0.value) }
  }
}

/// Where rows are, as the server counted them.
@Suite struct ClickHouseIndexTests {
  private static func order(_ query: PhotoQuery = .everything) throws -> ClickHouseOrder {
    ClickHouseQuery(
      try ClickHouseQueryTests.table(ClickHouseQueryTests.columns), query, zone: .gmt
    ).order
  }

  private let weeks = ClickHouseQueryTests.weeks([9: 10, 8: 20, 7: 100, 5: 30])

  @Test func `an empty list has no rows`() throws {
    let index = ClickHouseIndex(try Self.order(), [])
    expectEqual(index.total, 0)
    expectEqual(index.part(0..<1), nil)
  }

  /// Weeks, each by its first and its last second.
  private func window(_ first: Int, _ last: Int) -> [String] {
    let (time, week) = (ClickHouseQueryTests.time, 604_800)
    let named = [9, 8, 7, 5].filter { (last...first).contains($0) }.map { number in
      let (start, end) = (number * week, number * week + week - 1)
      return "\(time) >= toDateTime(\(start)) AND \(time) <= toDateTime(\(end))"
    }
    return [named.count == 1 ? named[0] : "(\(named.joined(separator: " OR ")))"]
  }

  @Test(arguments: [
    (0..<10, 9, 9, 0, false), (0..<11, 9, 8, 0, false), (9..<10, 9, 9, 0, true),
    (10..<11, 8, 8, 0, false), (40..<50, 7, 7, 10, false), (115..<125, 7, 7, 5, true),
    (75..<140, 7, 5, 20, true), (159..<160, 5, 5, 0, true), (0..<160, 9, 5, 0, false),
  ])
  func `rows are found in the buckets that contain them, from the nearer end`(
    rows: Range<Int>, first: Int, last: Int, offset: Int, isReversed: Bool
  ) throws {
    let index = ClickHouseIndex(try Self.order(), weeks)
    expectEqual(index.total, 160)
    expectEqual(
      index.part(rows),
      ClickHousePart(
        conditions: window(first, last), count: rows.count, offset: offset, isReversed: isReversed))
  }

  @Test func `many weeks are bounded by the first and the last one`() throws {
    let weeks = (0..<101).map { ClickHouseBucket(values: [.integer(200 - $0)], count: 1) }
    let part = try #require(ClickHouseIndex(try Self.order(), weeks).part(0..<101))
    let time = ClickHouseQueryTests.time
    expectEqual(
      part.conditions,
      ["\(time) <= toDateTime(121564799)", "\(time) >= toDateTime(60480000)"])
  }

  @Test func `what follows the counted buckets is found behind the last one`() throws {
    let rating = try Self.order(PhotoQuery(sort: PhotoSort(.rating)))
    let index = ClickHouseIndex(
      rating, [ClickHouseBucket(values: [.integer(5)], count: 10)], total: 1_000)
    expectEqual(index.total, 1_000)
    expectEqual(
      index.part(5..<20), ClickHousePart(conditions: ["`rating` >= 5"], count: 15, offset: 5))
    expectEqual(
      index.part(990..<2_000),
      ClickHousePart(conditions: ["`rating` > 5"], count: 10, isReversed: true))
    expectEqual(
      ClickHouseIndex(rating, [], total: 7).part(2..<4),
      ClickHousePart(conditions: [], count: 2, offset: 2))
  }
}
