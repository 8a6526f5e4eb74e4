import ExpectationSupport
import Testing

@testable import ContactSheet

/// Which paper a sheet is printed on.
struct PaperSizeTests {
  @Test(
    arguments: [
      ("en_US.UTF-8", PaperSize.letter), ("en_GB.UTF-8", .a4), ("de_DE@euro", .a4), ("C", .a4),
      ("C.UTF-8", .a4), ("es_MX", .letter), ("fr_CA.UTF-8", .letter), ("", .a4), ("_", .a4),
      ("zh_Hant_US.UTF-8", .letter), ("en-US", .letter),
    ])
  func `the paper is the country's`(_ locale: String, _ paper: PaperSize) {
    expectEqual(PaperSize(locale: locale), paper)
  }

  @Test func `locale variables have their precedence`() {
    expectEqual(PaperSize(environment: ["LANG": "en_US.UTF-8"]), .letter)
    expectEqual(PaperSize(environment: ["LANG": "en_US.UTF-8", "LC_PAPER": "de_DE.UTF-8"]), .a4)
    expectEqual(PaperSize(environment: ["LC_ALL": "en_US", "LC_PAPER": "de_DE"]), .letter)
    expectEqual(PaperSize(environment: ["LC_ALL": "", "LANG": "en_US"]), .letter)
    expectEqual(PaperSize(environment: [:]), .a4)
  }
}
