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

  /// Whether none would be cut off where the terminal shows pictures as a whole or not at all.
  func canDraw(at origin: Point, with pictures: any PhotoPictures, on surface: Surface) -> Bool {
    rects(at: origin).allSatisfy { pictures.canDraw(in: $0, on: surface) }
  }

  func draw(at origin: Point, with pictures: any PhotoPictures, on surface: inout Surface) {
    for (photo, rect) in zip(photos, rects(at: origin)) {
      pictures.draw(photo, in: rect, on: &surface)
    }
  }

  private func rects(at origin: Point) -> [Rect] {
    photos.indices.map {
      Rect(
        column: origin.column + $0 * (size.columns + 1), row: origin.row, columns: size.columns,
        rows: size.rows)
    }
  }
}
