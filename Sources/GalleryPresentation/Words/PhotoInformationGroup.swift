/// Facts of a photo that belong together.
public struct PhotoInformationGroup: Hashable, Sendable {
  /// A word, such as `Camera`.
  public let title: String
  /// At least one.
  public let rows: [PhotoInformationRow]

  public init(title: String, rows: [PhotoInformationRow]) {
    self.title = title
    self.rows = rows
  }
}

/// One line of what is known of a photo.
public struct PhotoInformationRow: Hashable, Sendable {
  /// A word or two, such as `Exposure time`.
  public let label: String
  /// One line, except for a description, which may have several.
  public let value: String

  public init(label: String, value: String) {
    self.label = label
    self.value = value
  }
}
