/// Rows of a table as CSV (RFC 4180): cells with commas between them, CR LF at the end of each row.
public enum CSVOutput {
  /// What spreadsheets take for the beginning of a formula (OWASP, *CSV Injection*); some convert the full-width ones
  /// to the others.
  private static let formulaBeginnings = "=+-@\t\r＝＋－＠".unicodeScalars
    .map { Array(String($0).utf8) }

  /// - Parameter cells: Text as bytes; a path need not be UTF-8.
  /// - Returns: The row with its line end.
  public static func row(_ cells: [[UInt8]]) -> [UInt8] {
    Array(cells.map(cell).joined(separator: [UInt8(ascii: ",")])) + [0x0D, 0x0A]
  }

  /// In quotes if it contains one, a comma or a line break. Anything that a spreadsheet would calculate gets a leading
  /// apostrophe, which makes it text there; a negative number doesn't.
  static func cell(_ bytes: [UInt8]) -> [UInt8] {
    let isNumber =
      bytes.first == UInt8(ascii: "-") && bytes.count > 1
      && bytes.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let isFormula = !isNumber && formulaBeginnings.contains { bytes.starts(with: $0) }
    let text = isFormula ? [UInt8(ascii: "'")] + bytes : bytes
    guard text.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
    return [0x22] + text.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
  }
}
