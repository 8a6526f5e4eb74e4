/// A size class of the Thumbnail Managing Standard 0.9.0, section 4.1.
public enum ThumbnailSize: UInt8, Hashable, Sendable, CaseIterable, Comparable {
  case normal = 1
  case large
  case xLarge
  case xxLarge

  /// The most pixels of a side.
  public var pixels: Int { 64 << Int(rawValue) }

  /// The folder's name in the cache.
  public var folderName: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .xLarge: "x-large"
    case .xxLarge: "xx-large"
    }
  }

  public static func < (one: ThumbnailSize, other: ThumbnailSize) -> Bool {
    one.rawValue < other.rawValue
  }

  /// The smallest that has so many pixels; nil above the largest.
  public static func atLeast(_ pixels: Int) -> ThumbnailSize? {
    allCases.first { $0.pixels >= pixels }
  }
}
