/// The photo screen's texts about neighbours.
enum DetailText {
  static let firstPhoto = "This is the first photo"
  static let lastPhoto = "This is the last photo"
  /// Also the foot of the list, where more photos may come.
  static let endOfList = "End of the list"
  static let gone = "This photo is no longer in the list"

  /// `skipped 2 not for sale`; nil for none.
  static func skipped(_ count: Int) -> String? {
    count > 0 ? "skipped \(CountText.grouped(count)) not for sale" : nil
  }

  /// - Parameter isFolder: Whether the list is one of the user's own folders, which has no more photos than these.
  static func end(isFirst: Bool, isFolder: Bool, skipped count: Int) -> String {
    let last = isFolder ? lastPhoto : endOfList
    return joined([isFirst ? firstPhoto : last, skipped(count)], by: " · ")
  }
}
