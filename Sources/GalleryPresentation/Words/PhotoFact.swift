/// One line of what is known of a photo.
public struct PhotoFact: Hashable, Sendable {
  /// What a line is about; screens may leave some out.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case sale, camera, lens, exposure, date, dimensions, licence, author, description, tags, page
  }

  public let kind: Kind
  public let text: String

  public init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// A word before the text, such as `Camera`; empty if the text speaks for itself.
  public var label: String {
    switch kind {
    case .sale, .description: ""
    case .camera: "Camera"
    case .lens: "Lens"
    case .exposure: "Exposure"
    case .date: "Date"
    case .dimensions: "Dimensions"
    case .licence: "Licence"
    case .author: "By"
    case .tags: "Tags"
    case .page: "Page"
    }
  }
}
