import ExpectationSupport
import Testing

@testable import GalleryData

@Suite struct CSVOutputTests {
  private func row(_ cells: String...) -> String {
    String(decoding: CSVOutput.row(cells.map { Array($0.utf8) }), as: UTF8.self)
  }

  @Test func `cells are separated by commas, and a row ends with CR LF`() {
    expectEqual(row("a", "", "ü b"), "a,,ü b\r\n")
    expectEqual(row(""), "\r\n")
  }

  @Test func `cells are quoted if necessary, with quotes inside doubled`() {
    expectEqual(row("a,b", "c\"d", "e\nf", "g\rh"), "\"a,b\",\"c\"\"d\",\"e\nf\",\"g\rh\"\r\n")
  }

  @Test(arguments: [
    "=1+1", "+1", "-1+1", "-", "@SUM(A1)", "\tx", "=cmd|' /C calc'!A0", "＝1+1", "＋1", "－1",
    "＠SUM(A1)",
  ])
  func `a cell that a spreadsheet would calculate becomes text`(_ cell: String) {
    expectEqual(row(cell), "'\(cell)\r\n")
  }

  @Test func `a formula that needs quotes has both, and one inside a text is left alone`() {
    expectEqual(row("=HYPERLINK(\"x\",1)"), "\"'=HYPERLINK(\"\"x\"\",1)\"\r\n")
    expectEqual(row("1=1", "a-b", "1＝1", "ｘ"), "1=1,a-b,1＝1,ｘ\r\n")
  }

  @Test func `a negative number stays a number`() {
    expectEqual(row("-18000", "-1"), "-18000,-1\r\n")
  }

  @Test func `bytes that aren't text are kept`() {
    expectEqual(CSVOutput.row([[0x2F, 0xFF, 0x2C]]), [0x22, 0x2F, 0xFF, 0x2C, 0x22, 0x0D, 0x0A])
  }
}
