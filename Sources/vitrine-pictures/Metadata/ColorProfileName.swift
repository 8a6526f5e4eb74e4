/// The name of an ICC profile (ICC.1:2022, 7.3 tag table, 10.13 `mluc`; ICC.1:2001, 6.5.17 `desc`).
enum ColorProfileName {
  /// - Returns: nil if it is not a profile, or has no name.
  static func name(of profile: ByteView) -> String? {
    guard profile.starts(with: "acsp", at: 36), let count = profile.uint32(128, bigEndian: true)
    else { return nil }
    for index in 0..<min(count, 100) {
      let entry = 132 + 12 * index
      guard profile.starts(with: "desc", at: entry) else { continue }
      guard let offset = profile.uint32(entry + 4, bigEndian: true),
        let length = profile.uint32(entry + 8, bigEndian: true)
      else { return nil }
      return text(profile.part(from: offset, count: length))
    }
    return nil
  }

  private static func text(_ tag: ByteView) -> String? {
    let name: String
    if tag.starts(with: "desc") {
      let length = tag.uint32(8, bigEndian: true) ?? 0
      name = String(decoding: tag.part(from: 12, count: min(length, limit)).bytes, as: UTF8.self)
    } else if tag.starts(with: "mluc"), let length = tag.uint32(20, bigEndian: true),
      let offset = tag.uint32(24, bigEndian: true)
    {
      // The first of its languages.
      let part = tag.part(from: offset, count: min(length, limit))
      let units = (0..<part.count / 2).compactMap { part.uint16(2 * $0, bigEndian: true) }
      name = String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
    } else {
      return nil
    }
    let shown = String(name.prefix { $0 != "\0" })
    return shown.isEmpty ? nil : shown
  }

  private static let limit = 400
}
