import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

/// Whatever is printed parses to the same value.
struct FilterPropertyTests {
  private static let pieces: [String] = [
    "a", "sea", "-", "--", "\"", "\\", "\\\"", "|", "||", ":", "=", "<", "<=", ">", "..", ".", " ",
    "  ",
    "\t", "\n", "\u{A0}", "\u{3000}", "camera", "camera:", "price:", "date:", "sale:", "tag:=",
    "currency:",
    "title:\"", "iso:", "foo:", "2017", "2017-10", "100", "9.50", "EUR", "eur", "yes", "é",
    "e\u{301}",
    "\u{301}", "\u{338}", "東京", "👩‍👧", "\u{FFFD}", "\u{200B}", "\u{0}", "\u{1B}", "\r\n", "ß", "İ",
  ]

  @Test(arguments: 0..<60)
  func `a random text and its normal form parse to the same filter, without faults`(seed: UInt64) {
    var generator = SplitMix64(state: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 0...14, using: &generator)
      let text = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
        .joined()

      let expression = FilterReading(text).expression
      let again = FilterReading(expression.description)

      expectEqual(again.expression, expression, "\(text.debugDescription) → \(expression)")
      expectEqual(again.faults, [], "\(text.debugDescription) → \(expression)")
      expectEqual(again.expression.description, expression.description)
    }
  }

  @Test(arguments: 0..<60)
  func `every expression can be parsed from its description`(seed: UInt64) throws {
    var generator = SplitMix64(state: 1_000 + seed)
    for _ in 0..<200 {
      let terms = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        FilterTerm(condition(&generator), isNegated: Bool.random(using: &generator))
      }
      let expression = FilterExpression(terms)

      let reading = FilterReading(expression.description)

      expectEqual(reading.expression, expression, "\(expression)")
      expectEqual(reading.faults, [])
    }
  }

  @Test(arguments: 0..<40)
  func `any bytes can be parsed, matched and completed`(seed: UInt64) {
    var generator = SplitMix64(state: 7_000 + seed)
    let photo = Photo(id: "1", name: "Öffnung", camera: "NIKON", createdAt: .distantFuture)
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
      let text = String(decoding: bytes, as: UTF8.self)

      let reading = FilterReading(text)
      _ = FilterMatcher(reading.expression, zone: .gmt).matches(photo)

      for fault in reading.faults {
        #expect(fault.range.upperBound <= text.unicodeScalars.count)
      }
      let completed = FilterTail(text).completed(with: "a \"b\"")
      #expect(completed.hasSuffix("\" "))
    }
  }

  @Test func `parsing takes linear time`() {
    // Parsing so much in quadratic time would exceed the test's time limit.
    let text = String(repeating: "camera:\"a\\\"|b\" -x:y price:1..2|3 ", count: 10_000)
    let reading = FilterReading(text)

    expectEqual(reading.expression.terms.count, 30_000)
    expectEqual(reading.faults.count, 10_000)
    expectEqual(FilterReading(String(repeating: "|", count: 1_000_000)).faults.count, 1)
    expectEqual(FilterReading(String(repeating: "-", count: 1_000_000)).expression.terms.count, 1)
  }

  // MARK: Generated expressions

  private func condition(_ generator: inout SplitMix64) -> FilterCondition {
    let count = Int.random(in: 1...3, using: &generator)
    func some<Value>(_ make: (inout SplitMix64) -> Value) -> [Value] {
      (0..<count).map { _ in make(&generator) }
    }
    let texts: [FilterField] = FilterField.allCases.filter { $0.kind == .text }
    let numbers: [FilterField] = FilterField.allCases.filter { $0.kind == .number }
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: return .anywhere(some(text))
    case 1:
      let field = texts.randomElement(using: &generator) ?? .title
      return .text(
        field, some { FilterTextValue(text(&$0), isWhole: Bool.random(using: &$0)) })
    case 2:
      let field = numbers.randomElement(using: &generator) ?? .iso
      return .number(field, some { comparison(&$0, number, isBefore: <) })
    case 3:
      return .price(
        some {
          FilterPriceValue(
            comparison(&$0, number, isBefore: <),
            currency: ["EUR", "USD", nil].randomElement(using: &$0) ?? nil)
        })
    case 4: return .currency(some { ["EUR", "USD", "XYZ"].randomElement(using: &$0) ?? "EUR" })
    case 5:
      return .date(
        some { comparison(&$0, period) { ($0.year, $0.month ?? 1) < ($1.year, $1.month ?? 1) } })
    default:
      return .sale(
        some { [SaleStatus.forSale, .notForSale, .unstated].randomElement(using: &$0) ?? .forSale })
    }
  }

  private func text(_ generator: inout SplitMix64) -> String {
    let count = Int.random(in: 1...4, using: &generator)
    return (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "a" }.joined()
  }

  private func number(_ generator: inout SplitMix64) -> ExactDecimal {
    let whole = Int.random(in: 0...99_999, using: &generator)
    let digits = Int.random(in: 0...999, using: &generator)
    return ExactDecimal("\(whole).\(digits)") ?? ExactDecimal(whole)
  }

  private func period(_ generator: inout SplitMix64) -> DatePeriod {
    let month = Bool.random(using: &generator) ? Int.random(in: 1...12, using: &generator) : nil
    let day = month == nil || Bool.random(using: &generator) ? nil : 28
    let year = Int.random(in: 1...9_999, using: &generator)
    return DatePeriod(year: year, month: month, day: day) ?? DatePeriod(year: 1)!  // 1 is a year.
  }

  private func comparison<Value>(
    _ generator: inout SplitMix64, _ value: (inout SplitMix64) -> Value,
    isBefore: (Value, Value) -> Bool
  ) -> FilterComparison<Value> {
    let one = value(&generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return .equal(one)
    case 1: return .less(one)
    case 2: return .atMost(one)
    case 3: return .more(one)
    case 4: return .atLeast(one)
    default:
      let other = value(&generator)
      return isBefore(other, one) ? .between(other, one) : .between(one, other)
    }
  }
}
