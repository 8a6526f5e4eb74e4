/// In which order the photos are wanted, where it is not the source's own.
public struct PhotoSort: Hashable, Sendable {
  public enum Key: String, Hashable, Sendable, CaseIterable {
    case date, title, price, camera
  }

  public var key: Key
  /// From the last to the first: the newest, the dearest. Photos of which the key is not known are behind
  /// the others either way.
  public var isDescending: Bool

  public init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }
}

extension PhotoSort {
  /// The sort of a name as the command line has it: `date`, and `-date` from the last to the first.
  ///
  /// - Returns: nil for a name that no sort has.
  public init?(name: String) {
    let isDescending = name.hasPrefix("-")
    guard let key = Key(rawValue: String(name.dropFirst(isDescending ? 1 : 0))) else { return nil }
    self.init(key, isDescending: isDescending)
  }
}
