import ContactSheet
import ExpectationSupport
import Testing

@Suite struct SheetFormatTests {
  @Test(
    arguments: [
      ("a.pdf", SheetFormat.pdf), ("A.PDF", .pdf), ("a.html", .html), ("a.htm", .html),
      ("a.txt", nil),
      ("pdf", nil),
    ] as [(String, SheetFormat?)])
  func `the extension determines the format`(_ name: String, _ format: SheetFormat?) {
    expectEqual(SheetFormat(fileName: name), format)
  }
}
