import Foundation
import GalleryDomain

/// Names for several photos, made of what is known of each: `{date:%Y%m%d}_{n:3}_{title}`.
struct NameTemplate {
  static let example = "{date:%Y%m%d}_{n:3}_{title}"

  private let text: String
  private let zone: TimeZone

  /// - Parameters:
  ///   - text: Without a fault.
  ///   - zone: For photos whose camera's clock is not known.
  init(_ text: String, zone: TimeZone = .current) { (self.text, self.zone) = (text, zone) }

  /// Whether it names what only a photo's file says.
  var needsDetails: Bool { text.contains(#/\{(title|camera|date)/#) }

  /// What is wrong with a template; nil for nothing.
  static func fault(_ text: String) -> String? {
    if text.contains("/") { return "no slash in a name" }
    for field in text.matches(of: #/\{([^{}:]*)(?::([^{}]*))?\}/#) {
      switch (field.1, field.2) {
      case ("date", let format?):
        // What isn't on the camera's clock.
        for part in format.matches(of: #/%[_0^#+\-]*[0-9]*[EO]?(.)/#) where "Zzs".contains(part.1) {
          return "no \(part.0) in a photo's date"
        }
        if Self.text(Date(timeIntervalSince1970: 0), String(format)) == nil {
          return "\(field.0) is empty, or too long for a name"
        }
      case ("name", nil), ("ext", nil), ("title", nil), ("camera", nil), ("date", nil), ("n", nil):
        break
      case ("n", let width?) where width.count == 1 && ("1"..."9").contains(width): break
      case ("n", _?): return "\(field.0): 1 to 9 digits, e.g. {n:3}"
      default: return "no field \(field.0)"
      }
    }
    let rest = text.replacing(#/\{[^{}]*\}/#, with: "")
    return rest.contains { "{}".contains($0) } ? "a brace has no other" : nil
  }

  /// A field that says nothing of a photo.
  struct Missing: Error { let field: String }

  /// The file's new name, with its own extension.
  ///
  /// - Parameters:
  ///   - file: The photo's.
  ///   - number: From 1.
  func name(
    of photo: Photo, at file: FileReference, number: Int
  ) throws(Missing) -> [UInt8] {
    let former = FilePath.lastComponent(file.path)
    let stem = FilePath.stem(former)
    let ending = former[stem.endIndex...]
    var name: [UInt8] = []
    var rest = text[...]
    while let field = rest.firstMatch(of: #/\{([a-z]+)(?::([^{}]*))?\}/#) {
      name += rest[..<field.range.lowerBound].utf8
      rest = rest[field.range.upperBound...]
      let value: [UInt8]? =
        switch field.1 {
        case "name": Array(stem)
        case "ext": Array(ending.dropFirst())
        case "title": Array(photo.name.utf8)
        case "camera": photo.camera.map { Array($0.utf8) }
        case "date":
          photo.clockTime(in: zone).flatMap { Self.text($0, String(field.2 ?? "%Y-%m-%d")) }
        default: padded(number, to: field.2.flatMap { Int($0) } ?? 1)
        }
      guard let value else { throw Missing(field: String(field.1)) }
      name += value.map { $0 == FilePath.separator ? UInt8(ascii: "-") : $0 }
    }
    name += rest.utf8
    let typed = text.lowercased()
    let hasEnding =
      typed.contains("{ext}")
      || typed.hasSuffix(String(decoding: ending, as: UTF8.self).lowercased())
    return hasEnding ? name : name + ending
  }

  private func padded(_ number: Int, to width: Int) -> [UInt8] {
    let digits = Array(String(number).utf8)
    return Array(repeating: UInt8(ascii: "0"), count: max(0, width - digits.count)) + digits
  }

  /// The date as strftime(3) writes it; nil if that is nothing or longer than a name, or the date is beyond all calendars.
  private static func text(_ date: Date, _ format: String) -> [UInt8]? {
    guard var time = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return nil }
    var clock = tm()
    guard gmtime_r(&time, &clock) != nil else { return nil }
    var text = [CChar](repeating: 0, count: 256)
    let count = strftime(&text, text.count, format, &clock)
    return count == 0 ? nil : text.prefix(count).map { UInt8(bitPattern: $0) }
  }
}
