import GalleryPresentation
import TerminalKit

/// The first photos of an order as small pictures next to each other.
struct OrderThumbnails {
  /// Of a picture, in cells.
  let size: Size
  let photos: [Photo]

  /// - Parameter columns: As many photos as fit in them.
  init(_ items: [BasketItem], size: Size, columns: Int) {
    self.size = size
    photos = items.prefix(max(0, (columns + 1) / (size.columns + 1))).map(\.photo)
  }

  var specifications: [PictureSpecification] {
    photos.map { PictureSpecification(photo: $0, size: size) }
  }

  func places(at origin: Point) -> [(specification: PictureSpecification?, rect: Rect)] {
    specifications.enumerated().map { index, picture in
      let column = origin.column + index * (size.columns + 1)
      return (picture, Rect(origin: Point(column: column, row: origin.row), size: size))
    }
  }
}
