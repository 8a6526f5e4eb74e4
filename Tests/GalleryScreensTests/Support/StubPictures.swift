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
  /// What is known of the photos' pictures, by id.
  var facts: [Photo.ID: PictureFacts] = [:]

  func draw(_ wish: PictureWish, in rect: Rect, on surface: inout Surface) {
    surface.fill(rect, with: Cell(character: wish.photo.id.first ?? "#"))
  }

  func facts(of wish: PictureWish) -> PictureFacts? { facts[wish.photo.id] }

  func prepare(visible: [PictureWish], next: [PictureWish]) {
    self.visible = visible
    self.next = next
  }

  func refresh() { refreshCount += 1 }
}
