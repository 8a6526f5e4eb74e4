import GalleryDomain

/// Fields by their names in preset files.
struct PresetFields<Name: RawRepresentable & CaseIterable & Hashable & Sendable>: Hashable, Sendable
where Name.RawValue == String {
  private var fields: [Name: PresetField] = [:]

  init() {}

  init(_ table: PresetTable, _ names: [Name] = Array(Name.allCases)) {
    fields = names.reduce(into: [:]) { $0[$1] = table.field($1.rawValue) }
  }

  subscript(name: Name) -> PresetField { fields[name] ?? [] }
}

enum PresetProperty: String, CaseIterable, Sendable {
  case id, title, description, author, date
  case utcOffset = "utc_offset"
  case camera, make, model, lens
  case focalLength = "focal_length"
  case aperture
  case shutterSpeed = "shutter_speed"
  case iso, thumbnail, image, page, width, height, tags
  case headline, copyright, alt
  case licence
  case licenceURL = "licence_url"
  case purchaseItem = "purchase_item"
  case purchaseURL = "purchase_url"
}

/// The pictures of an item, each of which becomes a photo.
struct PresetPictures: Hashable, Sendable {
  /// The objects in a list, from the first path that has any; the fields are looked up in each of them.
  let each: [PresetPath]
  /// Instead of `each`, an HTML text, from the first path that has one.
  let html: [PresetPath]
  /// Which objects are pictures; an object without the information counts as one.
  let conditions: [PresetCondition]
  /// `id`, `image`, `thumbnail`, `width`, `height` and `description` of each picture.
  let fields: PresetFields<PresetProperty>

  init(_ table: PresetTable) {
    (each, html) = (table.paths("each"), table.paths("html"))
    conditions = table.conditions("when")
    fields = PresetFields(table, [.id, .image, .thumbnail, .width, .height, .description])
    if each.isEmpty == html.isEmpty {
      table.note(
        "each", "required: the path of a list of pictures, or html: the path of an HTML text")
    } else if html.isEmpty, fields[.image].isEmpty {
      table.note("image", "required: the path of the picture's URL")
    }
  }
}
