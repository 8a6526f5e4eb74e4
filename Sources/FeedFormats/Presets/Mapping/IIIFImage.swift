/// A IIIF image as manifests describe it: a URL, and often a service that provides it in several sizes.
///
/// Supports the image resources of Presentation API 2 (`@id`, `oa:Choice`, `oa:SpecificResource`) and 3 (`id`,
/// `Choice`, `SpecificResource`), thumbnails, plain URLs, and services of Image API 1, 2 and 3, one or several,
/// distinguished by type, context and profile. If the specifications leave a choice, it follows what libraries really
/// publish: the URL of a resource is often that of a page, or of nothing at all (Stanford, Qatar, Wales), and a
/// thumbnail's service is sometimes the manifest (Göttingen).
struct IIIFImage {
  /// As in the manifest; may be empty.
  private let address: String
  private let format: String
  private let service: Service?

  /// The maximum nesting of choices and parts.
  private static let depthLimit = 8
  private static let otherTypes: Set<String> = [
    "video", "sound", "text", "textualbody", "dataset", "model", "contentastext",
  ]

  /// - Parameter depth: How many lists, choices and parts it is in.
  /// - Returns: nil for nothing, and for videos, sounds, texts and models.
  init?(_ value: JSONValue, depth: Int = 0) {
    guard depth < Self.depthLimit else { return nil }
    if case .text(let text) = value, !text.isBlank, text != "rdf:nil" {
      (address, format, service) = (text, "", nil)
      return
    }
    let type = value.iiifType
    // The default choice, and the whole of an image of which only a part is shown.
    let inner: [JSONValue?] =
      switch type {
      case "choice": [value["default"], value["items"], value["item"]]
      case "specificresource": [value["full"], value["source"]]
      default: value.elements
      }
    if let image = inner.lazy.compactMap(\.self).compactMap({ Self($0, depth: depth + 1) }).first {
      self = image
      return
    }
    guard case .object = value, !Self.otherTypes.contains(type) else { return nil }
    address = value.iiifID ?? ""
    format = value["format"]?.lenientText?.lowercased() ?? ""
    service =
      (value["service"] ?? value["services"] ?? .null).oneOrMore.prefix(Service.limit)
      .lazy.compactMap { Service($0) }.first
    guard !address.isEmpty || service != nil else { return nil }
  }

  // MARK: Addresses

  /// The URL of the whole image.
  ///
  /// The resource's own URL if it is a request to an image server, because the manifest's author chose its size;
  /// otherwise the largest size of a service, as viewers in libraries request it.
  var largest: String? {
    if isImageRequest, isShown { return address }
    if let service, service.level != 0 { return service.whole }
    if !address.isEmpty, isShown { return address }
    return service.map { $0.largestListed ?? $0.whole } ?? (address.isEmpty ? nil : address)
  }

  /// The URL of a small version of about 400 pixels.
  ///
  /// If the resource's URL is on an image server, the service is used only if it is the same one.
  var thumbnail: String? {
    if let service, !isImageRequest || service.contains(address) {
      if service.level != 0 { return service.scaled }
      if let listed = service.smallListed { return listed }
    }
    return address.isEmpty ? service?.whole : address
  }

  private static let qualities = [
    "default", "native", "color", "colour", "gray", "grey", "bitonal",
  ]

  /// Whether it ends like a request to an image server: region, size, rotation, quality and format (Image API 3.0, 4).
  private var isImageRequest: Bool {
    let parts = address.prefix { $0 != "?" && $0 != "#" }.split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 5, let name = parts.last else { return false }
    let quality = name.prefix { $0 != "." }
    return Self.qualities.contains(String(quality))
      && parts[parts.count - 2].allSatisfy { $0.isNumber || $0 == "!" || $0 == "." }
  }

  /// Whether it is in a format for screens, if that is stated. Masters in JPEG 2000 and TIFF have a service that
  /// provides them as JPEG.
  private var isShown: Bool {
    let ending = address.prefix { $0 != "?" && $0 != "#" }.split(separator: ".").last ?? ""
    return !["jp2", "jpx", "tif", "tiff", "pdf"].contains(ending.lowercased())
      && !["image/jp2", "image/jpx", "image/tiff", "application/pdf"].contains(format)
  }

  /// An image server's base URL for one image.
  private struct Service {
    /// Without a trailing slash or `info.json`.
    var base: String
    /// The version of the Image API: 1 to 3.
    var version: Int
    /// The compliance level: 0 for fixed sizes only; nil if unknown.
    var level: Int?
    /// The fixed sizes.
    var sizes: PictureSizes<(width: Int, height: Int)>

    /// The maximum number of services per resource, of which the first one that provides images counts: others are for logging
    /// in, searching, or metadata.
    static let limit = 16
    private static let thumbnailWidth = 400

    init?(_ value: JSONValue) {
      // A plain URL says nothing about what is there.
      guard var base = value.iiifID, base.hasPrefix("http://") || base.hasPrefix("https://") else {
        return nil
      }
      let profiles = value["profile"]?.texts ?? []
      let contexts = (value["@context"]?.texts ?? []) + profiles
      let isOther = ["/auth/", "/search/", "/discovery/", "/physdim/", "/annex/"]
        .contains { word in contexts.contains { $0.contains(word) } }
      guard !isOther else { return nil }
      for ending in ["/info.json", "/"] where base.hasSuffix(ending) {
        base.removeLast(ending.count)
      }
      self.base = base
      // `ImageService3`, `http://library.stanford.edu/iiif/image-api/1.1/context.json`, `http://iiif.io/api/image/2/level1.json`.
      version =
        Self.number(in: [value.iiifType], after: "imageservice")
        ?? contexts.lazy.compactMap {
          $0.contains("/image-api/") ? 1 : Self.number(in: [$0], after: "/api/image/")
        }.first ?? 2
      // `…/level1.json`, `…/compliance.html#level1`, `level1`.
      level = Self.number(in: profiles, after: "level")
      let listed = (value["sizes"]?.elements ?? []).prefix(64).compactMap { size in
        FeedPicture.pixels(size["width"]?.lenientText).flatMap { width in
          FeedPicture.pixels(size["height"]?.lenientText).map { (width: width, height: $0) }
        }
      }
      sizes = PictureSizes(listed) { ($0.width, $0.width, 0) }
    }

    private static func number(in words: [String], after beginning: String) -> Int? {
      words.lazy.compactMap { word in
        word.firstRange(of: beginning).flatMap { Int(word[$0.upperBound...].prefix(1)) }
      }.first { (0...3).contains($0) }
    }

    private var quality: String { version == 1 ? "native" : "default" }

    private func request(size: String) -> String { "\(base)/full/\(size)/0/\(quality).jpg" }

    var whole: String { request(size: version == 3 ? "max" : "full") }

    var scaled: String { request(size: "\(Self.thumbnailWidth),") }

    var largestListed: String? { sizes.largest.map { request(size: "\($0.width),\($0.height)") } }

    /// The smallest of the fixed sizes that is large enough for a thumbnail, otherwise the largest.
    var smallListed: String? {
      sizes.thumbnail(pixels: Self.thumbnailWidth / 2)
        .map { request(size: "\($0.width),\($0.height)") } ?? largestListed
    }

    /// Whether a URL belongs to this service, over http or https.
    func contains(_ address: String) -> Bool {
      func path(_ text: String) -> Substring { text.drop { $0 != ":" } }
      return path(address).hasPrefix("\(path(base))/")
    }
  }
}

extension JSONValue {
  /// `@id` in version 2, `id` in version 3.
  fileprivate var iiifID: String? { (self["@id"] ?? self["id"])?.lenientText }

  /// Without its prefix, in lower case: `oa:Choice` and `Choice` are `choice`.
  fileprivate var iiifType: String {
    let type = (self["@type"] ?? self["type"])?.texts.first
    return type?.split(separator: ":").last.map(String.init) ?? ""
  }

  /// The text, or the texts of a list, in lower case.
  fileprivate var texts: [String] { oneOrMore.compactMap { $0.lenientText?.lowercased() } }
}
