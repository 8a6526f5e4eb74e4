import Testing

/// Expects two values to be equal; otherwise records both.
///
/// For comparisons that `#expect` would make, too: its expansion takes the compiler ten times as long, and there are nearly nine thousand.
/// Tuples, `== nil` of types that can't be compared, and conditions stay with the macro.
public func expectEqual<Value: Equatable>(
  _ value: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  guard value != expected else { return }
  let words = "\(String(reflecting: value)) is not \(String(reflecting: expected))"
  Issue.record(
    Comment(rawValue: [words, comment()?.rawValue].compactMap(\.self).joined(separator: ": ")),
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
}
