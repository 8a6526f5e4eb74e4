import GalleryPresentation
import GalleryScreens
import PictureKit
import PictureProtocol
import TerminalKit

/// Pictures made of one letter, the first of the photo's id, and a record of what was asked for.
final class StubPictures: PhotoPictures {
  var onChange: (() -> Void)?
  let cellPixelSize = PixelSize(width: 10, height: 20)
  var graphicsMethod = GraphicsMethod.symbols
  var minimumPictureColumns = 1
  var waitsForPause = false
  private(set) var visible: [PictureSpecification] = []
  private(set) var next: [PictureSpecification] = []
  private(set) var ahead: [PictureSpecification] = []
  private(set) var refreshCount = 0
  var problem: String?
  /// The sizes of the photos' pictures, by id; for others, what the photo states.
  var sizes: [Photo.ID: PixelSize] = [:]

  func draw(
    _ specification: PictureSpecification, roughOnes: [PictureSpecification], in rect: Rect,
    on surface: inout Surface
  ) {
    surface.fill(rect, with: Cell(character: specification.photo.id.first ?? "#"))
  }

  /// What is not ready, by id.
  var states: [Photo.ID: PictureState] = [:]

  func transfer(of specification: PictureSpecification) -> PictureTransfer? { nil }
  func localFile(of photo: Photo) -> FileReference? { photo.file }
  func box(in size: Size) -> Size { size }

  let rotations = PhotoRotations()

  func rotation(of photo: Photo) -> Rotation { rotations.rotation(of: photo.id) }

  var histogram: PictureHistogram?

  func histogram(of photo: Photo) -> PictureHistogram? { histogram }

  /// How many pictures of 100 ms the photos that move have, by id.
  var animations: [Photo.ID: UInt32] = [:]

  func state(of specification: PictureSpecification) -> PictureState {
    let photo = specification.photo
    var size = sizes[photo.id] ?? PixelSize(width: photo.width ?? 0, height: photo.height ?? 0)
    if sizes[photo.id] == nil, rotation(of: photo).swapsSides {
      size = PixelSize(width: size.height, height: size.width)
    }
    let animation = animations[photo.id].map {
      AnimationFrame(index: specification.look.frame, count: $0, milliseconds: 100, loopCount: 0)
    }
    let picture = Picture(
      id: 1, payload: .cells(CellPicture(columns: 1, rows: 1, cells: [PictureCell(scalar: 0x23)])),
      size: RoughCells.extent(
        of: .whole, source: size, box: specification.size, cell: cellPixelSize),
      format: .jpeg,
      sourceSize: animation == nil ? size : PixelSize(width: 600, height: 400),
      animation: animation)
    if case .loading? = states[photo.id], sizes[photo.id] != nil { return .loading(rough: picture) }
    return states[photo.id] ?? .ready(picture)
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
