import GalleryDomain

/// Where the user looks for the next photo that the last search found.
enum MatchDirection: Int {
  case previous = -1
  case next = 1
}

/// Why there is no such photo to go to.
enum NoMatch: Hashable {
  case notSearched, stillSearching
  /// The rows are a part of those that there will be.
  case stillReading
  case noMatch(String)
  /// There are only matches on the other side.
  case noFurther(MatchDirection)
}

extension MatchStep {
  var direction: MatchDirection { count > 0 ? .next : .previous }
}
