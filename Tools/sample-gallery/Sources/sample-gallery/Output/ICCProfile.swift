import Foundation

/// A matrix and curve profile of a display, as small as the standard allows (ICC.1:2010, 8.3.3).
struct ICCProfile: Sendable {
  enum Curve: Sendable {
    case gamma(Double)
    case sRGB
  }

  let name: String
  let isVersion4: Bool
  /// XYZ of the primaries, adapted to D50.
  let red: (Double, Double, Double)
  let green: (Double, Double, Double)
  let blue: (Double, Double, Double)
  let curve: Curve

  var bytes: [UInt8] {
    let transfer = transferCurve
    var tags: [(String, [UInt8])] = [
      ("desc", isVersion4 ? localized(name) : description(name)),
      ("cprt", isVersion4 ? localized("CC0") : text("CC0")),
      ("wtpt", xyz((0.9642, 1, 0.8249))),
      ("rXYZ", xyz(red)), ("gXYZ", xyz(green)), ("bXYZ", xyz(blue)),
      ("rTRC", transfer), ("gTRC", transfer), ("bTRC", transfer),
    ]
    if isVersion4 { tags.append(("chad", adaptation)) }

    var table = big32(tags.count)
    var body: [UInt8] = []
    var offset = 128 + 4 + 12 * tags.count
    for (signature, data) in tags {
      table += Array(signature.utf8) + big32(offset) + big32(data.count)
      let padded = data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
      body += padded
      offset += padded.count
    }
    return header(length: offset) + table + body
  }

  private func header(length: Int) -> [UInt8] {
    var header = big32(length) + big32(0)
    header += big32(isVersion4 ? 0x0420_0000 : 0x0210_0000)
    header += Array("mntrRGB XYZ ".utf8)
    for number in [2026, 1, 1, 0, 0, 0] { header += big16(number) }
    header += Array("acsp".utf8) + big32(0)
    header += [UInt8](repeating: 0, count: 24)
    header += fixed(0.9642) + fixed(1) + fixed(0.8249)
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }

  private var transferCurve: [UInt8] {
    switch curve {
    case .gamma(let value):
      return Array("curv".utf8) + big32(0) + big32(1) + big16(Int((value * 256).rounded()))
    case .sRGB:
      let numbers = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
      return Array("para".utf8) + big32(0) + big16(3) + big16(0) + numbers.flatMap { fixed($0) }
    }
  }

  /// From D65 to D50 after Bradford.
  private var adaptation: [UInt8] {
    let matrix = [
      1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168,
    ]
    return Array("sf32".utf8) + big32(0) + matrix.flatMap { fixed($0) }
  }

  private func xyz(_ value: (Double, Double, Double)) -> [UInt8] {
    Array("XYZ ".utf8) + big32(0) + fixed(value.0) + fixed(value.1) + fixed(value.2)
  }

  private func text(_ string: String) -> [UInt8] {
    Array("text".utf8) + big32(0) + Array(string.utf8) + [0]
  }

  private func description(_ string: String) -> [UInt8] {
    let ascii = Array(string.utf8) + [0]
    return Array("desc".utf8) + big32(0) + big32(ascii.count) + ascii
      + [UInt8](repeating: 0, count: 4 + 4 + 2 + 1 + 67)
  }

  private func localized(_ string: String) -> [UInt8] {
    let units = string.utf16.flatMap { big16(Int($0)) }
    return Array("mluc".utf8) + big32(0) + big32(1) + big32(12) + Array("enUS".utf8)
      + big32(units.count) + big32(28) + units
  }

  /// s15Fixed16.
  private func fixed(_ value: Double) -> [UInt8] {
    big32(Int(UInt32(bitPattern: Int32((value * 65536).rounded()))))
  }

  private func big32(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private func big16(_ value: Int) -> [UInt8] {
    [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
