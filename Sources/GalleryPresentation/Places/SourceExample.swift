/// A source to try: it needs a network, but no key.
public struct SourceExample: Hashable, Sendable {
  /// As it would be typed.
  public let text: String
  /// What it shows, in a few words.
  public let about: String

  public static let all = [
    SourceExample(text: "nasa:saturn", about: "Photos by NASA"),
    SourceExample(text: "openverse:lighthouse", about: "Openly licensed photos"),
    SourceExample(text: "picsum", about: "A thousand photos without a subject"),
  ]
}
