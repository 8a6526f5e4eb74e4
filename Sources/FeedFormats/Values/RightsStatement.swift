/// The twelve statements of rightsstatements.org, which museums and archives use (*Statements*, 1.0).
enum RightsStatement {
  private static let names = [
    "inc": "In Copyright",
    "inc-ow-eu": "In Copyright - EU Orphan Work",
    "inc-edu": "In Copyright - Educational Use Permitted",
    "inc-nc": "In Copyright - Non-Commercial Use Permitted",
    "inc-ruu": "In Copyright - Rights-holder(s) Unlocatable or Unidentifiable",
    "noc-cr": "No Copyright - Contractual Restrictions",
    "noc-nc": "No Copyright - Non-Commercial Use Only",
    "noc-oklr": "No Copyright - Other Known Legal Restrictions",
    "noc-us": "No Copyright - United States",
    "cne": "Copyright Not Evaluated",
    "und": "Copyright Undetermined",
    "nkc": "No Known Copyright",
  ]

  /// - Parameter address: Without the scheme, such as `rightsstatements.org/vocab/InC/1.0/`.
  static func name(_ address: Substring) -> String? {
    let parts = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    guard parts.count >= 3, parts[0].lowercased() == "rightsstatements.org",
      parts[1] == "vocab" || parts[1] == "page"
    else { return nil }
    return names[parts[2].lowercased()]
  }
}
