import ExpectationSupport
import Foundation
import Testing

@testable import GalleryDomain

struct PhotoOrderingTests {
  private static func priced(_ id: String, _ amount: String, _ currency: String?) -> Photo {
    Photo(id: id, name: id, price: Price(amount: amount, currency: currency))
  }

  private static let marked = [
    Photo(id: "a", name: "", rating: 2, label: PhotoLabel("winner")),
    Photo(id: "b", name: "", label: PhotoLabel(.blue)), Photo(id: "c", name: "", rating: 5),
    Photo(id: "d", name: "", rating: PhotoRating.rejected, label: PhotoLabel("SELECT")),
    Photo(id: "e", name: "", rating: 0, label: PhotoLabel(.red)),
  ]

  /// The ids in the order of a name, and the other way round.
  private static let cases: [(name: String, sort: String, photos: [Photo], ids: [String])] = [
    (
      "titles are in natural order, untitled photos come last", "title",
      [
        Photo(id: "a", name: Photo.untitled, isUntitled: true), Photo(id: "b", name: "IMG 10"),
        Photo(id: "c", name: "img 9"), Photo(id: "d", name: "Älpler"),
        Photo(id: "e", name: "img 9"),
      ], ["cebda", "dbcea"]
    ),
    (
      "photos without a date come last", "date",
      [
        Photo(id: "a", name: "a"),
        Photo(id: "b", name: "b", createdAt: Date(timeIntervalSince1970: 5)),
        Photo(id: "c", name: "c", createdAt: Date(timeIntervalSince1970: 1)),
        Photo(id: "d", name: "d", createdAt: Date(timeIntervalSince1970: 5)),
      ], ["cbda", "bdca"]
    ),
    (
      "a year counts from its beginning, and text does not count as a date", "date",
      [
        Photo(id: "a", name: "a", dateText: "about 1890"),
        Photo(id: "b", name: "b", dateText: "1966"),
        Photo(id: "c", name: "c", createdAt: Date(timeIntervalSince1970: -200_000_000)),
        Photo(id: "d", name: "d", dateText: "1966-07"), Photo(id: "e", name: "e", dateText: "1963"),
      ], ["ecbda", "dbcea"]
    ),
    (
      "prices are sorted within their currency and never converted", "price",
      [
        Photo(id: "a", name: "a"), priced("b", "5", "USD"), priced("c", "1000", "EUR"),
        priced("d", "9.5", "EUR"), priced("e", "9.50", "EUR"), priced("f", "1", nil),
        priced("g", "40", "USD"),
      ], ["decbgfa", "cdegbfa"]
    ),
    ("ratings go from rejected to five stars", "rating", marked, ["dbeac", "cabed"]),
    ("labels go from red to purple", "label", marked, ["debac", "abdec"]),
    (
      "cameras are grouped in the source's order of photos", "camera",
      [
        Photo(id: "a", name: "a", camera: "nikon d90"), Photo(id: "b", name: "b"),
        Photo(id: "c", name: "c", camera: "NIKON D500"),
        Photo(id: "d", name: "d", camera: "Nikon D90"), Photo(id: "e", name: "e", camera: ""),
      ], ["adcbe"]
    ),
    ("no photos", "price", [], [""]),
    ("one photo", "camera", [Photo(id: "a", name: "a")], ["a", "a"]),
  ]

  @Test(arguments: cases.map(\.name))
  func `photos are sorted`(_ name: String) throws {
    let (_, key, photos, expected) = try #require(Self.cases.first { $0.name == name })
    for (name, ids) in zip([key, "-\(key)"], expected) {
      let sort = try #require(PhotoSort(name: name))
      expectEqual(
        PhotoOrdering(sort: sort).arranged(photos).order.map { photos[$0].id }.joined(), ids)
    }
    #expect(PhotoSort(name: "colour") == nil && PhotoSort(name: "--date") == nil)
  }

  private static let minutes = 60.0

  /// A clock time in minutes, and how many minutes the clock is ahead of UTC.
  private func photo(_ id: String, _ shown: Double, offset: Double?) -> Photo {
    Photo(
      id: id, name: id,
      createdAt: Date(timeIntervalSince1970: (shown - (offset ?? 0)) * Self.minutes),
      utcOffset: offset.map { Int($0 * Self.minutes) })
  }

  @Test func `dates are ordered by the camera's clock, then by the instant`() {
    // Taken at c, b, a, d; a flight to the west between b and d.
    let photos = [
      photo("a", 720, offset: -480), photo("b", 720, offset: 60), photo("c", 719, offset: 60),
      photo("d", 721, offset: -480), photo("e", 720, offset: nil),
    ]
    func order(_ sort: PhotoSort) -> String {
      PhotoOrdering(sort: sort, zone: .gmt).arranged(photos).order.map { photos[$0].id }.joined()
    }
    expectEqual(order(PhotoSort(.date)), "cbead")
    expectEqual(order(PhotoSort(.date, isDescending: true)), "daebc")
  }

  @Test func `photos with and without an offset have one order, whatever order they arrive in`() {
    var generator = SystemRandomNumberGenerator()
    let zone = TimeZone(identifier: "Europe/Vienna") ?? .gmt
    // Around the night when clocks go back, when the zone shows one hour twice.
    let start = 1_761_440_400.0
    for _ in 0..<200 {
      let photos = (0..<12).map { number in
        Photo(
          id: "\(number)", name: "",
          createdAt: Date(timeIntervalSince1970: start + 1_800 * Double(Int.random(in: 0..<8))),
          utcOffset: [nil, nil, -28_800, 3_600, 7_200].randomElement(using: &generator) ?? nil)
      }
      let ordering = PhotoOrdering(sort: PhotoSort(.date), zone: zone)
      let isBefore = photos.map { one in
        // The later of two photos comes first only if its key is smaller.
        photos.map { other in ordering.arranged([other, one]).order == [1, 0] }
      }
      for one in photos.indices {
        #expect(!isBefore[one][one])
        for other in photos.indices where isBefore[one][other] {
          #expect(!isBefore[other][one])
          #expect(photos.indices.allSatisfy { isBefore[one][$0] || isBefore[$0][other] })
        }
      }
      let sorted = ordering.arranged(photos).order.map { photos[$0] }
      let clocks = sorted.compactMap { $0.clockTime(in: zone) }
      expectEqual(clocks, clocks.sorted())
      // Days stay together.
      let (order, sections) = PhotoOrdering(
        sort: PhotoSort(.date), grouping: .day, zone: zone
      ).arranged(photos)
      expectEqual(order.map { photos[$0].clockTime(in: zone) }, clocks)
      expectEqual(Set(sections.map(\.key)).count, sections.count)
    }
  }

  @Test(arguments: [1e300, -1e300, .infinity, .nan]) func `a date far out of range can be sorted`(
    seconds: Double
  ) {
    let photos = [
      Photo(id: "a", name: "a", createdAt: Date(timeIntervalSince1970: seconds)),
      photo("b", 5, offset: nil), photo("c", 3, offset: nil),
    ]
    let order = PhotoOrdering(sort: PhotoSort(.date), zone: .gmt).arranged(photos).order
    expectEqual(order.filter { $0 > 0 }, [2, 1])
  }

  private func file(_ path: String, size: Int? = nil) -> Photo {
    Photo(
      id: path, name: path, file: FileReference(path: Array("/p/\(path)".utf8)),
      fileSize: size)
  }

  @Test func `files are sorted by name, by size, and by folder and name`() throws {
    let photos = [
      file("b/2.jpg", size: 30), file("10.jpg", size: 7), file("9.jpg"),
      file("b/a/1.jpg", size: 7), file("B.jpg", size: 100), file("a/3.jpg", size: 8),
    ]
    func ids(_ name: String) throws -> [String] {
      let sort = try #require(PhotoSort(name: name))
      return PhotoOrdering(sort: sort).arranged(photos).order.map { photos[$0].id }
    }

    try expectEqual(ids("name"), ["b/a/1.jpg", "b/2.jpg", "a/3.jpg", "9.jpg", "10.jpg", "B.jpg"])
    try expectEqual(ids("-size"), ["B.jpg", "b/2.jpg", "a/3.jpg", "10.jpg", "b/a/1.jpg", "9.jpg"])
    try expectEqual(ids("path"), ["9.jpg", "10.jpg", "B.jpg", "a/3.jpg", "b/2.jpg", "b/a/1.jpg"])
  }

  private func sections(
    _ photos: [Photo], by grouping: PhotoGrouping, sort: String? = nil
  ) -> (ids: String, sections: [PhotoSection]) {
    let ordering = PhotoOrdering(
      sort: sort.flatMap(PhotoSort.init(name:)), grouping: grouping, zone: .gmt)
    let (order, sections) = ordering.arranged(photos)
    return (order.map { photos[$0].id }.joined(), sections)
  }

  @Test func `photos are grouped by day, the latest day first, those without a date last`() {
    let day = 86_400.0
    let photos = [
      Photo(id: "a", name: "b", createdAt: Date(timeIntervalSince1970: 10 * day + 5)),
      Photo(id: "b", name: "a", createdAt: Date(timeIntervalSince1970: 40 * day)),
      Photo(id: "c", name: "c", dateText: "1890"),
      Photo(id: "d", name: "a", createdAt: Date(timeIntervalSince1970: 10 * day)),
    ]

    let days = sections(photos, by: .day)
    expectEqual(days.ids, "badc")
    expectEqual(
      days.sections,
      [
        PhotoSection(.date(year: 1970, month: 2, day: 10), start: 0, count: 1),
        PhotoSection(.date(year: 1970, month: 1, day: 11), start: 1, count: 2),
        PhotoSection(.unknown, start: 3, count: 1),
      ])
    // The order within a day is that of the sort; oldest first also reverses the days.
    expectEqual(sections(photos, by: .day, sort: "title").ids, "bdac")
    expectEqual(sections(photos, by: .month, sort: "date").ids, "dabc")
    expectEqual(
      sections(photos, by: .month).sections.first?.key, .date(year: 1970, month: 2, day: nil))
  }

  @Test func `the day of a photo is that of the camera's clock`() {
    // 12 January, 21:38 in California; 13 January, 05:38 in UTC.
    let date = Date(timeIntervalSince1970: 1_768_282_680)
    let photos = [
      Photo(id: "a", name: "a", createdAt: date, utcOffset: -28_800),
      Photo(id: "b", name: "b", createdAt: date), Photo(id: "c", name: "c", createdAt: date),
      Photo(id: "d", name: "d", createdAt: date - 86_400, utcOffset: 0),
    ]
    let days = sections(photos, by: .day)
    expectEqual(days.ids, "bcad")
    expectEqual(
      days.sections,
      [
        PhotoSection(.date(year: 2026, month: 1, day: 13), start: 0, count: 2),
        PhotoSection(.date(year: 2026, month: 1, day: 12), start: 2, count: 2),
      ])
  }

  @Test
  func
    `folders keep the source's order, cameras are in natural order, the best ratings come first`()
    throws
  {
    var photos = [file("z/1.jpg"), file("a/1.jpg"), file("z/2.jpg"), file("b.jpg")]
    photos[0].camera = "NIKON D10"
    photos[1].camera = "nikon D9"
    photos[3].rating = 5
    photos[1].rating = PhotoRating.rejected

    expectEqual(
      sections(photos, by: .folder).sections.map(\.key),
      [.folder(Array("z".utf8)), .folder(Array("a".utf8)), .folder([])])
    expectEqual(sections(photos, by: .folder, sort: "-name").ids, "z/2.jpgz/1.jpga/1.jpgb.jpg")
    expectEqual(
      sections(photos, by: .camera).sections.map(\.key),
      [.camera("nikon D9"), .camera("NIKON D10"), .unknown])
    expectEqual(
      sections(photos, by: .rating).sections.map(\.key), [.rating(5), .rating(0), .rating(-1)])
  }
}
