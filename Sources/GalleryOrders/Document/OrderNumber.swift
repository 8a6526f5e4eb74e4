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
    let day = day(createdAt, zone: zone)
    let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
    // The first byte of a random id is random (RFC 9562, 5.4); the modulo slightly prefers some letters.
    let ending = bytes.map { letters[Int($0) % letters.count] }
    return lengths.map { "V-\(day)-\(String(ending.prefix($0)))" }
  }

  private static func day(_ date: Date, zone: TimeZone) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d%02d%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }
}
