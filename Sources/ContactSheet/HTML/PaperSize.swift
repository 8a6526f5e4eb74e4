/// The paper on which a browser prints a contact sheet.
public enum PaperSize: Sendable {
  case a4, letter

  var cssName: String {
    switch self {
    case .a4: "A4"
    case .letter: "letter"
    }
  }

  /// Letter paper in the territories that use it (Unicode CLDR, *paperSize*: US-Letter), by a locale such as `en_US.UTF-8`;
  /// A4 everywhere else.
  init(locale: String) {
    let name = locale.split(whereSeparator: { $0 == "." || $0 == "@" }).first ?? ""
    let territory = name.split(whereSeparator: { $0 == "_" || $0 == "-" }).dropFirst().last ?? ""
    self = Self.letterTerritories.contains(String(territory).uppercased()) ? .letter : .a4
  }

  /// By `LC_PAPER` in the environment, which is resolved like every category of a locale.
  public init(environment: [String: String]) {
    let names = ["LC_ALL", "LC_PAPER", "LANG"]
    self.init(locale: names.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "")
  }

  private static let letterTerritories: Set<String> = [
    "BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE",
  ]
}
