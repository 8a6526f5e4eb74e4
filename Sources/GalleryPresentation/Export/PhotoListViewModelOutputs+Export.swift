import GalleryDomain

extension PhotoListViewModelOutputs {
  /// All rows of the list, loaded or not, in their order.
  public var exportedListing: ExportSelection {
    .listing(shownQuery, total: footer == .noMorePhotos ? numberOfCells : nil)
  }
}
