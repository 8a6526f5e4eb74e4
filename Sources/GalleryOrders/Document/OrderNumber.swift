import Foundation

/// The number of an order, to be read aloud: `V-20261121-7F3K`.
///
/// Made of the order's day and its id, so that an order that is tried again has the same number.
enum OrderNumber {
  /// Without 0, 1, I, L and O, which are taken for each other, and U.
  private static let letters = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
  /// Of those that come from an id.
  private static let lengths = 4...12

  /// Numbers of an order, the shortest first: a longer one where that belongs to another order.
  ///
  /// - Parameter zone: Whose day it is.
  static func candidates(id: UUID, createdAt: Date, zone: TimeZone) -> [String] {
    let day = day(createdAt, zone: zone)
    let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
    // The first byte of a random id is random (RFC 9562, 5.4); the modulo prefers some letters a little.
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
