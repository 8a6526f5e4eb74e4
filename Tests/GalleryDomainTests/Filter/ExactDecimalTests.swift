import ExpectationSupport
import GalleryDomain
import Testing

struct ExactDecimalTests {
  @Test(
    arguments: [
      ("0", "0"), ("007", "7"), ("9.50", "9.5"), ("0.10", "0.1"),
      ("999999999999999999", "999999999999999999"),
      ("0.0000000000000001", "0.0000000000000001"), ("123456789.12345678", "123456789.12345678"),
    ])
  func `a number equals its digits`(text: String, printed: String) {
    expectEqual(ExactDecimal(text)?.description, printed)
  }

  @Test(arguments: [
    "", ".", ".5", "5.", "1.2.3", "-1", "+1", "1e3", "1,5", "٣", "1234567890123456789",
  ])
  func `anything else is rejected`(text: String) {
    expectEqual(ExactDecimal(text), nil)
  }

  @Test func `no digit is lost`() throws {
    let small = try #require(ExactDecimal("99999999999999.99"))
    let large = try #require(ExactDecimal("99999999999999.991"))
    #expect(small < large)
    expectEqual(ExactDecimal("1.0"), ExactDecimal("1"))
    expectEqual(ExactDecimal(prefixOf: "50.0 mm"), ExactDecimal("50"))
    expectEqual(ExactDecimal(prefixOf: "50.mm"), ExactDecimal("50"))
    expectEqual(ExactDecimal(prefixOf: "f/8"), nil)
    expectEqual(ExactDecimal(-5), ExactDecimal(0))
    #expect(ExactDecimal(Int.max) > ExactDecimal(1 << 61))
  }
}
