import Foundation
import GalleryDomain
import GalleryTestSupport

/// Photos as folders have them, and queries, in all combinations.
struct RowPhotos {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  mutating func some<Value>(_ values: [Value]) -> Value? {
    Bool.random(using: &random) ? values.randomElement(using: &random) : nil
  }

  mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private static let texts = [
    "", "Bog", "bog in the sea", "Élan 2", "élan 10", "日本", "a\u{301}", "100%_\\ ?", "sea",
    "SEA\u{2014}bog",
    "ÅNGSTRÖM", "한국", "ﬁn", "x\u{200D}y", String(repeating: "long ", count: 60),
  ]

  private mutating func text() -> String? { some(Self.texts) }

  mutating func photos(_ count: Int) -> [Photo] {
    (0..<count).map { photo($0) }
      .sorted {
        let (one, other) = (Array($0.id.utf8), Array($1.id.utf8))
        let keys = (PhotoOrdering.pathKey(one[...]), PhotoOrdering.pathKey(other[...]))
        return keys.0 == keys.1
          ? one.lexicographicallyPrecedes(other) : keys.0.lexicographicallyPrecedes(keys.1)
      }
  }

  private mutating func photo(_ number: Int) -> Photo {
    let folder = one(["", "b/", "b/c/", "B/", "é/", "b/sea/"])
    let path = "\(folder)\(one(["IMG_", "bog", "z 0"]))\(number).\(one(["JPG", "cr2", "jpg"]))"
    var photo = Photo(id: path, name: text() ?? "IMG_\(number)")
    photo.file = FileReference(path: "/pictures/\(path)")
    photo.isUntitled = Bool.random(using: &random)
    photo.description = text()
    photo.camera = some(["NIKON D500", "Canon EOS 5D", "canon EOS 5D", "Canon EOS 10D", ""])
    photo.lens = text()
    photo.author = text()
    photo.exposure = Exposure(
      focalLength: some(["50 mm", "18.5", "f"]), aperture: nil, shutterSpeed: nil,
      iso: some(["100", "6400", "ISO"]))
    photo.createdAt = some([
      0.0, -1e9, 86_399.5, 1e9, 1e9 + 0.25, 1.5e9, 1_509_238_800, 1_509_242_400,
    ]).map(Date.init(timeIntervalSince1970:))
    photo.isFileDate = photo.createdAt != nil && Bool.random(using: &random)
    photo.utcOffset = some([0, 3_600, -28_800, Photo.utcOffsets.upperBound])
    photo.dateText = some(["1966", "1966-07", "1966-07-31", "about 1890"])
    photo.fileSize = some([0, 1, 5_000_000, .max])
    photo.rating = some([PhotoRating.rejected, 0, 1, 5])
    photo.label = some(["Red", "red", "violet", "To Do", "x"]).flatMap { PhotoLabel($0) }
    photo.saleStatus = some([.forSale, .notForSale]) ?? .unstated
    photo.price = some([
      Price(amount: "9.50", currency: "EUR"), Price(amount: "10", currency: "EUR"),
      Price(amount: "9.5", currency: "EUR"), Price(amount: "9", currency: "USD"),
      Price(amount: "1", currency: nil), Price(amount: "999999999999999999", currency: "EUR"),
    ]).flatMap(\.self)
    photo.licence = some([Licence(name: "CC0"), Licence(name: "cc0"), Licence(name: "")])
    photo.width = some([0, 1, 6_000])
    photo.height = some([1, 4_000])
    for _ in 0..<Int.random(in: 0...3, using: &random) { photo.tags.append(text() ?? "sea") }
    photo.places = some([["Bog", "Élan"], ["Élan"], [""], ["Washington, D.C.", "USA"]]) ?? []
    return photo
  }

  // MARK: Queries

  private mutating func word() -> String {
    one(
      Self.texts.filter { $0.count < 20 } + [
        "b", "b/", "b/i", "/", "b/c/img_1", "ea", "img", "e", "cr2", "nikon", "한", "-",
      ])
  }

  private mutating func values<Value>(_ value: (inout RowPhotos) -> Value) -> [Value] {
    (0..<one([1, 1, 2])).map { _ in value(&self) }
  }

  private mutating func comparison<Value>(
    _ value: (inout RowPhotos) -> Value
  ) -> FilterComparison<Value> {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .equal(value(&self))
    case 1: .less(value(&self))
    case 2: .atMost(value(&self))
    case 3: .more(value(&self))
    case 4: .atLeast(value(&self))
    default: .between(value(&self), value(&self))
    }
  }

  private mutating func number() -> ExactDecimal {
    ExactDecimal(one(["0", "1", "5", "9.5", "50", "18.5", "100", "6000", "4000", "24", "0.006"]))
      ?? ExactDecimal(0)
  }

  private mutating func condition() -> FilterCondition {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: return .anywhere(values { $0.word() })
    case 2, 3, 4:
      let field = one([
        FilterField.title, .description, .author, .camera, .lens, .tag, .place, .licence, .id,
        .label, .path, .path, .fileExtension,
      ])
      return .text(
        field,
        values { it in
          FilterTextValue(
            it.one([it.word(), it.word(), "b/", "Canon EOS 5D", "red", "jpg"]),
            isWhole: Bool.random(using: &it.random))
        })
    case 5:
      let field = one([FilterField.iso, .focal, .width, .height, .megapixels, .rating, .size])
      return .number(field, values { it in it.comparison { $0.number() } })
    case 6:
      return .price(
        values { it in
          FilterPriceValue(it.comparison { $0.number() }, currency: it.some(["EUR", "USD"]))
        })
    case 7: return .currency(values { $0.one(["EUR", "USD"]) })
    case 8:
      return .date(
        values { it in
          it.comparison { it in
            DatePeriod(
              it.one(["1970", "1970-01-01", "1966", "1966-07", "2001-09-09", "2017-10-29", "2017"]))
              ?? .first
          }
        })
    default:
      return Bool.random(using: &random)
        ? .sale(values { $0.one([.forSale, .notForSale, .unstated]) })
        : .state(values { $0.one([.rejected, .selected]) })
    }
  }

  mutating func query() -> PhotoQuery {
    let terms = (0..<one([0, 1, 1, 2])).map { _ in
      FilterTerm(condition(), isNegated: one([true, false, false]))
    }
    return PhotoQuery(
      search: one([nil, nil, word(), "\(word()) \(word())"]),
      filter: FilterExpression(terms),
      sort: some(PhotoSort.Key.allCases).map {
        PhotoSort($0, isDescending: Bool.random(using: &random))
      },
      grouping: one([nil, nil] + PhotoGrouping.allCases))
  }
}

extension DatePeriod {
  static let first: DatePeriod = {
    guard let period = DatePeriod(year: 1) else { preconditionFailure("The first year") }
    return period
  }()
}
