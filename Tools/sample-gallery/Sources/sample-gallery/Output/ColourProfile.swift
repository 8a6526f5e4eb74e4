import Foundation

/// What the numbers in a file mean.
enum ColourProfile: Sendable {
  /// No profile is embedded; programs assume sRGB.
  case sRGB
  /// A wide space with sRGB's curve, embedded as an ICC version 4 profile.
  case displayP3
  /// A wide space with a gamma of 563/256, embedded as an ICC version 2 profile; shown without
  /// colour management it looks dull.
  case adobeRGB

  /// From linear light with sRGB's primaries to this space's display values.
  func encode(_ c: Vector3) -> Vector3 {
    switch self {
    case .sRGB:
      return c.map { srgbFromLinear(clamp($0)) }
    case .displayP3:
      return Vector3(
        0.8224621 * c.x + 0.1775380 * c.y,
        0.0331941 * c.x + 0.9668058 * c.y,
        0.0170827 * c.x + 0.0723974 * c.y + 0.9105199 * c.z
      ).map { srgbFromLinear(clamp($0)) }
    case .adobeRGB:
      return Vector3(
        0.7151256 * c.x + 0.2848744 * c.y,
        c.y,
        0.0411619 * c.y + 0.9588381 * c.z
      ).map { pow(clamp($0), 256 / 563) }
    }
  }

  /// The bytes of an ICC profile, or nil if none is embedded.
  var icc: [UInt8]? {
    switch self {
    case .sRGB:
      return nil
    case .displayP3:
      // Primaries adapted to D50 (Bradford), as in Apple's and Facebook's profiles of that name.
      return ICCProfile(
        name: "Display P3 (Vitrine)", isVersion4: true,
        red: (0.51512, 0.24120, -0.00105), green: (0.29198, 0.69225, 0.04189),
        blue: (0.15710, 0.06657, 0.78407), curve: .sRGB
      ).bytes
    case .adobeRGB:
      // Adobe RGB (1998) colour image encoding, annex C: adapted primaries.
      return ICCProfile(
        name: "Compatible with Adobe RGB (1998)", isVersion4: false,
        red: (0.60974, 0.31111, 0.01947), green: (0.20528, 0.62567, 0.06087),
        blue: (0.14919, 0.06322, 0.74457), curve: .gamma(563.0 / 256)
      ).bytes
    }
  }
}
