import GalleryPresentation
import GalleryScreens
import TerminalKit

/// Pictures made of one letter, the first of the photo's id, and a record of what was asked for.
final class StubPictures: PhotoPictures {
  var onChange: (() -> Void)?
  let cellPixelSize = PixelSize(width: 10, height: 20)
  private(set) var visible: [PictureWish] = []
  private(set) var next: [PictureWish] = []
  private(set) var refreshCount = 0
  var problem: String?

  func draw(_ photo: Photo, in rect: Rect, on surface: inout Surface) {
    surface.fill(rect, with: Cell(character: photo.id.first ?? "#"))
  }

  func prepare(visible: [PictureWish], next: [PictureWish]) {
    self.visible = visible
    self.next = next
  }

  func refresh() { refreshCount += 1 }
}
