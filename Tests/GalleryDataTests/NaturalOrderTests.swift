import ExpectationSupport
import GalleryDomain
import Testing

@testable import GalleryData

@Suite struct NaturalOrderTests {
  private func sorted(_ names: [String]) -> [String] {
    var list = NameList()
    for name in names { list.append(Array(name.utf8)) }
    let sorted = list.sorted()
    return (0..<sorted.count).map { String(decoding: sorted[$0], as: UTF8.self) }
  }

  @Test(arguments: [
    [], ["a"], ["", "a"], ["A", "a", "b"], ["img", "img1", "img2", "img10", "img10b"],
    ["001", "01", "1", "002", "2", "10"], ["0", "00", "1"], ["x1y2", "x1y10", "x02y1"],
    ["a.jpg", "a1.jpg", "b.jpg"], ["2017-9-1", "2017-10-1"], ["É", "é", "Ö", "ö"],
    ["А1", "а2", "Б1"], ["9", "99999999999999999999999", "100000000000000000000000"],
  ])
  func `names are in the order that users expect`(names: [String]) {
    expectEqual(sorted(names), names)
    expectEqual(sorted(names.reversed()), names)
  }

  @Test func `case does not separate names`() {
    expectEqual(sorted(["b2", "B1", "a3", "A4"]), ["a3", "A4", "B1", "b2"])
    expectEqual(sorted(["ж2", "Ж1", "ё1", "Ё2"]), ["Ж1", "ж2", "ё1", "Ё2"])
  }

  @Test func `names of any bytes are sorted without a trap`() {
    var list = NameList()
    for first in UInt8.min...UInt8.max {
      list.append([first])
      list.append([0xC3, first])
      list.append([0xD1, first, 0x30])
    }
    let sorted = list.sorted()
    expectEqual(sorted.count, 768)
    expectEqual(Set((0..<768).map { Array(sorted[$0]) }), Set((0..<768).map { Array(list[$0]) }))
  }

  @Test func `a list keeps its names`() {
    var list = NameList()
    for name in ["", "ab", "", "c"] { list.append(Array(name.utf8)) }
    expectEqual((0..<4).map { String(decoding: list[$0], as: UTF8.self) }, ["", "ab", "", "c"])
  }
}
