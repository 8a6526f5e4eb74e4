/// The keys that texts name, such as `Press r to retry`; those that the user has bound.
///
/// The presentation knows no keys: whoever makes the view models passes them.
public struct KeyHints: Hashable, Sendable {
  public var refresh = "r"
  public var undo = "u"
  public var search = "/"
  public var filter = "&"
  /// Clears filter or search.
  public var clear = "Esc"
  /// All photos, or only those for sale.
  public var forSale = "f"
  public var quit = "q"
  /// Adds a photo to the basket.
  public var basket = "B"
  /// Leaves the basket.
  public var back = "q"

  public init() {}
}
