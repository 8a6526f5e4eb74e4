import GalleryDomain

extension PhotoListViewModelOutputs {
  /// All rows of the list, loaded or not, in their order.
  public var exportedListing: ExportSelection {
    switch footer {
    case .noMorePhotos, .endedEarly: .listing(shownQuery, total: numberOfCells)
    default: .listing(shownQuery, total: nil)
    }
  }
}
