/// The selection in words.
public enum SelectionText {
  /// `12 selected`.
  public static func selected(_ count: Int) -> String { "\(CountText.grouped(count)) selected" }

  /// Of the selected photos that are not in the list: `3 hidden`, `all hidden`; nil for none.
  static func hidden(_ hidden: Int, of count: Int) -> String? {
    guard hidden > 0 else { return nil }
    return hidden < count ? "\(CountText.grouped(hidden)) hidden" : "all hidden"
  }

  /// The same after the photos that something is done with: `3 of them not shown`, `none of them shown`, and of a single
  /// one `not shown`; nil for none.
  public static func notShown(_ hidden: Int, of count: Int) -> String? {
    guard hidden > 0 else { return nil }
    if hidden < count { return "\(CountText.grouped(hidden)) of them not shown" }
    return count == 1 ? "not shown" : "none of them shown"
  }

  /// While rows are loaded in order to be selected: `selecting 1,200 of 9,000`.
  static func selecting(_ count: Int, of total: Int) -> String {
    "selecting \(CountText.position(row: count - 1, of: total))"
  }

  /// While photos are read for a command: `reading 120 of 400`.
  static func reading(_ count: Int, of total: Int) -> String {
    "reading \(CountText.position(row: count - 1, of: total))"
  }

  /// `Only the first 1,000 photos are selected`.
  static func limited(_ count: Int) -> String {
    "Only the first \(CountText.grouped(count)) photos are selected"
  }

  /// `100 not loaded`: photos without which a command is performed, or which are not selected.
  public static func notLoaded(_ count: Int) -> String { "\(CountText.grouped(count)) not loaded" }

  /// Why nothing is left to undo of a change.
  static let changedSince = "the selection has changed since"

  /// For a command without any photo.
  public static let noPhotos = "No photos here"

  /// What undo takes back: `selecting 3 photos`, `deselecting a photo`.
  static func undoing(selected: Int, deselected: Int) -> String {
    selected > 0
      ? "selecting \(CountText.photos(selected))" : "deselecting \(CountText.photos(deselected))"
  }

  /// The same of rows that are still being loaded.
  static let selectingAll = "selecting all photos"
  static let selectingRange = "selecting a range"
}
