import GalleryDomain

extension PhotoListViewModelOutputs {
  /// All rows of the list, loaded or not.
  public var exportedListing: ExportSelection {
    .listing(
      PhotoQuery(search: searchText, filter: saleFilter),
      total: footer == .noMorePhotos ? numberOfCells : nil)
  }
}
