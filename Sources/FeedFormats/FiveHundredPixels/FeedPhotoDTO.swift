/// A photo as written in a feed in 500px v1 format. All fields except `id` may be missing or have an unexpected type.
///
/// Source of the fields: 500px API v1, *Photo resource*; `price`, `price_until`, `currency`, `tags` and `utc_offset`
/// are Vitrine's own.
struct FeedPhotoDTO {
  var id: String
  var name: String?
  var description: String?
  var createdAt: String?
  var takenAt: String?
  /// How many seconds the camera's clock was ahead of UTC at `taken_at`. The offset in that text is the server's.
  var utcOffset: Int?
  var imageURL: String?
  var images: [FeedImageDTO]
  var url: String?
  var forSale: Bool?
  var camera: String?
  var lens: String?
  var focalLength: String?
  var iso: String?
  var shutterSpeed: String?
  var aperture: String?
  var author: String?
  var width: Int?
  var height: Int?
  var licenceType: String?
  var price: String?
  var priceUntil: String?
  var currency: String?
  var tags: [String]

  /// - Returns: nil if it isn't an object or has no id.
  init?(_ value: JSONValue) {
    guard case .object(let members) = value,
      let id = members.last(where: { $0.name == "id" })?.value.lenientText
    else { return nil }
    self.id = id
    name = value["name"]?.lenientText
    description = value["description"]?.lenientText
    createdAt = value["created_at"]?.lenientText
    takenAt = value["taken_at"]?.lenientText
    utcOffset = value["utc_offset"]?.lenientInt
    // Newer responses have a list of URLs, the smallest first.
    imageURL = value["image_url"].flatMap { $0.lenientText ?? $0.elements.last?.lenientText }
    images = value["images"]?.elements.compactMap(FeedImageDTO.init) ?? []
    url = value["url"]?.lenientText
    forSale = value["for_sale"]?.availability
    camera = value["camera"]?.lenientText
    lens = value["lens"]?.lenientText
    focalLength = value["focal_length"]?.lenientText
    iso = value["iso"]?.lenientText
    shutterSpeed = value["shutter_speed"]?.lenientText
    aperture = value["aperture"]?.lenientText
    author = value["user"].flatMap {
      $0["fullname"]?.lenientText ?? $0["username"]?.lenientText ?? $0.lenientText
    }
    width = value["width"]?.lenientInt
    height = value["height"]?.lenientInt
    licenceType = value["license_type"]?.lenientText
    price = value["price"]?.lenientText
    priceUntil = value["price_until"]?.lenientText
    currency = value["currency"]?.lenientText
    tags = value["tags"].map(Self.tags) ?? []
  }

  /// A list, or one text separated by commas.
  private static func tags(_ value: JSONValue) -> [String] {
    if let text = value.lenientText { return text.split(separator: ",").map(String.init) }
    return value.elements.compactMap(\.lenientText)
  }
}

/// One of the sizes of a photo in a feed.
struct FeedImageDTO {
  var size: Int?
  var url: String

  /// - Returns: nil if there is no URL.
  init?(_ value: JSONValue) {
    guard let url = value["https_url"]?.lenientText ?? value["url"]?.lenientText else { return nil }
    self.url = url
    size = value["size"]?.lenientInt
  }

  init(size: Int?, url: String) {
    self.size = size
    self.url = url
  }
}
