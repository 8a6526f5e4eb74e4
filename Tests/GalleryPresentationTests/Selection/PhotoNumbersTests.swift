import ExpectationSupport
import Testing

@testable import GalleryPresentation

/// Ids as numbers, and sets of them.
struct PhotoNumbersTests {
  @Test func `each id has a number of its own, and both are found again`() throws {
    var numbers = PhotoNumbers()
    let ids = [
      "", "/", "a", "a/", "/a", "2024/06/IMG_0001.jpg", "2024/06/IMG_0002.jpg",
      "2024/07/IMG_0001.jpg",
      "ü/ß.jpg", "https://a.example/p?id=1/2", "a b\n\u{301}",
    ]

    for (index, id) in ids.enumerated() { expectEqual(numbers.number(for: id), index) }

    for (index, id) in ids.enumerated() {
      expectEqual(numbers.number(for: id), index)
      expectEqual(numbers.number(of: id), index)
      expectEqual(numbers.id(of: index), id)
    }
    expectEqual(numbers.count, ids.count)
    expectEqual(numbers.number(of: "2024/06/IMG_0003.jpg"), nil)
    expectEqual(PhotoNumbers().number(of: "a"), nil)
  }

  @Test func `ids that are equal as strings have one number`() {
    var numbers = PhotoNumbers()

    expectEqual(numbers.number(for: "caf\u{E9}/1"), 0)
    expectEqual(numbers.number(for: "cafe\u{301}/1"), 0)
  }

  @Test func `many ids`() {
    var numbers = PhotoNumbers()
    for number in 0..<20_000 {
      expectEqual(numbers.number(for: "\(number % 7)/\(number).jpg"), number)
    }

    #expect((0..<20_000).allSatisfy { numbers.number(of: "\($0 % 7)/\($0).jpg") == $0 })
    #expect((0..<20_000).allSatisfy { numbers.id(of: $0) == "\($0 % 7)/\($0).jpg" })
  }

  @Test func `a set of numbers behaves like any set`() {
    var random = SystemRandomNumberGenerator()
    var (set, model) = (NumberSet(), Set<Int>())

    for _ in 0..<3_000 {
      let number = Int.random(in: 0..<200, using: &random)
      if Bool.random(using: &random) {
        expectEqual(set.insert(number), model.insert(number).inserted)
      } else {
        expectEqual(set.remove(number), model.remove(number) != nil)
      }
      expectEqual(set.count, model.count)
    }

    expectEqual(Array(set.numbers), model.sorted())
    #expect((0..<300).allSatisfy { set.contains($0) == model.contains($0) })
  }
}
