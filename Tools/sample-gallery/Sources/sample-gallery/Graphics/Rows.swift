import Dispatch

extension Array where Element: Sendable {
  /// Writes the rows of a grid on all cores.
  ///
  /// - Parameter write: Gets the number of a row, and its elements.
  mutating func writeRows(
    ofLength length: Int,
    _ write: @Sendable (_ row: Int, _ elements: UnsafeMutableBufferPointer<Element>) -> Void
  ) {
    withUnsafeMutableBufferPointer { buffer in
      // Safe: each iteration gets the elements of its own row, and all end before the call returns.
      nonisolated(unsafe) let grid = buffer
      DispatchQueue.concurrentPerform(iterations: grid.count / length) { row in
        write(row, UnsafeMutableBufferPointer(rebasing: grid[row * length..<(row + 1) * length]))
      }
    }
  }
}
