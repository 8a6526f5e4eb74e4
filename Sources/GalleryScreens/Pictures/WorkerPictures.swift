import Foundation
import GalleryPresentation
import PictureKit
import PictureProtocol
import TerminalKit

/// Pictures made by worker processes, in the best form that the terminal supports.
public final class WorkerPictures: PhotoPictures {
  private let source: any PictureSource
  /// Fetches the pictures that are not on this computer; nil to fetch none.
  private let remote: RemotePictures?
  private let theme: Theme
  private let options: SymbolOptions
  private let terminal: any Terminal
  /// The histogram of the photo whose facts are on the screen; goes with it.
  private var histogram: (photo: Photo.ID, key: PictureKey)?
  private let rotations: PhotoRotations
  private var declared:
    (visible: [PictureSpecification], next: [PictureSpecification], ahead: [PictureKey]) =
      ([], [], [])
  /// The sizes of small pictures that were fetched, which show whether they are large enough for a box.
  private var smallSizes: [URL: PixelSize] = [:]
  /// The photos that were last drawn large, which are on the screen: as many as a comparison has.
  private var openedPhotos: [Photo.ID] = []

  /// Assumed if the terminal does not report it: most fonts are twice as high as wide.
  private static let usualCellSize = PixelSize(width: 10, height: 20)

  /// - Parameters:
  ///   - remote: Fetches pictures of photos that are not files; its changes arrive here.
  ///   - rotations: How photos are rotated; read for every picture.
  ///   - terminal: Read at each layout: its font may change, and it may report more about itself while the program
  ///     runs.
  public init(
    source: any PictureSource, remote: RemotePictures? = nil,
    rotations: PhotoRotations = PhotoRotations(),
    terminal: any Terminal, theme: Theme
  ) {
    self.source = source
    self.remote = remote
    self.rotations = rotations
    self.theme = theme
    self.terminal = terminal
    options = SymbolOptions(colorDepth: SymbolOptions.ColorDepth(terminal.colorDepth))
    source.onChange = { [weak self] in self?.picturesChanged() }
    remote?.onChange = { [weak self] in self?.picturesChanged() }
  }

  public var onChange: (() -> Void)?

  public var cellPixelSize: PixelSize {
    guard let size = terminal.cellPixelSize, size.width > 0, size.height > 0 else {
      return Self.usualCellSize
    }
    return size
  }

  public var graphicsMethod: GraphicsMethod { terminal.graphics.method }

  public var minimumPictureColumns: Int {
    graphicsMethod == .symbols && terminal.colorDepth == .monochrome ? 20 : 1
  }

  public var problem: String? { source.problem?.words }

  /// Only for pictures of characters: what the terminal draws itself is held back by the line's own limit.
  public var waitsForPause: Bool {
    graphicsMethod == .symbols && terminal.isLineSlow && source.isHurried
  }

  public func draw(
    _ specification: PictureSpecification, roughOnes: [PictureSpecification], in rect: Rect,
    on surface: inout Surface
  ) {
    guard !rect.isEmpty, isLegible(specification) else { return }
    // A part of the same photo follows the keys.
    if specification.role == .photo, !openedPhotos.contains(specification.photo.id) {
      if waitsForPause {
        return draw(.loading(rough: nil), of: specification, in: rect, on: &surface)
      }
      openedPhotos = openedPhotos.suffix(3) + [specification.photo.id]
    }
    let addresses = addresses(for: specification)
    let key =
      if let url = addresses?.shown { key(for: specification, at: url) } else {
        key(for: specification)
      }
    guard key != nil || addresses != nil else {
      return drawAbsence(of: specification.photo, in: rect, on: &surface)
    }
    let state = source.best(
      for: key, scales: scales, others: roughOnes.compactMap(self.key),
      small: self.key(for: specification, at: addresses?.rough))
    if case .loading(rough: nil) = state, let url = addresses?.shown,
      case .failed(let error)? = remote?.state(of: url)
    {
      return PictureView(state: state, theme: theme)
        .drawFailure(error.pictureTexts, on: &surface, in: rect)
    }
    draw(
      addresses == nil ? state : state.ofSubject(specification.photo), of: specification, in: rect,
      on: &surface)
  }

  private func isLegible(_ specification: PictureSpecification) -> Bool {
    specification.size.columns >= minimumPictureColumns
  }

  /// What is not there yet has the shape of the photo.
  private func draw(
    _ state: PictureState, of specification: PictureSpecification, in rect: Rect,
    on surface: inout Surface
  ) {
    let isEmpty = if case .loading(rough: nil) = state { true } else { false }
    PictureView(state: state, theme: theme).draw(
      on: &surface, in: isEmpty ? self.rect(of: specification, in: rect) : rect)
  }

  /// Only this protocol scales: to the cells where a picture is placed.
  private var scales: Bool { graphicsMethod == .kitty }

  public func state(of specification: PictureSpecification) -> PictureState {
    if let key = key(for: specification) { return source.picture(for: key) }
    guard let addresses = addresses(for: specification), let remote else { return .unavailable }
    if case .failed = remote.state(of: addresses.shown) { return .unavailable }
    return .loading(rough: nil)
  }

  public func prepare(
    visible: [PictureSpecification], next: [PictureSpecification], ahead: [PictureSpecification]
  ) {
    if !visible.contains(where: { $0.photo.id == histogram?.photo }) { histogram = nil }
    declared = (
      visible.filter(isLegible), next.filter(isLegible),
      ahead.compactMap { key(for: $0)?.madeAhead(scales: scales) }
    )
    declare()
  }

  public func refresh() {
    remote?.refresh()
    source.refresh()
  }

  /// Call when the rotation of a photo has been written into its file, so that nothing else is shown in between.
  public func rotationWasSaved(_ rotation: Rotation, into photo: Photo) {
    guard let file = pictureFile(of: photo) else { return }
    source.rotationWasSaved(PictureRotation(rotation), into: file)
  }

  public func rotation(of photo: Photo) -> Rotation { rotations.rotation(of: photo.id) }

  public func histogram(of photo: Photo) -> PictureHistogram? {
    guard let file = pictureFile(of: photo) else { return nil }
    let key = PictureKey(file: file, look: PictureLook(side: 1, output: .histogram))
    if histogram?.key != key {
      histogram = (photo.id, key)
      // Otherwise it is declared with its photo, in the same frame: declared twice, a move would count as two, as with a held key.
      if declared.visible.contains(where: { $0.photo.id == photo.id }) { declare() }
    }
    guard case .histogram(let histogram)? = source.picture(for: key).shown?.payload else {
      return nil
    }
    return histogram
  }

  public func localFile(of photo: Photo) -> FileReference? {
    photo.file ?? pictureFile(of: photo).flatMap { FileReference(path: $0.path) }
  }

  /// The largest picture of a photo that is on this computer.
  private func pictureFile(of photo: Photo) -> PictureFile? {
    photo.file.map { PictureFile(path: $0.path) }
      ?? fetchedFile(of: photo, at: RemoteAddresses.onNetwork(photo.imageURL ?? photo.thumbnailURL))
  }

  /// The key of the picture that a specification asks for; nil while it has not been fetched, and if there is none.
  private func key(for specification: PictureSpecification) -> PictureKey? {
    guard let file = specification.photo.file else {
      return key(for: specification, at: addresses(for: specification)?.shown)
    }
    let origin: PictureOrigin = specification.role == .cover ? .network : .localFile
    return key(for: specification, of: PictureFile(path: file.path, origin: origin))
  }

  private func key(for specification: PictureSpecification, of file: PictureFile) -> PictureKey? {
    let graphics = terminal.graphics
    guard specification.size.columns > 0, specification.size.rows > 0,
      let output = output(graphics, specification.size)
    else { return nil }
    let cell = cellPixelSize
    let box = box(in: specification.size)
    var look = specification.look
    look.target = PictureTarget(
      columns: UInt32(clamping: box.columns), rows: UInt32(clamping: box.rows),
      cellPixelWidth: UInt32(clamping: cell.width), cellPixelHeight: UInt32(clamping: cell.height))
    look.rotation = PictureRotation(rotations.rotation(of: specification.photo.id))
    look.background = PictureBackground(on: graphics)
    look.output = output
    return PictureKey(file: file, look: look)
  }

  public func box(in size: Size) -> Size {
    terminal.graphics.box(in: size, cell: cellPixelSize)
  }

  private func output(_ graphics: GraphicsSupport, _ size: Size) -> PictureOutput? {
    switch graphics.method {
    case .none: nil
    case .symbols: .symbols(SymbolOptions(options, on: theme.styles.backdrop))
    case .kitty, .kittyPlaceholders:
      graphics.sharesMemory ? .pixels : .kitty(coding(size))
    case .sixel: .sixel(SixelOptions(for: graphics))
    case .iTerm2: .iTerm2
    }
  }

  /// The bytes that are sent. In all colours 90×60 pixels of a photo are 11 kB, 480×320 245 kB and 1200×800 1,060 kB
  /// (8.5 s at 1 Mbit/s); with a palette 5, 93 and 470 kB.
  private func coding(_ size: Size) -> KittyCoding {
    let cell = cellPixelSize
    let pixels = size.columns.multipliedReportingOverflow(by: size.rows * cell.width * cell.height)
    return pixels.overflow || pixels.partialValue > 200 * 200 ? .palette : .compressed
  }

  /// A photo whose picture is not a file here, or any photo while pictures are turned off.
  private func drawAbsence(of photo: Photo, in rect: Rect, on surface: inout Surface) {
    let words =
      if photo.file != nil || hasAddress(photo) {
        "pictures are off"
      } else if photo.imageURL != nil {
        "not on this computer"
      } else {
        "no picture"
      }
    surface.write(
      GlyphWidth.columns(of: words) <= rect.size.columns ? words : "·",
      in: Rect(
        column: rect.minColumn, row: rect.minRow + (rect.size.rows - 1) / 2,
        columns: rect.size.columns, rows: 1),
      style: theme.secondary, alignment: .center)
  }
}

extension PictureRotation {
  /// The cases of both types are in the same order.
  fileprivate init(_ rotation: Rotation) {
    self = Self(rawValue: UInt8(rotation.rawValue)) ?? .none
  }
}

extension GraphicsSupport {
  /// The cells that a picture may take: not more than the largest picture of the terminal has.
  public nonisolated func box(in size: Size, cell: PixelSize) -> Size {
    if let limit = method.cellLimit {
      return Size(columns: min(size.columns, limit), rows: min(size.rows, limit))
    }
    guard method == .sixel, let limit = sixelPixelLimit, limit.width > 0, limit.height > 0
    else { return size }
    return Size(
      columns: max(1, min(size.columns, limit.width / cell.width)),
      rows: max(1, min(size.rows, limit.height / cell.height)))
  }
}

extension SixelOptions {
  /// As many colours as the terminal has.
  public nonisolated init(for graphics: GraphicsSupport) {
    self.init(colorCount: UInt16(clamping: min(1024, max(2, graphics.sixelColorCount ?? 256))))
  }
}

extension SymbolOptions {
  /// The same for a terminal with this background. Without colours, characters are ink: light on a dark terminal, and
  /// dark on a light terminal, where light ink would show the negative.
  public nonisolated init(_ options: SymbolOptions, on backdrop: Backdrop?) {
    self = options
    guard colorDepth == .monochrome, let backdrop else { return }
    let (black, white): (UInt32, UInt32) = (0x000000, 0xFFFFFF)
    (foregroundHint, backgroundHint) = backdrop == .light ? (black, white) : (white, black)
  }
}

extension SymbolOptions.ColorDepth {
  /// What a terminal with a colour depth shows.
  public init(_ depth: TerminalKit.ColorDepth) {
    self =
      switch depth {
      case .truecolor: .truecolor
      case .indexed256: .indexed256
      case .ansi16: .ansi16
      case .monochrome: .monochrome
      }
  }
}

/// Photos whose pictures are on the network: each becomes a file, which is treated like any other.
extension WorkerPictures {
  // MARK: Which pictures

  private func hasAddress(_ photo: Photo) -> Bool {
    remote != nil
      && (RemoteAddresses.onNetwork(photo.thumbnailURL) ?? RemoteAddresses.onNetwork(photo.imageURL))
        != nil
  }

  /// Where the picture of a specification is fetched from; nil for files, without a network, and while pictures are
  /// off.
  private func addresses(for specification: PictureSpecification) -> RemoteAddresses? {
    guard specification.photo.file == nil, let remote, graphicsMethod != .none else { return nil }
    return RemoteAddresses(
      specification.photo, for: specification.role,
      isSmallMissing: { url in
        if case .failed(let error) = remote.state(of: url) {
          error.passesAfter == nil
        } else {
          false
        }
      },
      isSmallEnough: { isEnough($0, for: specification.size) })
  }

  /// The key of the picture at an address in the specified size; nil while it has not been fetched.
  private func key(for specification: PictureSpecification, at url: URL?) -> PictureKey? {
    fetchedFile(of: specification.photo, at: url).flatMap { key(for: specification, of: $0) }
  }

  /// Pictures from the network may use few decoders, except for files of the user's own folder on a server, and never
  /// the desktop's thumbnails.
  private func fetchedFile(of photo: Photo, at url: URL?) -> PictureFile? {
    guard let url, case .ready(let image)? = remote?.state(of: url) else { return nil }
    return PictureFile(
      path: image.file.path,
      // Fetched files are never changed: the arrival identifies the content.
      stamp: PictureFileStamp(modificationNanoseconds: Int64(image.arrival), byteCount: 0),
      origin: photo.remotePath == nil ? .network : .ownServer)
  }

  // MARK: Declaring

  /// Files are made into pictures at once, and other pictures when they have been fetched.
  private func declare() {
    noteSizes()
    var vanished: [URL] = []
    /// The small pictures are fetched before the large ones.
    func needs(of specifications: [PictureSpecification]) -> (urls: [URL], keys: [PictureKey]) {
      var (small, large, keys): ([URL], [URL], [PictureKey]) = ([], [], [])
      func add(_ key: PictureKey, at url: URL) {
        keys.append(key)
        if case .failed(.unreadable(errno: ENOENT)) = source.picture(for: key) {
          vanished.append(url)
        }
      }
      for specification in specifications {
        guard let addresses = addresses(for: specification) else {
          keys += [key(for: specification)].compactMap(\.self)
          continue
        }
        let shown = key(for: specification, at: addresses.shown)
        if let rough = addresses.rough {
          // With the large picture on this computer, the small one is not needed.
          if shown == nil { small.append(rough) }
          if let key = key(for: specification, at: rough),
            shown.map({ source.picture(for: $0).isReady }) != true
          {
            add(key, at: rough)
          }
          large.append(addresses.shown)
        } else {
          small.append(addresses.shown)
        }
        if let shown { add(shown, at: addresses.shown) }
      }
      return (small + large, keys)
    }
    let (shown, ahead) = (needs(of: declared.visible), needs(of: declared.next))
    let watched = declared.visible.filter { $0.role != .thumbnail }
      .compactMap { addresses(for: $0)?.shown }
    let canShow = source.problem == nil
    remote?.declare(
      visible: canShow ? shown.urls : [], next: canShow ? ahead.urls : [],
      watched: Set(watched))
    for url in vanished { remote?.fileHasVanished(url) }
    source.setVisible(
      shown.keys + [histogram?.key].compactMap(\.self), prefetch: ahead.keys,
      ahead: declared.ahead)
  }

  /// A file has come, or a picture was made: another one may be waiting for either.
  private func picturesChanged() {
    if (declared.visible + declared.next).contains(where: { $0.photo.file == nil }) { declare() }
    onChange?()
  }

  /// How many sizes are remembered before the memory starts from empty.
  private static let sizeLimit = 10_000

  private func noteSizes() {
    for specification in declared.visible where specification.role == .preview {
      guard let small = RemoteAddresses.onNetwork(specification.photo.thumbnailURL),
        let key = key(for: specification, at: small),
        case .ready(let picture) = source.picture(for: key)
      else { continue }
      if smallSizes.count >= Self.sizeLimit { smallSizes.removeAll() }
      smallSizes[small] = picture.sourceSize
    }
  }

  /// How much a picture may be enlarged before a larger one is fetched for it.
  private static let enlargement = 1.5

  /// Whether a small picture has enough dots for a box; true while its size is not known.
  private func isEnough(_ url: URL, for box: Size) -> Bool {
    guard let size = smallSizes[url], size.width > 0, size.height > 0 else { return true }
    // Pictures of characters have about two by four dots in each cell.
    let dots = graphicsMethod == .symbols ? PixelSize(width: 2, height: 4) : cellPixelSize
    return min(
      Double(box.columns) * Double(dots.width) / Double(size.width),
      Double(box.rows) * Double(dots.height) / Double(size.height)) <= Self.enlargement
  }

  // MARK: Transfers

  public func transfer(of specification: PictureSpecification) -> PictureTransfer? {
    guard let remote, let addresses = addresses(for: specification) else { return nil }
    if let progress = remote.watchedProgress(of: addresses.shown) { return .fetching(progress) }
    guard specification.role == .photo, case .failed(let error) = remote.state(of: addresses.shown),
      let small = key(for: specification, at: addresses.rough),
      source.best(for: small, scales: scales).shown != nil
    else { return nil }
    return .failed(error.pictureWords)
  }
}

extension PictureState {
  /// The small and the large picture of a photo share one box: the first stays until the second is there.
  fileprivate nonisolated func ofSubject(_ photo: Photo) -> PictureState {
    guard var picture = shown else { return self }
    picture.subject = photo.id.hashValue
    return isReady ? .ready(picture) : .loading(rough: picture)
  }
}
