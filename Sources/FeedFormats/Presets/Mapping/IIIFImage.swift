/// An image of IIIF as manifests describe it: an address, and often a service that gives it in sizes.
///
/// Read are the image resources of Presentation API 2 (`@id`, `oa:Choice`, `oa:SpecificResource`) and 3 (`id`, `Choice`,
/// `SpecificResource`), thumbnails, addresses alone, and services of Image API 1, 2 and 3, one or several, told apart by
/// their type, context and profile. What libraries really write decides where the specifications leave a choice: the
/// address of a resource is often one of a page or of nothing at all (Stanford, Qatar, Wales), and a thumbnail's service is
/// sometimes the manifest (Göttingen).
struct IIIFImage {
  /// As the manifest writes it; may be empty.
  private let address: String
  private let format: String
  private let service: Service?

  /// - Returns: nil for nothing, and for films, sounds, texts and models.
  init?(_ value: JSONValue) { self.init(value, depth: 0) }

  /// Choices and parts inside each other that are looked into.
  private static let depthLimit = 8

  private init?(_ value: JSONValue, depth: Int) {
    guard depth < Self.depthLimit else { return nil }
    switch value {
    case .text(let text):
      guard !text.isBlank, text != "rdf:nil" else { return nil }
      (address, format, service) = (text, "", nil)
    case .array(let elements):
      guard let image = elements.lazy.compactMap({ Self($0, depth: depth + 1) }).first else {
        return nil
      }
      self = image
    case .object:
      // What is chosen where nobody chooses, and the whole of what only a part is shown of.
      let type = value.iiifType
      let inner: [JSONValue?] =
        switch type {
        case "choice": [value["default"], value["items"], value["item"]]
        case "specificresource": [value["full"], value["source"]]
        default: []
        }
      if let image = inner.lazy.compactMap({ $0.flatMap { Self($0, depth: depth + 1) } }).first {
        self = image
        return
      }
      guard
        !["video", "sound", "text", "textualbody", "dataset", "model", "contentastext"]
          .contains(type)
      else { return nil }
      address = value.iiifID ?? ""
      format = value["format"]?.lenientText?.lowercased() ?? ""
      service = Service(of: value)
      guard !address.isEmpty || service != nil else { return nil }
    case .null, .bool, .number: return nil
    }
  }

  // MARK: Addresses

  /// The address of the whole image.
  ///
  /// The resource's own if that is a request to an image server, since the manifest's author chose its size; else what a
  /// service gives at most, as the viewers of libraries ask for.
  var largest: String? {
    if isImageRequest, isShown { return address }
    if let service, service.level != 0 { return service.whole }
    if !address.isEmpty, isShown { return address }
    return service?.largestListed ?? (address.isEmpty ? nil : address)
  }

  /// The address of a small one, of some 400 pixels.
  ///
  /// A service is asked only where it is the one that the address, if it is that of an image server, lies on.
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

  /// Whether it ends as requests to image servers do: region, size, rotation, quality and format (Image API 3.0, 4).
  private var isImageRequest: Bool {
    let parts = address.prefix { $0 != "?" && $0 != "#" }.split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 5, let name = parts.last else { return false }
    let quality = name.prefix { $0 != "." }
    return Self.qualities.contains(String(quality))
      && parts[parts.count - 2].allSatisfy { $0.isNumber || $0 == "!" || $0 == "." }
  }

  /// Whether it is in a format that is made for screens, as far as that is said. Masters in JPEG 2000 and TIFF have
  /// a service that gives them as JPEG.
  private var isShown: Bool {
    let ending = address.prefix { $0 != "?" && $0 != "#" }.split(separator: ".").last ?? ""
    return !["jp2", "jpx", "tif", "tiff", "pdf"].contains(ending.lowercased())
      && !["image/jp2", "image/jpx", "image/tiff", "application/pdf"].contains(format)
  }
}

extension IIIFImage {
  /// An image server's address for one image.
  private struct Service {
    /// Without a slash or `info.json` at its end.
    var base: String
    /// Of the Image API: 1 to 3.
    var version: Int
    /// What it can do: 0 for sizes that are there already; nil where it does not say.
    var level: Int?
    /// Those that are there already.
    var sizes: [(width: Int, height: Int)]

    /// Services of a resource that are looked at.
    private static let limit = 16
    private static let thumbnailWidth = 400

    /// The first that gives images: others log in, search, or hold facts.
    init?(of resource: JSONValue) {
      let stated = resource["service"] ?? resource["services"] ?? .null
      let all = if case .array(let elements) = stated { elements } else { [stated] }
      guard let service = all.prefix(Self.limit).lazy.compactMap({ Self($0) }).first else {
        return nil
      }
      self = service
    }

    private init?(_ value: JSONValue) {
      // An address alone says nothing of what is there.
      guard var base = value.iiifID, base.hasPrefix("http://") || base.hasPrefix("https://") else {
        return nil
      }
      let profiles = value["profile"].map { $0.texts.map { $0.lowercased() } } ?? []
      let contexts = value["@context"].map { $0.texts.map { $0.lowercased() } } ?? []
      let words = profiles + contexts
      let isOther = ["/auth/", "/search/", "/discovery/", "/physdim/", "/annex/"]
        .contains { word in words.contains { $0.contains(word) } }
      guard !isOther else { return nil }
      for ending in ["/info.json", "/"] where base.hasSuffix(ending) {
        base.removeLast(ending.count)
      }
      self.base = base
      version =
        Self.version(type: value.iiifType) ?? Self.version(contexts) ?? Self.version(profiles) ?? 2
      level = profiles.lazy.compactMap(Self.level).first
      sizes = (value["sizes"]?.elements ?? []).prefix(64).compactMap { size in
        guard let width = size["width"]?.lenientInt, let height = size["height"]?.lenientInt,
          (1...1_000_000).contains(width), (1...1_000_000).contains(height)
        else { return nil }
        return (width, height)
      }.sorted { $0.width < $1.width }
    }

    private static func version(type: String) -> Int? {
      switch type {
      case "imageservice1": 1
      case "imageservice2": 2
      case "imageservice3": 3
      default: nil
      }
    }

    /// `http://library.stanford.edu/iiif/image-api/1.1/context.json`, `http://iiif.io/api/image/2/level1.json`.
    private static func version(_ addresses: [String]) -> Int? {
      for address in addresses {
        if address.contains("/image-api/") { return 1 }
        for version in 1...3 where address.contains("/api/image/\(version)") { return version }
      }
      return nil
    }

    /// `…/level1.json`, `…/compliance.html#level1`, `level1`.
    private static func level(_ profile: String) -> Int? {
      (0...2).first { profile.contains("level\($0)") }
    }

    private var quality: String { version == 1 ? "native" : "default" }

    private func request(size: String) -> String { "\(base)/full/\(size)/0/\(quality).jpg" }

    var whole: String { request(size: version == 3 ? "max" : "full") }

    var scaled: String { request(size: "\(Self.thumbnailWidth),") }

    var largestListed: String { sizes.last.map(listed) ?? whole }

    /// The smallest that is large enough for a thumbnail, else the largest.
    var smallListed: String? {
      (sizes.first { $0.width >= Self.thumbnailWidth / 2 } ?? sizes.last).map(listed)
    }

    private func listed(_ size: (width: Int, height: Int)) -> String {
      request(size: "\(size.width),\(size.height)")
    }

    /// Whether an address is one of this service, by http or https.
    func contains(_ address: String) -> Bool {
      func path(_ text: String) -> Substring { text.drop { $0 != ":" } }
      return path(address).hasPrefix("\(path(base))/")
    }
  }
}

extension JSONValue {
  /// `@id` of version 2, `id` of version 3.
  fileprivate var iiifID: String? { (self["@id"] ?? self["id"])?.lenientText }

  /// Without its prefix, in lower case: `oa:Choice` and `Choice` are `choice`.
  fileprivate var iiifType: String {
    let type = (self["@type"] ?? self["type"])?.texts.first ?? ""
    return (type.split(separator: ":").last.map(String.init) ?? type).lowercased()
  }

  /// The text, or the texts of a list.
  fileprivate var texts: [String] {
    if case .array(let elements) = self {
      elements.compactMap(\.lenientText)
    } else {
      lenientText.map { [$0] } ?? []
    }
  }
}
