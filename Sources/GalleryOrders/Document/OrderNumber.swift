import FeedFormats
import Foundation

/// The number of an order, to be read aloud: `V-20261121-7F3K`.
///
/// Made from the order's day and its id, so that an order that is sent again has the same number.
enum OrderNumber {
  /// Without 0, 1, I, L and O, which are easily confused, and without U.
  private static let letters = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
  /// How many of its letters come from the id.
  private static let lengths = 4...12

  /// Possible numbers of an order, the shortest first; a longer one is used if another order has the shorter one.
  ///
  /// - Parameter zone: The time zone for the day.
  static func candidates(id: UUID, createdAt: Date, zone: TimeZone) -> [String] {
    let day = RFC3339.day(createdAt, zone: zone)?.replacing("-", with: "") ?? ""
    let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
    // The first byte of a random id is random (RFC 9562, 5.4); the modulo slightly prefers some letters.
    let ending = bytes.map { letters[Int($0) % letters.count] }
    return lengths.map { "V-\(day)-\(String(ending.prefix($0)))" }
  }
}
