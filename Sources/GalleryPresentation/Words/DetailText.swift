/// The photo screen's texts about neighbours.
enum DetailText {
  static let firstPhoto = "This is the first photo"
  /// Also the foot of the list.
  static let lastPhoto = "End of the list"
  static let gone = "This photo is no longer in the list"

  /// `skipped 2 not for sale`; nil for none.
  static func skipped(_ count: Int) -> String? {
    count > 0 ? "skipped \(CountText.grouped(count)) not for sale" : nil
  }

  static func end(isFirst: Bool, skipped count: Int) -> String {
    joined([isFirst ? firstPhoto : lastPhoto, skipped(count)], by: " · ")
  }
}
