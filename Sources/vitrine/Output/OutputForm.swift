import ArgumentParser

/// `--output`: the format of the selected photos.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
  /// One field per photo, followed by a newline or, with `-0`, a NUL.
  case lines
  /// One JSON object per line, with the keys of `vitrine list --json`.
  case json
}

/// `--print`: which field of a photo to print.
enum OutputField: String, ExpressibleByArgument, CaseIterable {
  case id
  case imageURL = "image_url"
  case pageURL = "page_url"
  case path
  case title
  case price
}
