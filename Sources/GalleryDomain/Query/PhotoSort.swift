/// The order of photos, if it is not the source's own.
public struct PhotoSort: Hashable, Sendable {
  public enum Key: String, Hashable, Sendable, CaseIterable {
    case date, title, price, camera, rating, label
    /// The name of the file, including its extension.
    case name
    /// The size of the file.
    case size
    /// The folder of the file, then its name.
    case path
  }

  public var key: Key
  /// From last to first: the newest or the most expensive photo first. Photos without the key come last in either
  /// direction.
  public var isDescending: Bool

  public var reversed: PhotoSort { PhotoSort(key, isDescending: !isDescending) }

  public init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }

  /// The sort with a name as on the command line: `date`, or `-date` for descending.
  ///
  /// - Returns: nil for an unknown name.
  public init?(name: String) {
    let isDescending = name.hasPrefix("-")
    guard let key = Key(rawValue: String(name.dropFirst(isDescending ? 1 : 0))) else { return nil }
    self.init(key, isDescending: isDescending)
  }

  /// As `init(name:)` reads it.
  public var name: String { (isDescending ? "-" : "") + key.rawValue }
}
