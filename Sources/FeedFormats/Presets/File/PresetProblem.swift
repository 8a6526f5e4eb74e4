import GalleryDomain

/// A problem in a preset file, for its author: where it is, and what would be correct.
public struct PresetProblem: Error, Hashable, Sendable {
  /// The file's name, cleaned.
  public var file: String
  /// Counts from 1; nil if there is no line, as for an unreadable file.
  public var line: Int?
  /// Including its tables, such as `fields.title`.
  public var key: String?
  /// What would be correct, in lower case.
  public var reason: String

  public init(file: String, line: Int? = nil, key: String? = nil, reason: String) {
    self.file = file
    self.line = line
    self.key = key
    self.reason = reason
  }

  /// On one line, such as `shop.toml, line 12: fields.title: an unfinished bracket in "a[0"`.
  public var text: String {
    let location = line.map { "\(file), line \($0)" } ?? file
    let message = key.map { "\($0): \(reason)" } ?? reason
    return TextCleaner.line("\(location): \(message)", limit: TextLimit(characters: 400))
  }
}
