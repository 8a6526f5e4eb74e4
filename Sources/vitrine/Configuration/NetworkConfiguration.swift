import TOMLKit

/// The settings in `config.toml` for the network and the store; nil for settings that are not there.
struct NetworkConfiguration: Equatable {
  /// The maximum size of a feed page, after decompression.
  var feedMegabytes: Int?
  /// The maximum size of a picture.
  var imageMegabytes: Int?
  /// The maximum size of stored pages and pictures.
  var storeMegabytes: Int?
  /// The time limit for a feed page, from the request to its last byte.
  var timeOutSeconds: Int?
  /// Whether a feed from the internet may use addresses in the local network.
  var allowsPrivateHosts: Bool?

  private static let feedMegabyteRange = 1...1_024
  private static let imageMegabyteRange = 1...16_384
  private static let storeMegabyteRange = 1...1_000_000
  private static let timeOutRange = 1...3_600

  static let keys: Set<String> = [
    "feed_megabytes", "image_megabytes", "store_megabytes", "time_out_seconds",
    "allow_private_hosts",
  ]

  /// - Parameter key: One of `keys` in the table.
  /// - Returns: What would be correct, if the value isn't.
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
