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
    let url = FeedAddress.web(text, relativeTo: "")
    let address = text.dropFirst(scheme.count)
    let name = CreativeCommons(address: address)?.name ?? RightsStatement.name(address)
    return Licence(name: name ?? text, url: url)
  }

  /// For sources with separate name and URL; either may be missing.
  ///
  /// - Parameter site: For resolving a relative URL.
  package static func licence(name: String?, url: String?, site: String = "") -> Licence? {
    guard let address = CleanText.line(url), let link = FeedAddress.web(address, relativeTo: site)
    else { return licence(name) }
    let linked = licence(link.absoluteString)
    guard let name = CleanText.htmlLine(name), webScheme(name) == nil else { return linked }
    return Licence(name: CreativeCommons(name: name)?.name ?? name, url: link)
  }

  /// Creative Commons terms as in Openverse, Flickr and others: `by-nc-sa` with `2.0`, `cc0`, `pdm`.
  ///
  /// - Parameter url: The source's own URL for them; otherwise the one at creativecommons.org.
  static func licence(code: String?, version: String?, url: String? = nil) -> Licence? {
    guard let code = CleanText.line(code) else { return licence(url) }
    let number = CleanText.line(version)
    guard let terms = CreativeCommons(code: code, version: number) else {
      let name = number.map { "\(code) \($0)" } ?? code
      return licence(name: name, url: url)
    }
    return Licence(
      name: terms.name, url: url.flatMap { FeedAddress.web($0, relativeTo: "") } ?? terms.url)
  }

  private static func webScheme(_ text: String) -> String? {
    let beginning = text.prefix(8).lowercased()
    return ["https://", "http://"].first { beginning.hasPrefix($0) }
  }
}
