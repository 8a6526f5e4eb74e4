/// A QR code as its modules, without the quiet zone around it.
public struct QRMatrix: Hashable, Sendable {
  /// Modules per side: 21–177.
  public let size: Int
  private let modules: [Bool]

  /// - Parameters:
  ///   - size: Modules on each side, 21 to 177.
  ///   - modules: Row by row; true is dark.
  /// - Returns: nil unless there are `size` × `size` modules.
  public init?(size: Int, modules: [Bool]) {
    guard (21...177).contains(size), modules.count == size * size else { return nil }
    self.size = size
    self.modules = modules
  }

  /// Whether a module is dark; false outside the matrix.
  public func isDark(column: Int, row: Int) -> Bool {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return false }
    return modules[row * size + column]
  }
}
