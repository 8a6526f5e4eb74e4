/// The selection in words.
public enum SelectionText {
  /// `12 selected`.
  public static func selected(_ count: Int) -> String { "\(CountText.grouped(count)) selected" }

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

  /// What undo takes back: `selecting 3 photos`, `deselecting a photo`, `inverting the selection`.
  static func undoing(selected: Int, deselected: Int) -> String {
    if selected > 0, deselected > 0 { return "inverting the selection" }
    return selected > 0
      ? "selecting \(CountText.photos(selected))" : "deselecting \(CountText.photos(deselected))"
  }
}
