import PictureProtocol

/// Which pictures of a photo are requested while the user moves faster than pictures arrive.
///
/// What is wanted comes first. A picture that is being made is not cancelled for it: otherwise a user who holds an
/// arrow key would see nothing new before releasing it.
struct PanPrefetcher {
  /// The last one that was there; shown in place of the next until that arrives.
  private var shown: PictureSpecification?
  private var underWay: PictureSpecification?

  /// The pictures to request, the most important first.
  mutating func specifications(
    for wanted: PictureSpecification, progress: (PictureSpecification) -> PictureProgress
  ) -> [PictureSpecification] {
    if shown?.photo.id != wanted.photo.id { shown = nil }
    if let underWay, underWay.photo.id != wanted.photo.id || progress(underWay) != .loading {
      if underWay.photo.id == wanted.photo.id, progress(underWay) == .ready { shown = underWay }
      self.underWay = nil
    }
    guard progress(wanted) == .loading else {
      if progress(wanted) == .ready { shown = wanted }
      underWay = nil
      return [wanted]
    }
    let first = underWay ?? wanted
    underWay = first
    return first == wanted ? [wanted] : [wanted, first]
  }

  /// The pictures that may be shown in its place until then, the best last.
  func roughOnes(for wanted: PictureSpecification) -> [PictureSpecification] {
    var whole = wanted
    whole.look = wanted.look.whole
    let roughOnes = shown == whole ? [whole] : [whole] + (shown.map { [$0] } ?? [])
    return roughOnes.filter { $0 != wanted }
  }
}
