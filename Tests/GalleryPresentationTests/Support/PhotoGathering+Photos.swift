import GalleryDomain
import GalleryPresentation

// Photos that are there already.
extension FileEdits {
  func copyPressed(_ photos: [Photo]) { copyPressed(PhotoGathering(photos)) }
  func movePressed(_ photos: [Photo]) { movePressed(PhotoGathering(photos)) }
  func trashPressed(_ photos: [Photo]) { trashPressed(PhotoGathering(photos)) }
  func renamePressed(_ photos: [Photo]) { renamePressed(PhotoGathering(photos)) }
  func saveRotationPressed(_ photos: [Photo]) { saveRotationPressed(PhotoGathering(photos)) }
}

extension SaleMarkEdits {
  func forSalePressed(_ photos: [Photo]) { forSalePressed(PhotoGathering(photos)) }
}
