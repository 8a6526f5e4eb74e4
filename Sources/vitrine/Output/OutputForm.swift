import ArgumentParser

/// `--output`: what is printed of the chosen photos.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
  /// One field of each, a line or, with `-0`, a NUL after it.
  case lines
  /// A JSON object a line, with the keys of `vitrine list --json`.
  case json
  /// RFC 4180, with a header.
  case csv
}

/// `--print`: which field of a photo is printed.
enum OutputField: String, ExpressibleByArgument, CaseIterable {
  case id
  case imageURL = "image_url"
  case pageURL = "page_url"
  case path
  case title
  case price
}
