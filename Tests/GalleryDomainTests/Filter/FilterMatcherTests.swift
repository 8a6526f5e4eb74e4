import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

struct FilterMatcherTests {
  private static let photos = {
    var photos = listed
    photos[0].copyright = "© A. Lens"
    photos[1].altText = "A gull above a wave"
    photos[2].isFileName = true
    return photos
  }()

  private static let listed = [
    Photo(
      id: "2017/a.jpg", name: "Öffnung", description: "Two people\nat the lake",
      camera: "NIKON D500",
      lens: "50mm F1.8", exposure: Exposure(focalLength: "50.0", iso: "100"), author: "A. Lens",
      // 2017-12-31 23:30 UTC, 2018 in Vienna.
      createdAt: Date(timeIntervalSince1970: 1_514_763_000), saleStatus: .forSale,
      price: Price(amount: "99.90", currency: "EUR"), licence: Licence(name: "CC BY 4.0"),
      width: 6000, height: 4000, tags: ["sea", "Open Water"], places: ["Krems", "Österreich"]),
    Photo(
      id: "b", name: "seagull", camera: "Canon EOS 5D", exposure: Exposure(iso: "6400"),
      createdAt: Date(timeIntervalSince1970: 1_506_816_000), saleStatus: .forSale,
      price: Price(amount: "100", currency: "USD"), tags: ["seaside"]),
    Photo(id: "c", name: "harbour", dateText: "about 1890", saleStatus: .notForSale),
    Photo(id: "d", name: "ＷＩＤＥ", price: Price(amount: "9.5", currency: nil), width: 1, height: 1),
  ]

  private func found(
    _ filter: String, among photos: [Photo] = Self.photos, zone: TimeZone = .gmt
  ) -> String {
    let reading = FilterReading(filter)
    expectEqual(reading.faults, [])
    let matcher = FilterMatcher(reading.expression, zone: zone)
    return photos.filter(matcher.matches).compactMap { $0.id.first.map(String.init) }.joined()
      .replacingOccurrences(of: "2", with: "a")
  }

  @Test(
    arguments: [
      ("", "abcd"), ("offnung", "a"), ("LAKE", "a"), ("wide", "d"), ("sea", "ab"),
      ("sea -gull", "a"),
      ("\"people\nat\"", "a"), ("lens", "a"), ("camera:nikon", "a"), ("camera:nikon|canon", "ab"),
      ("-camera:nikon", "bcd"), ("camera:=\"nikon d500\"", "a"), ("camera:=nikon", ""),
      ("tag:sea", "ab"),
      ("tag:=sea", "a"), ("tag:=\"open water\"", "a"), ("title:sea", "b"), ("author:lens", "a"),
      ("lens:50mm", "a"), ("place:osterreich", "a"), ("city:=krems", "a"), ("place:=reich", ""),
      ("krems", "a"), ("licence:by", "a"), ("id:2017/", "a"),
      ("description:\"two people\"", "a"), ("creator:*", "a"), ("-keyword:*", "cd"),
      ("alt:wave", "b"), ("wave", "b"), ("-alt:*", "acd"), ("copyright:lens", "a"),
      // A name that is the file's is no title, but is found as one.
      ("title:*", "abd"), ("-title:*", "c"), ("title:harbour", "c"), ("title:*|harbour", "abcd"),
    ])
  func `words and fields match regardless of case, accents and width`(
    filter: String, ids: String
  ) {
    expectEqual(found(filter), ids)
  }

  @Test(
    arguments: [
      ("path:holiday", "a"), ("path:2024/", "ab"), ("ext:jpg", "ab"), ("ext:.JPG|heic", "abc"),
      ("ext:jp", ""), ("size:>5MB", "a"), ("size:..2mb", "bc"), ("size:1.5kB", "c"),
      ("size:1500", "c"), ("-size:<1GB", "d"), ("holiday", "a"), ("file:a.jpg", "a"),
      ("bytes:>1k", "abc"), ("lake.jpg", ""),
    ])
  func `files are found by path, extension and size`(filter: String, ids: String) {
    func photo(_ id: String, _ path: String, _ size: Int) -> Photo {
      Photo(
        id: path, name: id,
        file: FileReference(path: Array("/home/lake.jpg/\(path)".utf8)),
        fileSize: size)
    }
    let photos = [
      photo("a", "2024/Holiday/a.jpg", 6_000_000), photo("b", "2024/b.JPG", 2_000_000),
      photo("c", "c.heic", 1_500), Photo(id: "d", name: "d"),
    ]
    let reading = FilterReading(filter)
    expectEqual(reading.faults, [])
    let matcher = FilterMatcher(reading.expression, zone: .gmt)
    expectEqual(photos.filter(matcher.matches).map(\.name).joined(), ids)
    // Its printed form means the same.
    expectEqual(FilterReading(reading.expression.description).expression, reading.expression)
  }

  @Test(
    arguments: [
      ("price:<100", "ad"), ("price:<=100", "abd"), ("price:99.9", "a"), ("price:99.90", "a"),
      ("price:>99.899999999999999", "ab"), ("price:<100EUR", "a"), ("price:..200usd", "b"),
      ("price:9.5", "d"), ("price:1..100 currency:eur", "a"), ("-price:<1000", "c"),
      ("currency:eur|usd", "ab"),
      ("-currency:eur", "bcd"), ("sale:yes", "ab"), ("sale:no|unstated", "cd"), ("iso:>=800", "b"),
      ("iso:100", "a"), ("focal:50", "a"), ("width:>5999", "a"), ("height:4000", "a"),
      ("mp:24", "a"),
      ("mp:>12", "a"), ("megapixels:0.000001", "d"), ("mp:<0.000001", ""),
    ])
  func `numbers are compared exactly, and prices within a currency if one is given`(
    filter: String, ids: String
  ) {
    expectEqual(found(filter), ids)
  }

  @Test(arguments: [
    ("rating:>=3", "ae"), ("rating:0", "bd"), ("rating:<3", "bd"), ("rating:1..4", "a"),
    ("stars:5", "e"), ("-rating:>=3", "bcd"), ("is:rejected", "c"), ("-is:rejected", "abde"),
    ("label:red", "ad"), ("label:select", "d"), ("label:green|win", "be"), ("-label:red", "bce"),
    ("color:GREEN", "b"),
  ])
  func
    `no rating counts as zero stars, a rejected photo has no number, and a label matches its colour`(
      filter: String, ids: String
    )
  {
    let photos = [
      Photo(id: "a", name: "", rating: 3, label: PhotoLabel(.red)),
      Photo(id: "b", name: "", label: PhotoLabel("green")),
      Photo(id: "c", name: "", rating: PhotoRating.rejected),
      Photo(id: "d", name: "", rating: 0, label: PhotoLabel("Select")),
      Photo(id: "e", name: "", rating: 5, label: PhotoLabel("Winner")),
    ]
    expectEqual(found(filter, among: photos), ids)
  }

  @Test(arguments: [
    ("date:1966", "ym"), ("date:1966-07", "m"), ("date:1966-07-01", ""), ("date:<1966", ""),
    ("date:<1967", "ym"), ("date:>1965", "ym"), ("date:>=1966-07", "m"), ("date:1960..1969", "ym"),
    ("-date:1966", "w"),
  ])
  func `if only the year of a photo is known, all of it has to be in the range`(
    filter: String, ids: String
  ) {
    let photos = [
      Photo(id: "y", name: "", dateText: "1966"), Photo(id: "m", name: "", dateText: "1966-07"),
      Photo(id: "w", name: "", dateText: "about 1966"),
    ]
    expectEqual(found(filter, among: photos), ids)
  }

  @Test(
    arguments: [
      ("date:2017", "ab"), ("date:2017-12", "a"), ("date:2017-12-31", "a"),
      ("date:2017-10-01", "b"),
      ("date:<2017-10", ""), ("date:<=2017-10", "b"), ("date:>2017-10", "a"),
      ("date:>=2017-10", "ab"),
      ("date:2016..2017-11", "b"), ("date:2017-10-01..", "ab"), ("date:..2017-10-01", "b"),
      ("date:>2017", ""), ("date:>5000", ""), ("date:<5000", "ab"), ("-date:<9999", "cd"),
    ])
  func `dates are days in the local time zone, and a photo without a date matches none`(
    filter: String, ids: String
  ) {
    expectEqual(found(filter), ids)
  }

  @Test func `a photo from the last hour of a year belongs to the next year further east`() throws {
    let vienna = try #require(TimeZone(secondsFromGMT: 3_600))

    expectEqual(found("date:2017", zone: vienna), "b")
    expectEqual(found("date:2018-01-01", zone: vienna), "a")
  }

  @Test func `absurdly large numbers match nothing and do no harm`() {
    let photo = Photo(
      id: "x", name: "x", exposure: Exposure(focalLength: "…", iso: "99999999999999999999999"),
      createdAt: Date(timeIntervalSince1970: .infinity), width: .max, height: .max)
    for text in ["iso:>0", "focal:>0", "mp:>0", "date:0001..9999", "width:<1"] {
      let matcher = FilterMatcher(FilterReading(text).expression, zone: .gmt)
      #expect(!matcher.matches(photo), "\(text)")
    }
    let negative = Photo(id: "x", name: "x", width: -1, height: .min)
    #expect(!FilterMatcher(FilterReading("mp:>=0").expression, zone: .gmt).matches(negative))
  }

  @Test(arguments: [
    ("date:2026-01-12", true), ("date:2026-01-13", false), ("date:<2026-01-13", true),
    ("date:>=2026-01-13", false), ("date:2026-01-12..2026-01-13", true), ("-date:2026-01-13", true),
  ])
  func `a day is that of the camera's clock if it is known`(filter: String, matches: Bool) throws {
    // 12 January, 21:38 in California; 13 January, 05:38 in UTC.
    var photo = Photo(
      id: "1", name: "a", createdAt: Date(timeIntervalSince1970: 1_768_282_680), utcOffset: -28_800)
    expectEqual(found(filter, among: [photo]), matches ? "1" : "")

    photo.utcOffset = nil
    let vienna = try #require(TimeZone(secondsFromGMT: 3_600))
    expectEqual(found("date:2026-01-13", among: [photo], zone: vienna), "1")
  }
}
