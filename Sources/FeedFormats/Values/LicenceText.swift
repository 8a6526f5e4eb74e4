import Foundation
import GalleryDomain

/// Terms of use in feeds and metadata, with a short name and their URL if known: `CC BY-SA 4.0`, `CC0 1.0`, `In
/// Copyright`.
package enum LicenceText {
  /// A Creative Commons or rightsstatements.org URL, another URL, or text.
  package static func licence(_ raw: String?) -> Licence? {
    guard let text = CleanText.line(raw) else { return nil }
    guard let scheme = webScheme(text) else {
      return CreativeCommons(name: text)?.licence ?? Licence(name: text)
    }
    let url = FeedAddress.web(text)
    let address = text.dropFirst(scheme.count)
    let name = CreativeCommons(address: address)?.name ?? RightsStatement.name(address)
    return Licence(name: name ?? text, url: url)
  }

  /// For sources with separate name and URL; either may be missing.
  package static func licence(name: String?, url: String?) -> Licence? {
    guard let address = CleanText.line(url), let link = FeedAddress.web(address) else {
      return licence(name)
    }
    let linked = licence(link.absoluteString)
    guard let name = CleanText.htmlLine(name), webScheme(name) == nil else { return linked }
    return Licence(name: CreativeCommons(name: name)?.name ?? name, url: link)
  }

  private static func webScheme(_ text: String) -> String? {
    let beginning = text.prefix(8).lowercased()
    return ["https://", "http://"].first { beginning.hasPrefix($0) }
  }
}

/// A Creative Commons licence or mark (creativecommons.org, *licenses* and *publicdomain*).
struct CreativeCommons: Hashable {
  /// `by`, `by-nc-sa`, `cc0`, `pdm`, `sampling+`.
  private var terms: String
  /// For example `4.0`; nil if not stated.
  private var version: String?
  /// The jurisdiction of a ported licence, such as `de`.
  private var jurisdiction: String?

  private static let known: Set<String> = [
    "by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd", "by-nd-nc", "sa", "nc", "nd", "nc-sa",
    "nd-nc", "sampling", "sampling+", "nc-sampling+", "cc0", "pdm",
  ]

  /// - Parameter address: Without the scheme, such as `creativecommons.org/licenses/by/2.0/de/`.
  init?(address: Substring) {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/").map { $0.lowercased() }
    guard parts.count >= 3,
      parts[0] == "creativecommons.org" || parts[0].hasSuffix(".creativecommons.org")
    else { return nil }
    switch (parts[1], parts[2]) {
    case ("licenses", let terms): self.terms = terms
    case ("publicdomain", "zero"): terms = "cc0"
    case ("publicdomain", "mark"): terms = "pdm"
    default: return nil
    }
    guard Self.known.contains(terms) else { return nil }
    version = parts.dropFirst(3).first.flatMap(Self.version)
    // The version may also be followed by `deed.en` or `legalcode`.
    jurisdiction = parts.dropFirst(4).first.flatMap { part in
      version != nil && Self.isJurisdiction(part) ? part : nil
    }
  }

  /// - Parameters:
  ///   - code: `by-nc-sa`, `CC0`, `pdm`, in any case, optionally with the prefix `cc-`.
  ///   - version: Ignored if it isn't a number.
  init?(code: String, version: String?) {
    var terms = code.lowercased().replacing(" ", with: "-")
    if terms.hasPrefix("cc-") { terms.removeFirst(3) }
    if terms == "zero" { terms = "cc0" }
    guard Self.known.contains(terms) else { return nil }
    self.terms = terms
    self.version = version.flatMap { Self.version($0) }
  }

  /// A complete name: `CC BY-SA 4.0`, `cc-by-sa-4.0`, `CC BY 2.0 DE`, `CC0`, `CC-BY`.
  init?(name: String) {
    guard name.utf8.count <= 40 else { return nil }
    var words = name.lowercased().split { $0 == "-" || $0 == " " || $0 == "_" }.map(String.init)[
      ...]
    guard let first = words.first, first == "cc" || first == "cc0" else { return nil }
    if first == "cc" { words.removeFirst() }
    let terms = words.prefix { Self.version($0) == nil }
    words = words.dropFirst(terms.count)
    self.init(code: terms.joined(separator: "-"), version: words.first)
    words = words.dropFirst()
    guard words.count <= 1 else { return nil }
    if let last = words.first {
      guard Self.isJurisdiction(last) else { return nil }
      jurisdiction = last
    }
  }

  /// `CC BY-SA 4.0`, `CC BY 2.0 DE`, `CC0 1.0`, `PDM 1.0`.
  var name: String {
    let short: String
    switch terms {
    case "cc0", "pdm": short = terms.uppercased()
    case "sampling", "sampling+", "nc-sampling+":
      short = "CC " + terms.replacing("sampling", with: "Sampling").replacing("nc-", with: "NC-")
    default: short = "CC " + terms.uppercased()
    }
    return ([short] + [version, jurisdiction?.uppercased()].compactMap(\.self))
      .joined(separator: " ")
  }

  /// The URL of the text; nil if no version is stated, because there is no URL without one.
  var url: URL? {
    guard let version = version ?? (terms == "cc0" || terms == "pdm" ? "1.0" : nil) else {
      return nil
    }
    let path: String
    switch terms {
    case "cc0": path = "publicdomain/zero"
    case "pdm": path = "publicdomain/mark"
    default: path = "licenses/\(terms)"
    }
    let parts = [path, version] + [jurisdiction].compactMap(\.self)
    return URL(string: "https://creativecommons.org/" + parts.joined(separator: "/") + "/")
  }

  var licence: Licence { Licence(name: name, url: url) }

  private static func version(_ word: String) -> String? {
    let isNumber = word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    return isNumber && (1...4).contains(word.utf8.count) && word.utf8.first != UInt8(ascii: ".")
      ? word : nil
  }

  /// `de`, `igo`, `scotland`.
  private static func isJurisdiction(_ part: String) -> Bool {
    let isShort = (2...3).contains(part.utf8.count)
    return (isShort && part.utf8.allSatisfy { (0x61...0x7A).contains($0) }) || part == "scotland"
  }
}

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
