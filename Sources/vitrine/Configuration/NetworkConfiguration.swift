import TOMLKit

/// What `config.toml` says of the network and of what is kept of it; nil where it says nothing.
struct NetworkConfiguration: Equatable {
  /// The most that a page of a feed may be, after decompression.
  var feedMegabytes: Int?
  /// The same for a picture.
  var imageMegabytes: Int?
  /// The most that is kept of pages and pictures.
  var storeMegabytes: Int?
  /// How long a page of a feed may take, from the question to its last byte.
  var timeOutSeconds: Int?
  /// Whether a feed from outside may name addresses of the local network.
  var allowsPrivateHosts: Bool?

  private static let feedMegabyteRange = 1...1_024
  private static let imageMegabyteRange = 1...16_384
  private static let storeMegabyteRange = 1...1_000_000
  private static let timeOutRange = 1...3_600

  static let keys: Set<String> = [
    "feed_megabytes", "image_megabytes", "store_megabytes", "time_out_seconds",
    "allow_private_hosts",
  ]

  /// - Parameter key: One of `keys`, in the table.
  /// - Returns: What would be right, where what is there is not.
  mutating func read(_ key: String, of table: TOMLTable) -> String? {
    switch key {
    case "feed_megabytes":
      feedMegabytes = Self.number(table[key], in: Self.feedMegabyteRange)
      return feedMegabytes == nil ? Self.form(Self.feedMegabyteRange) : nil
    case "image_megabytes":
      imageMegabytes = Self.number(table[key], in: Self.imageMegabyteRange)
      return imageMegabytes == nil ? Self.form(Self.imageMegabyteRange) : nil
    case "store_megabytes":
      storeMegabytes = Self.number(table[key], in: Self.storeMegabyteRange)
      return storeMegabytes == nil ? Self.form(Self.storeMegabyteRange) : nil
    case "time_out_seconds":
      timeOutSeconds = Self.number(table[key], in: Self.timeOutRange)
      return timeOutSeconds == nil ? Self.form(Self.timeOutRange) : nil
    default:
      allowsPrivateHosts = table[key]?.bool
      return allowsPrivateHosts == nil ? "true or false" : nil
    }
  }

  private static func number(_ value: TOMLValueConvertible?, in range: ClosedRange<Int>) -> Int? {
    value?.int.flatMap { range.contains($0) ? $0 : nil }
  }

  private static func form(_ range: ClosedRange<Int>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }
}
