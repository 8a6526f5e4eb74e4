import ExpectationSupport
import Foundation
import Testing

@testable import GalleryOrders

@Suite struct OrderNumberTests {
  @Test func `a number has the day and letters that can't be confused`() throws {
    let pattern = /V-20261121-[2-9A-HJKMNP-TV-Z]{4}/
    for _ in 0..<200 {
      let numbers = OrderNumber.candidates(
        id: UUID(), createdAt: Date(timeIntervalSince1970: 1_795_262_400), zone: .gmt)
      let first = try #require(numbers.first)
      #expect(first.wholeMatch(of: pattern) != nil)
      #expect(numbers.allSatisfy { $0.hasPrefix(first) })
      expectEqual(Set(numbers).count, numbers.count)
    }
  }

  @Test func `the day is in the user's time zone`() throws {
    let date = Date(timeIntervalSince1970: 1_795_262_400 + 12 * 3_600 - 1)
    let vienna = try #require(TimeZone(identifier: "Europe/Vienna"))
    func day(_ zone: TimeZone) -> String? {
      OrderNumber.candidates(id: UUID(), createdAt: date, zone: zone).first.map {
        String($0.prefix(10))
      }
    }

    expectEqual(day(.gmt), "V-20261121")
    expectEqual(day(vienna), "V-20261122")
  }
}
