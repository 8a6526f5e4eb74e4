import Foundation
import GalleryDomain

/// Exposure data in a uniform format, whatever the source writes: `50`, `1.8`, `1/200`, `100`.
package enum ExposureText {
  package static func exposure(
    focalLength: String?, aperture: String?, shutterSpeed: String?, iso: String?
  ) -> Exposure {
    Exposure(
      focalLength: Self.focalLength(focalLength), aperture: Self.aperture(aperture),
      shutterSpeed: Self.shutterSpeed(shutterSpeed), iso: Self.iso(iso))
  }

  /// `50`, `50.0`, `50/1`, `50 mm`.
  static func focalLength(_ raw: String?) -> String? {
    decimal(body(raw, without: ["mm"]), in: 0.1...100_000, decimals: 1)
  }

  /// `1.8`, `18/10`, `f/1.8`, `ƒ1.8`.
  static func aperture(_ raw: String?) -> String? {
    decimal(body(raw, without: ["f/", "ƒ/", "F/", "f", "ƒ", "F"]), in: 0.1...1_000, decimals: 1)
  }

  /// `100`, `ISO 100`; of several values the first.
  static func iso(_ raw: String?) -> String? {
    guard let text = body(raw, without: ["ISO", "iso"]) else { return nil }
    let first = text.split(whereSeparator: { $0 == "," || $0 == " " }).first.map(String.init)
    return decimal(first, in: 1...100_000_000, decimals: 0)
  }

  /// `1/200`, `10/2000`, `0.005`, `1/200 s`; as a decimal from half a second on.
  static func shutterSpeed(_ raw: String?) -> String? {
    guard let text = body(raw, without: ["seconds", "sec.", "sec", "s"]),
      let seconds = number(text), (1e-7...1e7).contains(seconds)
    else { return nil }
    if seconds >= 0.4 { return rounded(seconds, decimals: 1) }
    // 1/100_000_000 at most, well inside the range of Int.
    return "1/\(Int((1 / seconds).rounded()))"
  }

  private static func body(_ raw: String?, without affixes: [String]) -> String? {
    guard var text = CleanText.line(raw, limit: TextLimit(characters: 40)) else { return nil }
    for affix in affixes {
      if text.hasPrefix(affix) { text = String(text.dropFirst(affix.count)) }
      if text.hasSuffix(affix) { text = String(text.dropLast(affix.count)) }
    }
    return CleanText.line(text)
  }

  private static func decimal(
    _ text: String?, in range: ClosedRange<Double>, decimals: Int
  ) -> String? {
    guard let text, let value = number(text), range.contains(value) else { return nil }
    return rounded(value, decimals: decimals)
  }

  /// A decimal or a fraction; finite.
  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let values = parts.compactMap { Double($0) }
    guard values.count == parts.count, let numerator = values.first else { return nil }
    let value = values.count == 2 ? numerator / values[1] : numerator
    return values.count <= 2 && value.isFinite ? value : nil
  }

  private static func rounded(_ value: Double, decimals: Int) -> String {
    let scale = decimals == 0 ? 1.0 : 10.0
    let text = "\((value * scale).rounded() / scale)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
