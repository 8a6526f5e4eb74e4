import Foundation
import GalleryDomain

/// Terms of use in feeds and metadata, with a short name and their URL if known: `CC BY-SA 4.0`, `CC0 1.0`, `In
/// Copyright`.
package enum LicenceText {
  /// A Creative Commons or rightsstatements.org URL, another URL, or text.
  package static func licence(_ raw: String?) -> Licence? {
    guard let text = CleanText.line(raw) else { return nil }
    guard let address = webAddress(text) else {
      let known = CreativeCommons(name: text)
      return Licence(name: known?.name ?? text, url: known?.url)
    }
    let parts = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
      .map { $0.lowercased() }
    let name = CreativeCommons(address: parts)?.name ?? rightsStatement(parts)
    return Licence(name: name ?? text, url: FeedAddress.web(text))
  }

  /// For sources with separate name and URL; either may be missing.
  package static func licence(name: String?, url: String?) -> Licence? {
    guard let address = CleanText.line(url), let link = FeedAddress.web(address) else {
      return licence(name)
    }
    guard let name = CleanText.htmlLine(name), webAddress(name) == nil else {
      return licence(link.absoluteString)
    }
    return Licence(name: CreativeCommons(name: name)?.name ?? name, url: link)
  }

  /// A URL without its scheme; nil for other texts.
  private static func webAddress(_ text: String) -> Substring? {
    ["https://", "http://"].first(where: text.prefix(8).lowercased().hasPrefix)
      .map { text.dropFirst($0.count) }
  }

  /// The name of one of the twelve statements of rightsstatements.org, which museums and archives use (*Statements*, 1.0).
  ///
  /// - Parameter parts: Such as those of `rightsstatements.org/vocab/InC/1.0/`.
  private static func rightsStatement(_ parts: [String]) -> String? {
    guard parts.count >= 3, parts[0] == "rightsstatements.org",
      ["vocab", "page"].contains(parts[1])
    else { return nil }
    return rightsStatements[parts[2]]
  }

  private static let rightsStatements = [
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
}

/// A Creative Commons licence or mark (creativecommons.org, *licenses* and *publicdomain*).
private struct CreativeCommons {
  /// `by`, `by-nc-sa`, `cc0`, `pdm`, `sampling+`.
  private let terms: String
  /// For example `4.0`; nil if not stated.
  private let version: String?
  /// The jurisdiction of a ported licence, such as `de`.
  private let jurisdiction: String?

  private static let known: Set<String> = [
    "by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd", "by-nd-nc", "sa", "nc", "nd", "nc-sa",
    "nd-nc", "sampling", "sampling+", "nc-sampling+", "cc0", "pdm",
  ]

  /// - Parameter rest: What follows the terms.
  private init?(_ terms: String, _ rest: ArraySlice<String>) {
    guard Self.known.contains(terms) else { return nil }
    let version = rest.first.flatMap { Self.isVersion($0) ? $0 : nil }
    let next = version == nil ? nil : rest.dropFirst().first
    self.terms = terms
    self.version = version
    jurisdiction = next.flatMap { Self.isJurisdiction($0) ? $0 : nil }
  }

  /// - Parameter parts: Those of a URL without the scheme, such as `creativecommons.org/licenses/by/2.0/de/`. The version may
  ///   also be followed by `deed.en` or `legalcode`.
  init?(address parts: [String]) {
    guard parts.count >= 3,
      parts[0] == "creativecommons.org" || parts[0].hasSuffix(".creativecommons.org")
    else { return nil }
    switch (parts[1], parts[2]) {
    case ("licenses", let terms): self.init(terms, parts[3...])
    case ("publicdomain", "zero"): self.init("cc0", parts[3...])
    case ("publicdomain", "mark"): self.init("pdm", parts[3...])
    default: return nil
    }
  }

  /// A complete name: `CC BY-SA 4.0`, `cc-by-sa-4.0`, `CC BY 2.0 DE`, `CC0`, `CC-BY`.
  init?(name: String) {
    guard name.utf8.count <= 40 else { return nil }
    let words = name.lowercased().split { "- _".contains($0) }.map(String.init)
    guard let first = words.first, ["cc", "cc0"].contains(first) else { return nil }
    let terms = words.dropFirst(first == "cc" ? 1 : 0).prefix { !Self.isVersion($0) }
    let rest = words[terms.endIndex...]
    self.init(terms == ["zero"] ? "cc0" : terms.joined(separator: "-"), rest)
    guard rest.count == [version, jurisdiction].count(where: { $0 != nil }) else { return nil }
  }

  /// `CC BY-SA 4.0`, `CC BY 2.0 DE`, `CC0 1.0`, `PDM 1.0`.
  var name: String {
    let short =
      switch terms {
      case "cc0", "pdm": terms.uppercased()
      case "sampling", "sampling+", "nc-sampling+":
        "CC " + terms.replacing("sampling", with: "Sampling").replacing("nc-", with: "NC-")
      default: "CC " + terms.uppercased()
      }
    return ([short] + [version, jurisdiction?.uppercased()].compactMap(\.self))
      .joined(separator: " ")
  }

  /// The URL of the text; nil if no version is stated, because there is no URL without one.
  var url: URL? {
    let paths = ["cc0": "publicdomain/zero", "pdm": "publicdomain/mark"]
    guard let version = version ?? paths[terms].map({ _ in "1.0" }) else { return nil }
    let parts = [paths[terms] ?? "licenses/\(terms)", version] + [jurisdiction].compactMap(\.self)
    return URL(string: "https://creativecommons.org/" + parts.joined(separator: "/") + "/")
  }

  private static func isVersion(_ word: String) -> Bool {
    let isNumber = word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    return isNumber && (1...4).contains(word.utf8.count) && word.utf8.first != UInt8(ascii: ".")
  }

  /// `de`, `igo`, `scotland`.
  private static func isJurisdiction(_ part: String) -> Bool {
    let isShort = (2...3).contains(part.utf8.count)
    return (isShort && part.utf8.allSatisfy { (0x61...0x7A).contains($0) }) || part == "scotland"
  }
}
