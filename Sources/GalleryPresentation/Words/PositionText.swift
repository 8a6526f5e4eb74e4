import GalleryDomain

/// Positions as maps write them.
public enum PositionText {
  /// `48° 12′ 30″ N, 16° 22′ 23″ E`: to the second, which is 30 metres.
  public static func degreesMinutesSeconds(_ position: GeoPosition) -> String {
    "\(sexagesimal(position.latitude)) \(position.latitude < 0 ? "S" : "N"), "
      + "\(sexagesimal(position.longitude)) \(position.longitude < 0 ? "W" : "E")"
  }

  /// `48.20833, 16.37306`, as map programs read it: to a metre.
  public static func decimal(_ position: GeoPosition) -> String {
    "\(decimal(position.latitude)), \(decimal(position.longitude))"
  }

  /// `geo:48.20833,16.37306`, which terminals and map programs open (RFC 5870).
  public static func uri(_ position: GeoPosition) -> String {
    "geo:\(decimal(position.latitude)),\(decimal(position.longitude))"
  }

  private static func sexagesimal(_ degrees: Double) -> String {
    // At most 648,000, because a position is within its bounds.
    let seconds = Int((abs(degrees) * 3600).rounded())
    return "\(seconds / 3600)° \(padded(seconds / 60 % 60, 2))′ \(padded(seconds % 60, 2))″"
  }

  private static func decimal(_ degrees: Double) -> String {
    let units = Int((degrees * 100_000).rounded())
    let magnitude = units.magnitude
    let sign = units < 0 ? "-" : ""
    return "\(sign)\(magnitude / 100_000).\(padded(Int(magnitude % 100_000), 5))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
