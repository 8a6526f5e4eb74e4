/// One key, or several keys that are pressed one after the other, such as `g g`.
nonisolated public struct KeySequence: Hashable, Sendable {
  /// At least one.
  public let keys: [Key]

  /// - Parameter keys: At least one.
  public init(_ keys: [Key]) {
    precondition(!keys.isEmpty, "a sequence has at least one key")
    self.keys = keys
  }

  public init(_ key: Key) { keys = [key] }

  /// A sequence as written in a configuration file: keys separated by spaces, such as `, r`.
  ///
  /// - Throws: An error for the first word that is not a key.
  public init(notation: String) throws(KeyNotationError) {
    let words = notation.split(separator: " ").map(String.init)
    guard !words.isEmpty else { throw .unknown(notation) }
    var keys: [Key] = []
    for word in words { keys.append(try Key(notation: word)) }
    self.keys = keys
  }

  /// The text that `init(notation:)` reads.
  public var notation: String { keys.map(\.notation).joined(separator: " ") }

  func appending(_ key: Key) -> KeySequence { KeySequence(keys + [key]) }

  /// Whether it starts with all keys of another sequence and is longer.
  public func continues(_ other: KeySequence) -> Bool {
    keys.count > other.keys.count && keys.starts(with: other.keys)
  }

  /// The keys' names in a sentence.
  public var spelledOut: String { keys.map(\.spelledOut).joined(separator: " ") }
}

extension KeySequence: CustomStringConvertible {
  /// The keys' names in the help and the key line, such as `Enter`, separated by spaces.
  public var description: String { keys.map(\.description).joined(separator: " ") }
}
