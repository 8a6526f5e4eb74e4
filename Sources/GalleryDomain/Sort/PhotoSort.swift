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
