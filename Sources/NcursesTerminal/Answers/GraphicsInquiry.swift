import Glibc
import TerminalKit

/// What is known of a terminal that is drawn on without an interface.
nonisolated public struct TerminalAnswers: Hashable, Sendable {
  public var graphics: GraphicsSupport
  /// Nil where neither the terminal nor the system tells it.
  public var cellPixelSize: PixelSize?

  public init(graphics: GraphicsSupport = GraphicsSupport(), cellPixelSize: PixelSize? = nil) {
    self.graphics = graphics
    self.cellPixelSize = cellPixelSize
  }
}

/// Asks the terminal on standard output what pictures it shows, for a program that prints and leaves.
public enum GraphicsInquiry {
  /// Asks, and waits for the answers at most `patience`.
  ///
  /// - Parameters:
  ///   - method: Overrules what the terminal says of pictures.
  ///   - cellPixelSize: Overrules what it says of its cells.
  ///   - environment: Answers a variable's value.
  /// - Returns: Symbols where standard output is no terminal, unless `method` says otherwise.
  public static func ask(
    method: GraphicsMethod? = nil, cellPixelSize: PixelSize? = nil,
    patience: Duration = .milliseconds(150),
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> TerminalAnswers {
    TerminalAnswers(
      graphics: GraphicsSupport(method: method ?? .symbols), cellPixelSize: cellPixelSize)
  }
}
