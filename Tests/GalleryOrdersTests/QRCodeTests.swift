import ExpectationSupport
import GalleryOrders
import Testing

@Suite struct QRCodeTests {
  @Test func `a code has its three finder patterns`() throws {
    let code = try #require(QRCode.matrix(of: "https://shop.example/cart/1:1"))

    let corners = [(0, 0), (code.size - 7, 0), (0, code.size - 7)]
    for (column, row) in corners {
      #expect((0..<7).allSatisfy { code.isDark(column: column + $0, row: row) })
      #expect(!code.isDark(column: column + 1, row: row + 1))
      #expect(code.isDark(column: column + 3, row: row + 3))
    }
  }

  @Test func `a text that is too long has no code`() {
    expectEqual(QRCode.matrix(of: ""), nil)
    expectEqual(QRCode.matrix(of: String(repeating: "a", count: 2_954)), nil)
    expectEqual(QRCode.matrix(of: String(repeating: "a", count: 2_953))?.size, 177)
  }
}
