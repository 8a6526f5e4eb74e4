/// The feed of the gallery in the shape of 500px's version 1, with Vitrine's `price` and `currency`.
struct Feed {
  private let photographs: [Photograph]

  init(_ photographs: [Photograph]) {
    self.photographs = photographs
  }

  var text: String {
    let photos = photographs.enumerated().map { index, photograph in
      // Numbers that look like 500px's and stay the same for a picture as long as the list only grows.
      Feed.photo(photograph, id: 230_100_017 + index * 7_919)
    }
    let feed = JSONText.object([
      ("current_page", .number(1)),
      ("total_pages", .number(1)),
      ("total_items", .number(photos.count)),
      ("name", .string("Sample gallery")),
      ("photos", .list(photos)),
    ])
    return feed.written() + "\n"
  }

  private static func photo(_ photograph: Photograph, id: Int) -> JSONText {
    let (width, height) = photograph.format.size
    let path = "pictures/" + photograph.file
    let exposure = photograph.exposure
    var pairs: [(String, JSONText)] = [
      ("id", .number(id)),
      ("name", .string(photograph.title)),
      ("description", optional(photograph.text)),
      ("created_at", .string(published(photograph.taken))),
      ("taken_at", .string(photograph.taken)),
      ("image_url", .string(path)),
      (
        "images",
        .list([
          .object([("size", .number(4)), ("url", .string(path)), ("https_url", .string(path))])
        ])
      ),
      ("url", .string("/photo/\(id)")),
      ("camera", optional(photograph.body.map { cameraName($0) })),
      ("lens", optional(photograph.lens)),
      ("focal_length", optional(exposure?.focalLength)),
      ("iso", optional(exposure?.iso)),
      ("shutter_speed", optional(exposure?.shutter)),
      ("aperture", optional(exposure?.aperture)),
      (
        "user",
        .object([
          ("fullname", .string(photograph.author.name)),
          ("username", .string(photograph.author.user)),
        ])
      ),
      ("width", .number(width)),
      ("height", .number(height)),
      ("license_type", .number(photograph.licence)),
    ]
    switch photograph.sale {
    case .price(let amount, let currency):
      pairs.append(("for_sale", .bool(true)))
      pairs.append(("price", .string(amount)))
      pairs.append(("currency", .string(currency)))
    case .notForSale: pairs.append(("for_sale", .bool(false)))
    case .null: pairs.append(("for_sale", .null))
    case .absent: break
    }
    pairs.append(("tags", .list(photograph.tags.map { .string($0) })))
    return .object(pairs)
  }

  private static func optional(_ value: String?) -> JSONText {
    value.map { .string($0) } ?? .null
  }

  private static func cameraName(_ body: CameraBody) -> String {
    // "NIKON CORPORATION" and "NIKON D500" are one name.
    let brand = body.make.prefix { $0 != " " }
    return body.model.hasPrefix(brand) ? body.model : brand + " " + body.model
  }

  /// Two years and some later, in the zone of 500px's servers.
  private static func published(_ taken: String) -> String {
    let year = (Int(taken.prefix(4)) ?? 2017) + 1
    return String(year) + taken.dropFirst(4).prefix(6) + "T08:15:42-05:00"
  }
}
