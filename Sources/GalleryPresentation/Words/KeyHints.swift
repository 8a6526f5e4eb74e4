/// The keys that texts name, such as `Press r to retry`, as the user has bound them.
///
/// The presentation knows no keys; the code that makes the view models passes them.
public struct KeyHints: Hashable, Sendable {
  public var refresh = "r"
  public var undo = "u"
  public var search = "/"
  public var filter = "&"
  public var sort = "s"
  /// Clears the filter or the search.
  public var clear = "Esc"
  /// Marks a photo for sale; nil where none can be marked.
  public var markForSale: String? = "F f"
  public var quit = "q"
  /// Adds a photo to the basket.
  public var basket = "B"
  /// Leaves the basket.
  public var back = "q"
  /// Leaves the order history.
  public var leaveOrders = "Esc"
  /// Deselects all photos.
  public var deselect = "U"
  /// Completes what is typed into a prompt.
  public var complete = "Tab"
  /// Ends the filter line, and filters.
  public var submitFilter = "Enter"
  /// Opens what is typed about photos in an editor.
  public var captionEditor = "Ctrl-O"

  public init() {}
}
