extension String {
  /// With spaces behind it, up to a width in characters.
  func padded(to width: Int) -> String { self + padding(to: width) }

  /// With spaces before it, up to a width in characters.
  func rightAligned(in width: Int) -> String { padding(to: width) + self }

  private func padding(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count))
  }
}
