import Foundation
import GalleryDomain

/// The pictures in HTML texts, each in the largest form that the text mentions.
///
/// That is the largest one in `srcset`, or the picture that the surrounding link leads to, or, on WordPress pages, the
/// original from which sizes such as `city-150x150.jpg` were made.
enum HTMLPicture {
  /// The maximum number of pictures per text.
  private static let limit = 100

  /// All pictures in order, without duplicates. Counters, smileys and other decoration are left out.
  ///
  /// Their sizes are those of the pictures, if the text states them, and not those at which the page shows them.
  ///
  /// - Parameter base: What relative addresses refer to, including that of the text's own base (`<base href>`, of which the
  ///   first counts, for the whole text).
  /// - Complexity: O(*bytes*).
  static func all(in html: String, base page: FeedBase) -> [FeedPicture] {
    var pictures: [Shown] = []
    var keys: Set<String> = []
    var link: String?
    var sources: [Form] = []
    var base: URL?
    var reader = HTMLReader(Array(html.utf8))
    while pictures.count < limit, let tag = reader.next() {
      switch (tag.name, tag.isEnd) {
      case ("base", false): base = base ?? page.url(tag.attributes["href"])
      case ("a", false): link = tag.attributes["href"]
      case ("a", true): link = nil
      case ("picture", _): sources = []
      case ("source", false):
        sources = Array((sources + forms(ofSource: tag.attributes)).prefix(limit))
      case ("img", false):
        if let picture = picture(tag.attributes, link: link, sources: sources),
          keys.insert(key(of: picture.form.address)).inserted
        {
          pictures.append(picture)
        }
      default: break
      }
    }
    let own = base.map { FeedBase(url: $0) } ?? page
    return pictures.compactMap { shown in
      var picture = FeedPicture(shown.form.address, at: own)
      picture?.thumbnail = own.picture(shown.thumbnail)?.url
      picture?.width = shown.form.width
      picture?.height = shown.form.height
      picture?.text = shown.text
      return picture
    }
  }

  /// A key that is the same for all sizes of a picture: its URL without a size in the name or the query.
  static func key(of address: String) -> String {
    let path = address.trimmingCharacters(in: .whitespaces).prefix { $0 != "#" }
    let bare = path.prefix { $0 != "?" }
    // Some servers distinguish pictures only by their query.
    var text = isPictureName(String(bare)) ? String(bare) : String(path)
    if let scheme = text.firstRange(of: "://") { text = String(text[scheme.upperBound...]) }
    if text.hasPrefix("//") { text.removeFirst(2) }
    return SizedName(text)?.original ?? text.replacing("-scaled.", with: ".")
  }

  // MARK: Reading a tag

  /// A picture in a text, with its addresses as they are written.
  private struct Shown {
    var form: Form
    var thumbnail: String
    var text: String?
  }

  /// One form of a picture. The size in its name counts if there is no other information.
  private struct Form {
    var address: String
    var width: Int?
    var height: Int?
    /// Pixels per pixel on the page.
    var density: Double

    init(_ address: String, width: Int? = nil, height: Int? = nil, density: Double = 1) {
      let sized = SizedName(address)
      self.address = address
      self.width = width ?? sized?.width
      self.height = height ?? (width == nil || width == sized?.width ? sized?.height : nil)
      self.density = density
    }
  }

  private static func picture(
    _ attributes: [String: String], link: String?, sources: [Form]
  ) -> Shown? {
    func address(_ names: String...) -> String? {
      names.lazy.compactMap { attributes[$0]?.trimmingCharacters(in: .whitespacesAndNewlines) }
        // Pages with lazy loading keep the URL in another attribute.
        .first { !$0.isEmpty && !$0.lowercased().hasPrefix("data:") && !$0.hasPrefix("about:") }
    }
    let late = address("data-src", "data-lazy-src", "data-original")
    let shown = [late, address("src") ?? late].compactMap(\.self)
    let sets = ["srcset", "data-srcset", "data-lazy-srcset"].flatMap { Self.forms(attributes[$0]) }
    let forms = sources + sets + shown.map { Form($0) }
    guard let first = shown.first ?? forms.first?.address, !isDecoration(attributes, first)
    else { return nil }

    let sizes = PictureSizes(forms) { ($0.width ?? 0, $0.width ?? 0, $0.density) }
    var best = sizes.largest ?? Form(first)
    // Jetpack states the original of its sizes.
    if let original = address("data-orig-file") {
      let size = attributes["data-orig-size"]?.split(separator: ",").map(String.init) ?? []
      best = Form(
        original, width: FeedPicture.pixels(size.first),
        height: FeedPicture.pixels(size.count == 2 ? size[1] : nil))
    } else if let link = link?.trimmingCharacters(in: .whitespacesAndNewlines),
      isPictureName(link)
    {
      // The picture behind a link is larger than the page's, unless it is stated to be smaller.
      let known = forms.first { $0.address == link } ?? Form(link)
      if (known.width ?? Int.max) >= (best.width ?? 0) { best = known }
    }
    if isWordPress(attributes, first), let sized = SizedName(best.address) {
      best = forms.first { $0.address == sized.original } ?? Form(sized.original)
    }

    let name = lastPart(of: first)
    let text = attributes["alt"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    // Programs use the file's name if no text was entered.
    let isName = ["", name, String(name.prefix { $0 != "." })].contains(text)
    return Shown(
      form: best, thumbnail: sizes.thumbnail()?.address ?? first, text: isName ? nil : text)
  }

  /// Whether sizes in names are WordPress's, judging by its folder or its classes.
  private static func isWordPress(_ attributes: [String: String], _ address: String) -> Bool {
    let classes = attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? []
    return address.contains("/wp-content/") || address.contains("/wp-uploads/")
      || classes.contains {
        $0.hasPrefix("wp-image-") || $0.hasPrefix("attachment-") || $0 == "wp-post-image"
      }
  }

  // MARK: srcset

  private static let formLimit = 50

  private static func forms(ofSource attributes: [String: String]) -> [Form] {
    let type = attributes["type"]?.lowercased() ?? ""
    let known = ["", "image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]
    guard known.contains(type) else { return [] }
    return forms(attributes["srcset"] ?? attributes["data-srcset"])
  }

  /// `a.jpg 300w, b,c.jpg 2x` (HTML, *Parsing a srcset attribute*): a URL ends at a space, and a comma inside it
  /// belongs to it unless it is the last character.
  private static func forms(_ srcset: String?) -> [Form] {
    guard let srcset else { return [] }
    var forms: [Form] = []
    var rest = srcset[...]
    while forms.count < formLimit {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      var address = rest.prefix { !$0.isWhitespace }
      guard !address.isEmpty else { break }
      rest = rest[address.endIndex...]
      var descriptors = Substring()
      if address.last == "," {
        while address.last == "," { address.removeLast() }
      } else {
        descriptors = rest.prefix { $0 != "," }
        rest = rest[descriptors.endIndex...]
      }
      guard !address.lowercased().hasPrefix("data:") else { continue }
      var (width, height, density) = (Int?.none, Int?.none, Double?.none)
      for descriptor in descriptors.split(whereSeparator: \.isWhitespace) {
        let number = descriptor.dropLast()
        switch descriptor.last {
        case "w": width = FeedPicture.pixels(String(number))
        case "h": height = FeedPicture.pixels(String(number))
        case "x": density = Double(number).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        default: break
        }
      }
      let isBare = descriptors.allSatisfy(\.isWhitespace)
      guard isBare || width != nil || density != nil else { continue }
      forms.append(Form(String(address), width: width, height: height, density: density ?? 1))
    }
    return forms
  }

  // MARK: Decoration

  private static func isDecoration(_ attributes: [String: String], _ address: String) -> Bool {
    if attributes["width"] == "0" || attributes["height"] == "0" { return true }
    let edges = ["width", "height"].compactMap { FeedPicture.pixels(attributes[$0]) }
    // Counters, smileys and buttons.
    if let edge = edges.max(), edge <= 32 { return true }
    let classes = attributes["class"]?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
    if classes.contains(where: { ["emoji", "custom-emoji", "wp-smiley", "avatar"].contains($0) }) {
      return true
    }
    return decorations.contains { address.contains($0) }
  }

  /// Counters and smileys of feed services, which are in all their texts.
  private static let decorations = [
    "feeds.feedburner.com/~", "feedsportal.com", "pixel.wp.com", "stats.wordpress.com",
    "s.w.org/images/core/emoji", "gravatar.com/avatar/", "feeds.wordpress.com",
  ]

  static func isPictureName(_ address: String) -> Bool {
    FileNameKind(Array(lastPart(of: address).utf8)) == .picture
  }

  static func lastPart(of address: String) -> String {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map(String.init) ?? String(path)
  }
}

/// A URL with a size at the end of its name, as WordPress makes them: `city-20-150x150.jpg`.
private struct SizedName {
  var width: Int
  var height: Int
  /// The URL without the size: that of the original.
  var original: String

  /// - Complexity: O(1) plus copying: only the end of the name is read.
  init?(_ address: String) {
    let end = address.firstIndex { $0 == "?" || $0 == "#" } ?? address.endIndex
    let path = address[..<end]
    guard let point = path.lastIndex(of: "."), let hyphen = path[..<point].lastIndex(of: "-") else {
      return nil
    }
    let edges = path[path.index(after: hyphen)..<point].split(
      separator: "x", omittingEmptySubsequences: false)
    guard edges.count == 2,
      edges.allSatisfy({
        (2...5).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }),
      let width = Int(edges[0]), let height = Int(edges[1]), width > 0, height > 0
    else { return nil }
    self.width = width
    self.height = height
    original = String(path[..<hyphen] + address[point...])
  }
}
