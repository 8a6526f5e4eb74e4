import Foundation
import GalleryDomain
import GalleryTestSupport

/// Photos of a folder, and queries, in all combinations.
extension RandomPhotos {
  mutating func photos(_ count: Int) -> [Photo] {
    (0..<count).map { photo($0) }
      .sorted {
        let (one, other) = (Array($0.id.utf8), Array($1.id.utf8))
        let keys = (PhotoOrdering.pathKey(one[...]), PhotoOrdering.pathKey(other[...]))
        return keys.0 == keys.1
          ? one.lexicographicallyPrecedes(other) : keys.0.lexicographicallyPrecedes(keys.1)
      }
  }

  // MARK: Queries

  private mutating func word() -> String {
    one(
      Self.texts.filter { $0.count < 20 } + [
        "b", "b/", "b/i", "/", "b/c/img_1", "ea", "img", "e", "cr2", "nikon", "한", "-",
      ])
  }

  private mutating func values<Value>(_ value: (inout RandomPhotos) -> Value) -> [Value] {
    (0..<one([1, 1, 2])).map { _ in value(&self) }
  }

  private mutating func comparison<Value>(
    _ value: (inout RandomPhotos) -> Value
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
