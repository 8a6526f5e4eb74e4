import GalleryDomain

/// The properties of a photo by their names in preset files.
struct PresetFields: Hashable, Sendable {
  enum Name: String, CaseIterable, Sendable {
    case id, title, description, author, date
    case utcOffset = "utc_offset"
    case camera, make, model, lens
    case focalLength = "focal_length"
    case aperture
    case shutterSpeed = "shutter_speed"
    case iso, thumbnail, image, page, width, height, tags
    case licence
    case licenceURL = "licence_url"
    case licenceCode = "licence_code"
    case licenceVersion = "licence_version"
    case purchaseItem = "purchase_item"
    case purchaseURL = "purchase_url"
  }

  private var fields: [Name: PresetField] = [:]

  init() {}

  /// - Parameter needsPicture: Whether no other table describes where pictures are.
  init(_ table: PresetTable, needsPicture: Bool) {
    self.init(table, Name.allCases)
    if needsPicture, self[.image].isEmpty, self[.thumbnail].isEmpty {
      table.note("image", "required: the path of the picture's URL")
    }
  }

  fileprivate init(_ table: PresetTable, _ names: [Name]) {
    for name in names { fields[name] = table.field(name.rawValue) }
  }

  subscript(name: Name) -> PresetField { fields[name] ?? [] }

  func text(_ name: Name, in scope: PresetScope) -> String? { self[name].text(in: scope) }
  func texts(_ name: Name, in scope: PresetScope) -> [String] { self[name].texts(in: scope) }
  func whole(_ name: Name, in scope: PresetScope) -> Int? { self[name].whole(in: scope) }
}

/// The pictures of an item, each of which becomes a photo.
struct PresetPictures: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    /// The objects in a list, from the first path that has any; the fields are looked up in each of them.
    case each([PresetPath])
    /// An HTML text, from the first path that has one.
    case html([PresetPath])
  }

  var source: Source
  /// Which objects are pictures; an object without the information counts as one.
  var conditions: [PresetCondition] = []
  /// `id`, `image`, `thumbnail`, `width`, `height` and `description` of each picture.
  var fields = PresetFields()

  init?(_ table: PresetTable) {
    let (each, html) = (table.paths("each"), table.paths("html"))
    conditions = table.conditions("when")
    fields = PresetFields(table, [.id, .image, .thumbnail, .width, .height, .description])
    source = each.isEmpty ? .html(html) : .each(each)
    guard each.isEmpty != html.isEmpty else {
      table.note(
        "each", "required: the path of a list of pictures, or html: the path of an HTML text")
      return nil
    }
    guard each.isEmpty || !fields[.image].isEmpty else {
      table.note("image", "required: the path of the picture's URL")
      return nil
    }
  }
}
