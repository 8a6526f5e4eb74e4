import GalleryDomain
import GalleryPresentation

// Photos that are there already.
extension FileEdits {
  func copyPressed(_ photos: [Photo]) { copyPressed(PhotoGathering(photos)) }
  func movePressed(_ photos: [Photo]) { movePressed(PhotoGathering(photos)) }
  func trashPressed(_ photos: [Photo]) { trashPressed(PhotoGathering(photos)) }
  func renamePressed(_ photos: [Photo]) { renamePressed { PhotoGathering(photos) } }
  func saveRotationPressed(_ photos: [Photo]) { saveRotationPressed(PhotoGathering(photos)) }
}

extension SidecarEdits {
  func forSalePressed(_ photos: [Photo]) { forSalePressed(PhotoGathering(photos)) }
  func notForSalePressed(_ photos: [Photo]) { notForSalePressed(PhotoGathering(photos)) }

  @discardableResult
  func rated(_ photos: [Photo], stars: Int) -> Bool {
    rated(PhotoGathering(photos), stars: stars)
  }

  @discardableResult
  func rejectPressed(_ photos: [Photo]) -> Bool { rejectPressed(PhotoGathering(photos)) }

  @discardableResult
  func labelled(_ photos: [Photo], color: PhotoLabel.Color?) -> Bool {
    labelled(PhotoGathering(photos), color: color)
  }
}
