import GalleryDomain

/// Words about edits of any kind.
enum EditText {
  /// Why nothing is left of an edit to be undone.
  static func notWritten(_ count: Int) -> String {
    count == 1 ? "it was not written" : "they were not written"
  }
  static func asBefore(_ count: Int) -> String {
    count == 1 ? "it is as before" : "they are as before"
  }

  /// `rating 25 photos · nothing left of 12 more (they were not written)`.
  static func undone(_ text: String, leaving count: Int, _ reason: String) -> String {
    "\(text) · nothing left of \(CountText.grouped(count)) more (\(reason))"
  }

  /// `Can't rate a. No permission to write a.jpg.xmp`; of several the last one says why.
  static func failure(_ verb: String, of photo: Photo, count: Int, _ reason: String) -> String {
    let what = count == 1 ? photo.name : CountText.photos(count)
    return joined(["Can't \(verb) \(what)", reason], by: ". ")
  }

  /// `Can't copy 2 of 12 photos. lake.jpg is gone`; of one photo the reason says which.
  static func failure(_ verb: String, _ count: Int, of total: Int, _ reason: String) -> String {
    total == 1
      ? reason
      : "Can't \(verb) \(CountText.grouped(count)) of \(CountText.photos(total)). \(reason)"
  }

  /// What the program leaves unwritten, after its end: `Can't write 2 ratings: a, b`.
  static func unwritten(_ photos: [Photo], _ words: EditWords) -> String {
    let names = photos.prefix(3).map(\.name) + (photos.count > 3 ? ["…"] : [])
    let what =
      photos.count == 1 ? words.noun : "\(CountText.grouped(photos.count)) \(words.noun)s"
    return "Can't write \(what): \(names.joined(separator: ", "))"
  }
}
