import GalleryDomain

/// What is wrong with a preset file, for the user who writes it: where, and what would be right.
public struct PresetProblem: Error, Hashable, Sendable {
  /// The file's own name, cleaned.
  public var file: String
  /// Counts from 1; nil where the fault has no line, as a file that cannot be read.
  public var line: Int?
  /// With its tables, such as `fields.title`.
  public var key: String?
  /// What would be right, in lower case.
  public var reason: String

  public init(file: String, line: Int? = nil, key: String? = nil, reason: String) {
    self.file = file
    self.line = line
    self.key = key
    self.reason = reason
  }

  /// One line, such as `shop.toml, line 12: fields.title: an unfinished bracket in "a[0"`.
  public var text: String {
    let place = line.map { "\(file), line \($0)" } ?? file
    let message = key.map { "\($0): \(reason)" } ?? reason
    return TextCleaner.line("\(place): \(message)", limit: TextLimit(characters: 400))
  }
}
