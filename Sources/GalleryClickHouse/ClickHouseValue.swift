import FeedFormats
import Foundation
import GalleryDomain

/// A value in a query.
///
/// All texts are written as hexadecimal digits, so that nothing inside a text can end its literal: `unhex('…')`.
/// (Doubling quotes is not enough: ClickHouse also interprets backslashes.)
enum ClickHouseValue: Hashable, Sendable {
  case integer(Int)
  /// Bytes as pairs of capital hexadecimal digits, as `hex` returns them.
  case text(hex: String)
  /// As `Price.amount`.
  case decimal(String)
  /// Seconds since 1970, limited to the range of a DateTime.
  case time(Int)

  init(_ text: String) {
    self = .text(hex: text.utf8.map { String(format: "%02X", $0) }.joined())
  }

  var literal: String {
    switch self {
    case .integer(let number): "\(number)"
    case .text(let hex): "unhex('\(hex)')"
    case .decimal(let amount): Self.decimalLiteral(amount)
    case .time(let seconds): "toDateTime(\(min(max(seconds, 0), Int(UInt32.max))))"
    }
  }

  /// The bytes of a text.
  var bytes: [UInt8] {
    guard case .text(let hex) = self else { return [] }
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
  }

  /// Parses a value that a server returned for `ClickHouseKey.selection`.
  ///
  /// - Returns: nil if it is of another kind.
  init?(_ answer: JSONValue, _ kind: ClickHouseKey.Kind) {
    let text: String
    switch answer {
    case .text(let raw), .number(let raw): text = raw
    default: return nil
    }
    switch kind {
    case .integer:
      guard let number = Int(text) else { return nil }
      self = .integer(number)
    case .time:
      guard let number = Int(text), (0...Int(UInt32.max)).contains(number) else { return nil }
      self = .time(number)
    case .text:
      guard text.utf8.count.isMultiple(of: 2),
        text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x46).contains($0) })
      else { return nil }
      self = .text(hex: text)
    case .decimal:
      let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
      guard Price(amount: String(digits), currency: nil) != nil else { return nil }
      self = .decimal(text)
    }
  }

  /// A 64-bit decimal has room for 14 digits before the 4 decimals; a 128-bit one for every amount.
  private static func decimalLiteral(_ amount: String) -> String {
    let parts = amount.split(separator: ".", maxSplits: 1)
    let scale = parts.count > 1 ? parts[1].utf8.count : 0
    let isShort = scale <= 4 && (parts.first?.utf8.count ?? 0) <= 14
    return isShort
      ? "toDecimal64('\(amount)', 4)" : "toDecimal128('\(amount)', \(max(scale, 4)))"
  }
}
