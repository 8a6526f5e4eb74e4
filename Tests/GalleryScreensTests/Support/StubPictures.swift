import GalleryPresentation
import GalleryScreens
import PictureProtocol
import TerminalKit

/// Pictures made of one letter, the first of the photo's id, and a record of what was asked for.
final class StubPictures: PhotoPictures {
  var onChange: (() -> Void)?
  let cellPixelSize = PixelSize(width: 10, height: 20)
  var graphicsMethod = GraphicsMethod.symbols
  var waitsForRest = false
  private(set) var visible: [PictureSpecification] = []
  private(set) var next: [PictureSpecification] = []
  private(set) var ahead: [PictureSpecification] = []
  private(set) var refreshCount = 0
  var problem: String?
  /// What is known of the photos' pictures, by id.
  var facts: [Photo.ID: PictureInfo] = [:]

  func draw(
    _ specification: PictureSpecification, roughOnes: [PictureSpecification], in rect: Rect,
    on surface: inout Surface
  ) {
    surface.fill(rect, with: Cell(character: specification.photo.id.first ?? "#"))
  }

  /// What is not ready, by id; the fallback is `ready`.
  var progress: [Photo.ID: PictureProgress] = [:]

  func transfer(of specification: PictureSpecification) -> PictureTransfer? { nil }
  func localFile(of photo: Photo) -> FileReference? { photo.file }
  func box(in size: Size) -> Size { size }

  func progress(of specification: PictureSpecification) -> PictureProgress {
    progress[specification.photo.id] ?? .ready
  }

  let rotations = PhotoRotations()

  func rotation(of photo: Photo) -> Rotation { rotations.rotation(of: photo.id) }

  var histogram: PictureHistogram?

  func histogram(of photo: Photo) -> PictureHistogram? { histogram }

  /// How many pictures of 100 ms the photos that move have, by id.
  var animations: [Photo.ID: UInt32] = [:]

  func facts(of specification: PictureSpecification) -> PictureInfo? {
    guard let count = animations[specification.photo.id] else {
      return facts[specification.photo.id]
    }
    return PictureInfo(
      sourceSize: PixelSize(width: 600, height: 400),
      animation: AnimationFrame(
        index: specification.look.frame, count: count, milliseconds: 100, loopCount: 0)
    )
  }

  func prepare(
    visible: [PictureSpecification], next: [PictureSpecification], ahead: [PictureSpecification]
  ) {
    self.visible = visible
    self.next = next
    self.ahead = ahead
  }

  func refresh() { refreshCount += 1 }
}
