/// A terminal's name and version as it reports them (XTVERSION), such as `kitty(0.26.5)` or `WezTerm 20240203-110809`.
nonisolated struct TerminalVersion: Hashable, Sendable {
  /// In lower case: `kitty`, `xterm`, `iterm2`, `xterm.js`.
  let name: String
  /// The leading numbers of its version: `3.3a` is 3, 3.
  let numbers: [Int]

  init(name: String, numbers: [Int] = []) {
    self.name = name
    self.numbers = numbers
  }

  /// nil for a text without a name.
  init?(_ text: Substring) {
    guard text.utf8.count <= 100 else { return nil }
    let name = text.prefix { $0 != "(" && $0 != " " }
    guard !name.isEmpty else { return nil }
    let version = text.dropFirst(name.count).drop { !("0"..."9").contains($0) }
    self.init(name: name.lowercased(), numbers: Self.numbers(version))
  }

  /// - Parameter version: For example `3.6.4`.
  static func numbers(_ version: Substring) -> [Int] {
    var numbers: [Int] = []
    for part in version.split(separator: ".", omittingEmptySubsequences: false).prefix(4) {
      let digits = part.prefix { ("0"..."9").contains($0) }
      guard let number = Int(digits) else { break }
      numbers.append(number)
      if digits.count < part.count { break }
    }
    return numbers
  }

  /// Such as `kitty 0.26.5`.
  var text: String {
    numbers.isEmpty ? name : "\(name) \(numbers.map(String.init).joined(separator: "."))"
  }

  func isAtLeast(_ wanted: Int...) -> Bool {
    !numbers.lexicographicallyPrecedes(wanted)
  }
}
