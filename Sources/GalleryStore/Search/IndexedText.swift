import GalleryDomain

/// What the index is given of a photo.
struct IndexedText: Sendable {
  let photoID: Photo.ID
  let isForSale: Bool
  /// Title, description, author, camera, tags: the columns in their order.
  let columns: [String]

  init(_ photo: Photo) {
    photoID = photo.id
    isForSale = photo.saleStatus == .forSale
    columns = [
      IndexText.text(photo.name), IndexText.text(photo.description), IndexText.text(photo.author),
      IndexText.text(photo.camera), IndexText.text(photo.tags.joined(separator: " · ")),
    ]
  }

  /// About what it takes in the file, text and index: measured at 100,000 photos (decision 20).
  var indexByteCount: Int {
    columns.reduce(64 + 2 * photoID.utf8.count) { $0 + 2 * $1.utf8.count }
  }
}
